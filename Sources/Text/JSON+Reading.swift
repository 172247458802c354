internal import FoundationEssentials

extension JSON {
    /// Bytes of the longest text that anybody has reason to send; a playlist of 100,000 tracks fits.
    package static let longest = 1 << 20

    /// Reads what comes from outside: clients, workers, files and the catalog. Nothing else in the server decodes JSON.
    ///
    /// Throws `JSONProblem` where the bytes break a rule of `JSONCheck`, else what the type's own decoding throws.
    package static func read<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], atMost limit: Int = longest
    ) throws -> Value {
        try JSONCheck.check(bytes, atMost: limit)
        return try JSONDecoder().decode(type, from: Data(bytes))
    }
}
