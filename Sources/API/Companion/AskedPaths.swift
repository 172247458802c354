import Text
import Web

/// The paths that a request names, in a query or in a body.
struct AskedPaths {
    /// One of a list of its own, or a text that may be one path or several with commas between them.
    enum Wish: Equatable {
        case path(String)
        case text(String, literal: String?)
    }

    static let name = "paths"
    /// The names of a path or of a list of them. Brackets are what some clients add to repeated names.
    static let names: Set = [name, "paths[]", "relative_path", "relative_paths"]

    private(set) var wishes: [Wish] = []

    init() {}

    /// The paths in a query, in which other names mean other things.
    init(query: String) {
        for item in AskedItem.items(of: query) where Self.names.contains(item.name) { add(item.text, literal: item.literal) }
    }

    /// The paths in a body that has nothing else, or else those in the query.
    init(_ request: Request) throws(Problem) {
        self.init()
        for (name, value) in try AskedBody(request).members {
            guard Self.names.contains(name) else {
                throw .badBody("\(name.excerpt) is not known here: name files in paths or in relative_path.")
            }
            try add(value, of: name)
        }
        if isEmpty { self = AskedPaths(query: request.head.target.query) }
    }

    var isEmpty: Bool { wishes.isEmpty }

    mutating func add(_ value: AskedValue, of name: String) throws(Problem) {
        switch value {
        case .none: break
        case .text(let text, let literal): add(text, literal: literal)
        case .list(let values):
            for value in values {
                guard case .text(let text, _) = value else { throw .badBody("\(name) must be a list of paths.") }
                wishes.append(.path(text))
            }
        case .truth, .number, .members: throw .badBody("\(name) must be a path or a list of paths.")
        }
    }

    private mutating func add(_ text: String, literal: String?) {
        guard !text.isEmpty else { return }
        // A list in JSON; but a path may begin with a bracket, too.
        if text.hasPrefix("["), let paths = try? JSON.read([String].self, from: Array(text.utf8)) {
            wishes += paths.map { .path($0) }
        } else {
            wishes.append(.text(text, literal: literal))
        }
    }
}

extension String {
    /// Its beginning in quotation marks, for an error that names it.
    var excerpt: String { "\"\(prefix(40))\"" }
}
