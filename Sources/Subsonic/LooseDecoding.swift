/// Members of answers as real servers write them: left out, numbers as texts and the reverse, one object in place of a list of one.
/// Whatever cannot be understood counts as left out.
extension KeyedDecodingContainer {
    func text(_ key: Key) -> String? { (try? decodeIfPresent(LooseText.self, forKey: key))?.value }

    func whole(_ key: Key) -> Int? {
        if let number = try? decodeIfPresent(Int.self, forKey: key) { return number }
        if let number = try? decodeIfPresent(Double.self, forKey: key) { return Int(exactly: number.rounded()) }
        return text(key).flatMap { Int($0) }
    }

    func number(_ key: Key) -> Double? {
        if let number = try? decodeIfPresent(Double.self, forKey: key) { return number }
        return text(key).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    func truth(_ key: Key) -> Bool? {
        if let truth = try? decodeIfPresent(Bool.self, forKey: key) { return truth }
        return text(key).flatMap { ["true": true, "false": false, "1": true, "0": false][$0.lowercased()] }
    }

    func part<Part: Decodable>(_ key: Key, _ type: Part.Type) -> Part? { try? decodeIfPresent(Part.self, forKey: key) }

    func list<Part: Decodable>(_ key: Key, _ type: Part.Type) -> [Part] {
        if let parts = try? decodeIfPresent([Lossy<Part>].self, forKey: key) { return parts.compactMap(\.part) }
        return part(key, Part.self).map { [$0] } ?? []
    }
}

/// A text that may be written as a number.
private struct LooseText: Decodable {
    let value: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            value = text
        } else if let number = try? container.decode(Int64.self) {
            value = "\(number)"
        } else {
            value = "\(try container.decode(Double.self))"
        }
    }
}

/// An element of a list that is skipped when it cannot be understood.
private struct Lossy<Part: Decodable>: Decodable {
    let part: Part?

    init(from decoder: any Decoder) throws {
        part = try? Part(from: decoder)
    }
}
