/// The items of a query; of several with the same name the first counts.
struct QueryFields: Fields {
    private let items: [String: String]

    init(_ query: [(String, String)]) {
        items = Dictionary(query) { first, _ in first }
    }

    func place(_ name: String) -> String { name }

    func text(_ name: String, atMost bytes: Int) throws(MessageProblem) -> String? {
        guard let text = items[name] else { return nil }
        guard text.utf8.count <= bytes else { throw wrongText(name, bytes) }
        return text
    }

    func whole(_ name: String, in range: ClosedRange<Int>) throws(MessageProblem) -> Int? {
        guard let text = items[name] else { return nil }
        guard let number = Int(text), range.contains(number), !text.hasPrefix("+") else { throw wrongWhole(name, range) }
        return number
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(MessageProblem) -> Double? {
        guard let text = items[name] else { return nil }
        guard let number = Double(text), range.contains(number) else { throw wrongNumber(name, range) }
        return number
    }

    func truth(_ name: String) throws(MessageProblem) -> Bool? {
        guard let text = items[name] else { return nil }
        guard let truth = Bool(text) else { throw wrong(name, "true or false") }
        return truth
    }
}
