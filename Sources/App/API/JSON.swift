import Foundation

/// JSON as the API writes and reads it.
enum JSON {
    /// Keys in one order, so that the same answer is the same bytes.
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        do {
            return Array(try encoder.encode(value))
        } catch {
            // Our own types encode themselves without ever throwing.
            preconditionFailure("\(error)")
        }
    }
}
