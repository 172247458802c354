import Foundation

/// A JSON value.
indirect enum Plain: Hashable, Sendable, Decodable {
    case null
    case truth(Bool)
    case number(Double)
    case text(String)
    case list([Plain])
    case object([String: Plain])

    init(json: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(Plain.self, from: Data(json))
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Try each type in turn, since a decoder does not tell the type of a value.
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([Plain].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: Plain].self))
        }
    }

    subscript(key: String) -> Plain? { members[key] }

    /// Empty if the value is not an object.
    var members: [String: Plain] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    /// Empty if the value is not a list.
    var items: [Plain] {
        guard case .list(let items) = self else { return [] }
        return items
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// As JSON.
    var json: String {
        switch self {
        case .null: "null"
        case .truth(let truth): "\(truth)"
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .text(let text): Self.quoted(text)
        case .list(let items): "[\(items.map(\.json).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

extension Plain {
    /// The value of an outline, with flow mappings and sequences parsed.
    init(_ outline: Outline) {
        switch outline {
        case .keys(let keys): self = .object(Dictionary(keys.map { ($0.key, Plain($0.value)) }) { first, _ in first })
        case .items(let items): self = .list(items.map(Plain.init))
        case .text(let text):
            var rest = Substring(text)
            let value = text.contains { "{[\"".contains($0) } ? Plain(flow: &rest) : nil
            // Text that only begins like a flow value is a plain sentence.
            self = value.flatMap { rest.isEmpty ? $0 : nil } ?? Plain(word: text)
        }
    }

    private init(word: String) {
        switch word {
        case "", "null": self = .null
        case "true", "false": self = .truth(word == "true")
        default: self = Double(word).map(Plain.number) ?? .text(word)
        }
    }

    /// Parses a value in braces, brackets, quotes or none, and the spaces after it; nil if there is none.
    private init?(flow rest: inout Substring) {
        switch rest.first {
        case "{":
            rest.removeFirst()
            var members: [String: Plain] = [:]
            while !Self.take("}", &rest) {
                guard case .text(let key)? = Plain(flow: &rest), Self.take(":", &rest), let value = Plain(flow: &rest) else {
                    return nil
                }
                members[key] = value
                guard Self.take(",", &rest) || rest.first == "}" else { return nil }
            }
            self = .object(members)
        case "[":
            rest.removeFirst()
            var items: [Plain] = []
            while !Self.take("]", &rest) {
                guard let item = Plain(flow: &rest) else { return nil }
                items.append(item)
                guard Self.take(",", &rest) || rest.first == "]" else { return nil }
            }
            self = .list(items)
        case "\"":
            let end = rest.dropFirst().firstIndex(of: "\"")
            guard let end else { return nil }
            self = .text(String(rest[..<end].dropFirst()))
            rest = rest[rest.index(after: end)...].drop { $0 == " " }
        default:
            let word = rest.prefix { !",:{}[]\"".contains($0) }
            guard !word.isEmpty else { return nil }
            self = Plain(word: String(word.reversed().drop { $0 == " " }.reversed()))
            rest = rest.dropFirst(word.count)
        }
    }

    private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
        rest = rest.drop { $0 == " " }
        guard rest.first == character else { return false }
        rest = rest.dropFirst().drop { $0 == " " }
        return true
    }
}
