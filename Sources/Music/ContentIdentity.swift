/// A hash of the encoded sound alone, 128 bits: it identifies the music in a file, whatever the file's name and tags.
///
/// Two files with the same identity are the same recording, encoded once. It is not a cryptographic hash: collisions can be
/// made on purpose.
package struct ContentIdentity: Hashable, Sendable, CustomStringConvertible {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the 32 hexadecimal digits that `description` writes.
    package init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 32, digits.allSatisfy({ Self.isDigit($0) }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    package var description: String { StableHash.digits(high) + StableHash.digits(low) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
}

extension ContentIdentity: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let identity = ContentIdentity(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no identity: \(text)")
        }
        self = identity
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
