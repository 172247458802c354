import Text

/// Named values from a client, of a message or of a query, each read within its bounds.
///
/// A missing or null field is nil. A field with a wrong value throws a problem that names it.
protocol Fields {
    /// A text of at most `bytes` bytes, with any characters that JSON can carry.
    func text(_ name: String, atMost bytes: Int) throws(MessageProblem) -> String?
    func whole(_ name: String, in range: ClosedRange<Int>) throws(MessageProblem) -> Int?
    func number(_ name: String, in range: ClosedRange<Double>) throws(MessageProblem) -> Double?
    func truth(_ name: String) throws(MessageProblem) -> Bool?
    /// The field's full path in the message.
    func place(_ name: String) -> String
}

extension Fields {
    /// One of a few words.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Word.Type
    ) throws(MessageProblem) -> Word? {
        guard let text = try text(name, atMost: .max) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw wrong(name, "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    /// A name given by people: one line of text.
    func label(_ name: String, atMost bytes: Int) throws(MessageProblem) -> String? {
        guard let text = try text(name, atMost: bytes) else { return nil }
        guard text.isOneLine else { throw wrongLine(name) }
        return text
    }

    func wrong(_ name: String, _ expected: String) -> MessageProblem {
        MessageProblem(.badValue, "\(place(name)) must be \(expected).")
    }

    func missing(_ name: String) -> MessageProblem {
        MessageProblem(.badMessage, "\(place(name)) is missing.")
    }

    func wrongWhole(_ name: String, _ range: ClosedRange<Int>) -> MessageProblem {
        wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }

    func wrongNumber(_ name: String, _ range: ClosedRange<Double>) -> MessageProblem {
        wrong(name, "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))")
    }

    func wrongText(_ name: String, _ bytes: Int) -> MessageProblem {
        wrong(name, bytes == .max ? "a text" : "a text of at most \(bytes) bytes")
    }

    func wrongLine(_ name: String) -> MessageProblem {
        wrong(name, "one line, without control characters")
    }

    private static func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

extension ClosedRange<Int> {
    /// Integers that every JSON parser represents exactly, even in floating point.
    static var exact: ClosedRange<Int> { -(1 << 53) + 1...(1 << 53) - 1 }
    /// Ids in the catalog, a queue or a room.
    static var numbers: ClosedRange<Int> { 0...(1 << 53) - 1 }
}
