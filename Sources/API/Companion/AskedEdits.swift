import Library
import Web
import Workers

/// The edits of tags that an app asks for: the same for all of a list of paths, a list of edits that each name their own path, or both.
struct AskedEdits {
    struct Edit {
        let path: AskedPaths.Wish
        let tags: TagFields
    }

    private static let listName = "edits"

    /// Files that all get `tags`.
    private(set) var paths = AskedPaths()
    let tags: TagFields
    /// Files with tags of their own.
    private(set) var edits: [Edit] = []

    /// Without a path in the body, those of the query are meant. Reads files of a form, and so blocks.
    init(_ body: AskedBody, else query: AskedPaths) throws {
        var rest: [AskedBody.Member] = []
        var lists: [AskedValue] = []
        for member in body.members {
            if AskedPaths.names.contains(member.name) {
                try paths.add(member.value, of: member.name)
            } else if member.name == Self.listName {
                lists.append(member.value)
            } else {
                rest.append(member)
            }
        }
        var shared = try AskedTags(rest)
        try shared.takeCover(among: body.files)
        tags = shared.fields
        for list in lists {
            guard case .list(let values) = list else { throw Problem.badBody("\(Self.listName) must be a list.") }
            for (index, value) in values.enumerated() { try add(value, of: "\(Self.listName)[\(index)]") }
        }
        if paths.isEmpty, edits.isEmpty { paths = query }
        guard !paths.isEmpty || !edits.isEmpty else {
            throw Problem.badBody("relative_path must name a file within a music folder.")
        }
    }

    private mutating func add(_ value: AskedValue, of name: String) throws {
        guard case .members(let members) = value else { throw Problem.badBody("\(name) must be an object.") }
        guard case .text(let path, _)? = members["relative_path"] else {
            throw Problem.badBody("\(name).relative_path must name a file within a music folder.")
        }
        let own = try AskedTags(members.filter { $0.key != "relative_path" }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        edits.append(Edit(path: .path(path), tags: tags.merged(with: own.fields)))
    }
}
