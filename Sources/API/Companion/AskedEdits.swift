import Library
import Web
import Workers

/// The edits of tags that an app asks for: the same for all of a list of paths, edits that name their own paths, or both.
struct AskedEdits {
    struct Edit {
        let path: AskedPaths.Wish
        let tags: TagFields
    }

    /// Names of a path or of a list of paths, as `AskedMember` makes them plain.
    static let pathNames = AskedPaths.names.union(["file", "filepath", "files", "filepaths", "songs", "tracks"])
    /// Names of a list of edits, or of an object of edits by path.
    private static let editNames = pathNames.union(["edits", "updates", "items"])

    /// Files that all get `tags`.
    private(set) var paths = AskedPaths()
    let tags: TagFields
    /// Files with tags of their own.
    private(set) var edits: [Edit] = []
    /// The names that mean nothing here, each once.
    private(set) var unknown: [String] = []

    /// Without a path in the body, those of the query are meant. Reads files of a form, and so blocks.
    init(_ body: AskedBody, else query: AskedPaths) throws {
        var rest: [AskedMember] = []
        var single: [AskedMember] = []
        var lists: [(name: String, value: AskedValue)] = body.alone.map { [("The body", $0)] } ?? []
        for member in body.members {
            let (name, value) = (member.plainName, member.value.unfolded)
            if Self.editNames.contains(name), Self.isOfEdits(value) {
                lists.append((member.name, value))
            } else if Self.pathNames.contains(name), !Self.isNumber(value) {
                single.append(member)
            } else {
                rest.append(member)
            }
        }
        for member in single { try paths.add(member) }
        var shared = try AskedTags(rest)
        try shared.takeCover(among: body.files)
        tags = shared.fields
        unknown = shared.unknown
        for list in lists { try add(list.value, of: list.name) }
        if paths.isEmpty, edits.isEmpty { paths = query }
        guard !paths.isEmpty || !edits.isEmpty else {
            throw Problem.badBody("relative_path must name a file within a music folder.")
        }
        unknown = unknown.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// A track may also be a number, as in `{"file": …, "track": 7}`; `tracks` then says how many there are.
    private static func isNumber(_ value: AskedValue) -> Bool {
        if case .number = value { true } else { false }
    }

    private static func isOfEdits(_ value: AskedValue) -> Bool {
        switch value {
        case .members: true
        case .list(let values): values.contains { $0.members != nil }
        default: false
        }
    }

    private mutating func add(_ value: AskedValue, of name: String) throws {
        switch value {
        case .members(let byPath):
            for (path, value) in byPath.sorted(by: { $0.key < $1.key }) {
                guard let members = value.members else { throw Problem.badBody("\(name) must have an object for each path.") }
                try add(members, at: [.path(path)], of: name)
            }
        case .list(let values):
            for (index, value) in values.enumerated() {
                guard let members = value.members else {
                    try paths.add(.list([value]), of: name)
                    continue
                }
                var own = AskedPaths()
                for member in members where Self.pathNames.contains(member.plainName) && !Self.isNumber(member.value) {
                    try own.add(member)
                }
                guard !own.isEmpty else { throw Problem.badBody("\(name)[\(index)] names no file: relative_path is missing.") }
                try add(
                    members.filter { !Self.pathNames.contains($0.plainName) || Self.isNumber($0.value) }, at: own.wishes, of: name)
            }
        default: try paths.add(value, of: name)
        }
    }

    private mutating func add(_ members: [AskedMember], at paths: [AskedPaths.Wish], of name: String) throws {
        let own = try AskedTags(members)
        unknown += own.unknown
        edits += paths.map { Edit(path: $0, tags: tags.merged(with: own.fields)) }
    }
}
