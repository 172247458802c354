internal import FoundationEssentials

extension JSON {
    /// Longest JSON accepted, in bytes: room for a playlist of 100,000 tracks.
    package static let longest = 1 << 20

    /// Decodes JSON from outside: clients, workers, files and the catalog. Nothing else in the server decodes JSON.
    ///
    /// Throws `JSONProblem` when the bytes break a rule of `JSONCheck`, otherwise what the type's own decoding throws.
    package static func read<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], atMost limit: Int = longest, _ userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value {
        try JSONCheck.check(bytes, atMost: limit)
        let decoder = JSONDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(type, from: Data(bytes))
    }
}
