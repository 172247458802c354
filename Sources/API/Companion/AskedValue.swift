import Text

/// A value of a client's JSON. In forms all values are texts.
enum AskedValue: Decodable, Equatable {
    case none
    case truth(Bool)
    case number(Int)
    /// With its plus signs as they are, where it comes from a form that may not have encoded them.
    case text(String, literal: String? = nil)
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

    /// Its texts, one after the other; nil for null and for objects.
    var texts: [String]? {
        switch self {
        case .none, .members: nil
        case .truth(let truth): [truth ? "1" : "0"]
        case .number(let number): ["\(number)"]
        case .text(let text, _): [text]
        case .list(let list): list.flatMap { $0.texts ?? [] }
        }
    }
}
