import Text
import Web

/// A value of a client's JSON. In forms all values are texts.
enum AskedValue: Decodable, Equatable {
    case none
    case truth(Bool)
    case number(Int)
    case text(String)
    case list([AskedValue])
    case members([String: AskedValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Each kind is tried; what is none of them is an object.
        if value.decodeNil() {
            self = .none
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else if let number = try? value.decode(Double.self) {
            self = .text("\(number)")
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([AskedValue].self) {
            self = .list(list)
        } else {
            self = .members(try value.decode([String: AskedValue].self))
        }
    }

    /// The value, or what JSON in a text stands for: in forms lists and objects are sent so.
    var unfolded: AskedValue {
        guard case .text(let text) = self, let first = text.first, first == "[" || first == "{" else { return self }
        do {
            return try JSON.read(AskedValue.self, from: Array(text.utf8))
        } catch {
            return self  // A text that only begins so.
        }
    }

    /// Its texts, one after the other; nil for null and for objects.
    var texts: [String]? {
        switch self {
        case .none, .members: nil
        case .truth(let truth): [truth ? "1" : "0"]
        case .number(let number): ["\(number)"]
        case .text(let text): [text]
        case .list(let list): list.flatMap { $0.texts ?? [] }
        }
    }

    /// The members of an object by name, in the order of their names; nil if it is none.
    var members: [AskedMember]? {
        guard case .members(let members) = self else { return nil }
        return members.sorted { $0.key < $1.key }.map { AskedMember(name: $0.key, value: $0.value) }
    }
}

/// A member of an object, or an item of a form.
struct AskedMember: Equatable {
    let name: String
    let value: AskedValue
    /// The text of a form with plus signs as they are: some clients do not encode them, and then they mean a space. Nil if there are none.
    var literal: String?

    /// The name as apps vary it: `albumArtist`, `album_artist` and `Album Artist` are the same.
    var plainName: String { Self.plain(name) }

    static func plain(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

    /// The items of a query, or of a form.
    static func items(of query: String) -> [AskedMember] {
        let literal = query.contains("+") ? QueryItems.read(query.replacing("+", with: "%2B")) : nil
        return QueryItems.read(query).enumerated().map { index, item in
            let written = literal?[index].value
            return AskedMember(
                name: item.name, value: .text(item.value), literal: written == item.value ? nil : written)
        }
    }
}
