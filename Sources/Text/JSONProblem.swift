/// Why bytes from outside were refused as JSON.
package enum JSONProblem: Error, Hashable, Sendable {
    case tooLong(limit: Int)
    case notUTF8
    case malformed(at: Int)
    case tooDeep(limit: Int)
    /// Its text is too long, or it is greater than any `Double`.
    case number(at: Int)
    /// A surrogate without the other half of its pair.
    case surrogate(at: Int)
    case duplicate(String)

    /// Quote at most this much of a wrong name.
    private static let longestQuote = 40

    /// The end of a sentence that begins with the name of the input, such as "The body …".
    package var clause: String {
        switch self {
        case .tooLong(let limit): "is longer than \(limit) bytes"
        case .notUTF8: "is not UTF-8"
        case .malformed(let place): "is not valid JSON at byte \(place)"
        case .tooDeep(let limit): "nests lists and objects more than \(limit) deep"
        case .number(let place): "has a number that is too long or too great at byte \(place)"
        case .surrogate(let place): "has half of a surrogate pair at byte \(place)"
        case .duplicate(let name): "has \"\(name.prefix(Self.longestQuote))\" twice in one object"
        }
    }
}

extension JSONProblem: CustomStringConvertible {
    package var description: String { "the JSON \(clause)" }
}
