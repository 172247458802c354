import Text

/// The members of one JSON object that a client sent.
struct Members: Fields {
    private let container: KeyedDecodingContainer<JSONName>
    /// Its path in the message, with a dot after each name.
    private let path: String

    fileprivate init(_ container: KeyedDecodingContainer<JSONName>, path: String = "") {
        self.container = container
        self.path = path
    }

    var names: [String] { container.allKeys.map(\.stringValue) }

    func place(_ name: String) -> String { path + name }

    /// Whether the member is present and not null.
    func has(_ name: String) -> Bool {
        // `decodeNil` throws for a missing member.
        (try? !container.decodeNil(forKey: JSONName(name))) ?? false
    }

    func text(_ name: String, atMost bytes: Int) throws(MessageProblem) -> String? {
        let text = try value(String.self, name, wrongText(name, bytes))
        guard text?.utf8.count ?? 0 <= bytes else { throw wrongText(name, bytes) }
        return text
    }

    func whole(_ name: String, in range: ClosedRange<Int>) throws(MessageProblem) -> Int? {
        guard let number = try value(Int.self, name, wrongWhole(name, range)) else { return nil }
        guard range.contains(number) else { throw wrongWhole(name, range) }
        return number
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(MessageProblem) -> Double? {
        guard let number = try value(Double.self, name, wrongNumber(name, range)) else { return nil }
        guard range.contains(number) else { throw wrongNumber(name, range) }
        return number
    }

    func truth(_ name: String) throws(MessageProblem) -> Bool? {
        try value(Bool.self, name, wrong(name, "true or false"))
    }

    /// A nonempty list of integers.
    func wholes(_ name: String, in range: ClosedRange<Int>, atMost most: Int) throws(MessageProblem) -> [Int]? {
        guard has(name) else { return nil }
        let expected = "a list of 1 to \(most) whole numbers from \(range.lowerBound) to \(range.upperBound)"
        let numbers = try list(name, of: Int.self, atMost: most, expected)
        guard numbers.allSatisfy(range.contains) else { throw wrong(name, expected) }
        return numbers
    }

    /// A nonempty list of texts.
    func texts(_ name: String, atMost most: Int) throws(MessageProblem) -> [String]? {
        guard has(name) else { return nil }
        return try list(name, of: String.self, atMost: most, "a list of 1 to \(most) texts")
    }

    func members(_ name: String, orElse expected: String = "an object") throws(MessageProblem) -> Members? {
        guard has(name) else { return nil }
        do {
            return Members(
                try container.nestedContainer(keyedBy: JSONName.self, forKey: JSONName(name)), path: place(name) + ".")
        } catch {
            throw wrong(name, expected)
        }
    }

    /// The value if it is a boolean, else nil.
    func truthIfAny(_ name: String) -> Bool? {
        // Another type may still be valid.
        try? container.decode(Bool.self, forKey: JSONName(name))
    }

    /// A text, a number or a boolean.
    func lookValue(_ name: String) throws(MessageProblem) -> LookValue? {
        try value(LookValue.self, name, wrong(name, "a text, a number, true, false or null"))
    }

    private func value<Value: Decodable>(
        _ type: Value.Type, _ name: String, _ problem: @autoclosure () -> MessageProblem
    ) throws(MessageProblem) -> Value? {
        do {
            return try container.decodeIfPresent(type, forKey: JSONName(name))
        } catch {
            throw problem()
        }
    }

    private func list<Item: Decodable>(
        _ name: String, of type: Item.Type, atMost most: Int, _ expected: String
    ) throws(MessageProblem) -> [Item] {
        do {
            // The count is checked first, so that a list of a million is not decoded in vain.
            guard let count = try container.nestedUnkeyedContainer(forKey: JSONName(name)).count, (1...most).contains(count)
            else {
                throw wrong(name, expected)
            }
            return try container.decode([Item].self, forKey: JSONName(name))
        } catch {
            throw wrong(name, expected)
        }
    }
}

/// Parses a client's message as one JSON object.
protocol Said {
    init(_ members: Members) throws(MessageProblem)
}

extension Said {
    static func read(json bytes: [UInt8]) throws(MessageProblem) -> Self {
        do {
            return try JSON.read(Spoken<Self>.self, from: bytes).value
        } catch let problem as MessageProblem {
            throw problem
        } catch let problem as JSONProblem {
            throw MessageProblem(.badJSON, "A message must be valid JSON; this one \(problem.clause).")
        } catch {
            throw MessageProblem(.badJSON, "A message must be valid JSON.")
        }
    }
}

private struct Spoken<Value: Said>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let members: KeyedDecodingContainer<JSONName>
        do {
            members = try decoder.container(keyedBy: JSONName.self)
        } catch {
            throw MessageProblem(.badMessage, "A message must be a JSON object.")
        }
        value = try Value(Members(members))
    }
}
