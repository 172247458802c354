import Foundation
import Text
import Web

/// Many paths, in all the ways in which clients send lists.
struct AskedPaths {
    /// One of a list of its own, or a text that may be one path or several with commas between them.
    enum Wish {
        case path(String)
        case text(String, literal: String?)
    }

    /// The names that a list may have.
    static let names = ["paths", "paths[]", "relative_paths", "relative_paths[]", "relative_path", "path"]

    private(set) var wishes: [Wish] = []

    /// The paths in a query, or in a form.
    init(query: String) {
        read(query)
    }

    private mutating func read(_ query: String) {
        // Some clients leave a plus sign as it is, which means a space in a form.
        let literal = query.contains("+") ? QueryItems.read(query.replacing("+", with: "%2B")) : nil
        for (index, item) in QueryItems.read(query).enumerated() where Self.names.contains(item.name) {
            add(item.value, literal: literal?[index].value)
        }
    }

    /// The paths in a body: JSON, or a form.
    init(body request: Request) throws(Problem) {
        guard case .bytes(let bytes) = request.body, !bytes.isEmpty else { return }
        let type = request.head.fields["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            read(String(decoding: bytes, as: UTF8.self))
            return
        }
        for value in try request.json(PathsBody.self).values {
            switch value {
            case .list(let paths): wishes += paths.map { .path($0) }
            case .text(let text): add(text, literal: nil)
            }
        }
    }

    var isEmpty: Bool { wishes.isEmpty }

    private mutating func add(_ text: String, literal: String?) {
        guard !text.isEmpty else { return }
        if text.first == "[", let paths = Self.list(text) {
            wishes += paths.map { .path($0) }
        } else {
            wishes.append(.text(text, literal: literal))
        }
    }

    /// The texts of a JSON array; nil if it is none: a path may begin with a bracket.
    private static func list(_ text: String) -> [String]? {
        do {
            return try JSON.read([String].self, from: Array(text.utf8))
        } catch {
            return nil
        }
    }
}

/// A list under any of the usual names, or nothing but a list.
private struct PathsBody: Decodable {
    enum Value: Decodable {
        case list([String])
        case text(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {  // If it is no text, it must be a list.
                self = .text(text)
            } else {
                self = .list(try value.decode([String].self))
            }
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    let values: [Value]

    init(from decoder: any Decoder) throws {
        guard let object = try? decoder.container(keyedBy: Key.self) else {  // If it is no object, it must be a list or a text.
            values = [try Value(from: decoder)]
            return
        }
        values = try AskedPaths.names.compactMap { name in
            guard let key = Key(stringValue: name), object.contains(key) else { return nil }
            return try object.decodeIfPresent(Value.self, forKey: key)
        }
    }
}
