import Foundation
import Music
import Web

/// Parses query parameters; an invalid one throws a sentence that says what is wrong.
struct QueryReader {
    private let items: [String: String]

    init(_ request: Request) {
        items = Dictionary(request.head.target.queryItems.map { ($0.name, $0.value) }) { first, _ in first }
    }

    var all: [String: String] { items }

    /// A text; nil if it is missing or empty.
    func text(_ name: String, atMost limit: Int = TrackQuery.longestText) throws(Problem) -> String? {
        guard let text = items[name], !text.isEmpty else { return nil }
        guard text.unicodeScalars.count <= limit else { throw .badQuery("\(name) may have at most \(limit) characters.") }
        return text
    }

    func int(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = items[name] else { return nil }
        guard let number = Int(text), range.contains(number), text.utf8.first != UInt8(ascii: "+") else {
            throw .badQuery("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        guard let text = items[name] else { return nil }
        guard let number = Double(text), number.isFinite, range.contains(number) else {
            throw .badQuery("\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    func flag(_ name: String) throws(Problem) -> Bool? {
        switch items[name] {
        case nil: nil
        case "true", "1": true
        case "false", "0": false
        default: throw .badQuery("\(name) must be true or false.")
        }
    }

    /// One of the words of a type.
    func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, as type: Word.Type
    ) throws(Problem) -> Word? where Word.RawValue == String {
        guard let text = items[name] else { return nil }
        guard let word = Word(rawValue: text) else {
            throw .badQuery("\(name) must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return word
    }

    func key(_ name: String) throws(Problem) -> MusicalKey? {
        guard let text = items[name] else { return nil }
        guard let key = MusicalKey(text) else { throw .badQuery("\(name) must be \(MusicalKey.form).") }
        return key
    }

    /// A range whose ends may be omitted.
    func range(_ low: String, _ high: String, in limits: ClosedRange<Double>) throws(Problem) -> ClosedRange<Double>? {
        try range(low, high, try number(low, in: limits), try number(high, in: limits), limits)
    }

    /// A range of whole numbers whose ends may be omitted.
    func range(_ low: String, _ high: String, in limits: ClosedRange<Int>) throws(Problem) -> ClosedRange<Int>? {
        try range(low, high, try int(low, in: limits), try int(high, in: limits), limits)
    }

    private func range<Number>(
        _ low: String, _ high: String, _ lower: Number?, _ upper: Number?, _ limits: ClosedRange<Number>
    ) throws(Problem) -> ClosedRange<Number>? {
        guard lower != nil || upper != nil else { return nil }
        let (start, end) = (lower ?? limits.lowerBound, upper ?? limits.upperBound)
        guard start <= end else { throw .badQuery("\(low) must not be greater than \(high).") }
        return start...end
    }
}

/// The requested page of a list.
struct PageRequest {
    /// Enough for a screen of any size; a longer answer would be slow to make and slow to read.
    static let mostItems = 500
    static let usualItems = 50
    private static let farthest = 100_000_000

    /// A page of this many items takes 2 to 4 ms: somewhat more than the page of ours asks for at once.
    private static let fewItems = 64
    /// Rows that are skipped within a millisecond.
    private static let fewSkipped = 10_000

    let limit: Int
    let offset: Int

    /// The effort of a list, which has `usual` items if the request does not say.
    static func effort(usual: Int = usualItems) -> Effort {
        .asked { head in
            func number(_ name: String) -> Int? { head.target.query(name).flatMap { Int($0) } }
            // A search looks at every word of the library.
            let isSearch = head.target.query("q")?.isEmpty == false
            return isSearch || number("limit") ?? usual > fewItems || number("offset") ?? 0 > fewSkipped
        }
    }

    init(_ query: QueryReader, usual: Int = usualItems) throws(Problem) {
        limit = try query.int("limit", in: 1...Self.mostItems) ?? usual
        offset = try query.int("offset", in: 0...Self.farthest) ?? 0
    }
}

extension Problem {
    static func badQuery(_ sentence: String) -> Problem { Problem(.badRequest, sentence, type: "bad-query") }
    static func badBody(_ sentence: String) -> Problem { Problem(.badRequest, sentence, type: "bad-body") }
    static func nothing(_ sentence: String) -> Problem { Problem(.notFound, sentence, type: "not-found") }
}
