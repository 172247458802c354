import Foundation
import Text
import Web

extension Request {
    /// Enough for every JSON body, including a playlist of 100,000 tracks.
    static let jsonBody = BodyPolicy.memory(limit: 1 << 20)

    /// Enough for tags: a picture of the largest size in base 64, and a list of tracks.
    static let mostTagBytes = 12 << 20
    static let tagBody = BodyPolicy.memory(limit: mostTagBytes)

    /// The body's bytes; throws unless the content type is JSON.
    func jsonBytes() throws(Problem) -> [UInt8] {
        guard let contentType = head.fields["content-type"], Self.isJSON(contentType) else {
            throw Problem(.unsupportedMediaType, "The body must be JSON, with content-type: application/json.", type: "not-json")
        }
        guard case .bytes(let bytes) = body else { throw .badBody("The body must be JSON, and there is none.") }
        return bytes
    }

    /// Decodes the JSON body; an error names the place of the mistake.
    func json<Value: Decodable>(_ type: Value.Type, atMost limit: Int = JSON.longest) throws(Problem) -> Value {
        let bytes = try jsonBytes()
        do {
            return try JSON.read(type, from: bytes, atMost: limit)
        } catch let problem as JSONProblem {
            throw .badBody("The body \(problem.clause).")
        } catch let error as DecodingError {
            throw .badBody(Self.sentence(error))
        } catch {
            throw .badBody("The body does not have the expected form.")
        }
    }

    private static func isJSON(_ contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
    }

    private static func sentence(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing."
        case .valueNotFound(_, let context): "\(place(context.codingPath)) must not be null."
        case .typeMismatch(let type, let context): "\(place(context.codingPath)) must be \(name(of: type))."
        // Without an underlying error, the description comes from our own types and says what is wrong.
        case .dataCorrupted(let context) where context.underlyingError == nil && !context.codingPath.isEmpty:
            "\(place(context.codingPath)): \(finished(context.debugDescription))"
        case .dataCorrupted(let context) where context.underlyingError == nil: finished(context.debugDescription)
        case .dataCorrupted: "The body is not valid JSON."
        @unknown default: "The body does not have the expected form."
        }
    }

    private static func finished(_ words: String) -> String { words.hasSuffix(".") ? words : words + "." }

    private static func place(_ path: [any CodingKey]) -> String {
        let words = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return words.isEmpty ? "The body" : words.hasPrefix(".") ? String(words.dropFirst()) : words
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Int.Type: "a whole number"
        case is Double.Type: "a number"
        default: String(describing: type).hasPrefix("Array") ? "a list" : "an object"
        }
    }
}
