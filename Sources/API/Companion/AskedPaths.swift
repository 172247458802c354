import Text
import Web

/// Many paths, in all the ways in which clients send lists.
struct AskedPaths {
    /// One of a list of its own, or a text that may be one path or several with commas between them.
    enum Wish: Equatable {
        case path(String)
        case text(String, literal: String?)
    }

    /// The names that a list may have, as `AskedMember` makes them plain.
    static let names: Set<String> = ["paths", "relativepaths", "relativepath", "path"]

    private(set) var wishes: [Wish] = []

    /// The paths in a query.
    init(query: String) {
        for item in AskedMember.items(of: query) where Self.names.contains(item.plainName) {
            if case .text(let text) = item.value { add(text, literal: item.literal) }
        }
    }

    /// The paths in a body: under one of the names, or nothing but a list.
    init(_ body: AskedBody) throws(Problem) {
        if let alone = body.alone { try add(alone, of: "The body") }
        for member in body.members where Self.names.contains(member.plainName) { try add(member) }
    }

    init() {}

    var isEmpty: Bool { wishes.isEmpty }

    mutating func add(_ member: AskedMember) throws(Problem) {
        try add(member.value, of: member.name, literal: member.literal)
    }

    mutating func add(_ value: AskedValue, of name: String, literal: String? = nil) throws(Problem) {
        switch value {
        case .none: break
        case .text(let text): add(text, literal: literal)
        case .list(let values):
            for value in values {
                guard case .text(let text) = value else { throw .badBody("\(name) must be a list of paths.") }
                wishes.append(.path(text))
            }
        case .truth, .number, .members: throw .badBody("\(name) must be a path or a list of paths.")
        }
    }

    private mutating func add(_ text: String, literal: String?) {
        guard !text.isEmpty else { return }
        // A path may begin with a bracket.
        if case .list(let values) = AskedValue.text(text).unfolded, let paths = Self.paths(values) {
            wishes += paths.map { .path($0) }
        } else {
            wishes.append(.text(text, literal: literal))
        }
    }

    private static func paths(_ values: [AskedValue]) -> [String]? {
        var paths: [String] = []
        for value in values {
            guard case .text(let text) = value else { return nil }
            paths.append(text)
        }
        return paths
    }
}
