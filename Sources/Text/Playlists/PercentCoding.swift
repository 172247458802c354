/// The percent-encoding of addresses (RFC 3986, 2.1).
package enum PercentCoding {
    /// A text with its escapes replaced; nil if they are no valid UTF-8 or there are none.
    package static func decoded(_ text: some StringProtocol) -> String? {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        var found = false
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                found = true
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        guard found, !result.contains(0) else { return nil }
        // Old programs escaped the bytes of Latin-1.
        return String(validating: result, as: UTF8.self) ?? CharacterSets.windows1252(result[...])
    }

    /// The path of a location that is an address: decoded if it is a relative one, as it is if it names its scheme.
    static func decodedPath(_ location: String) -> String {
        location.contains("://") ? location : decoded(location) ?? location
    }

    /// A path as it stands in an address: everything escaped but letters, digits, slashes and what RFC 3986 leaves unreserved.
    package static func encoded(path: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in path {
            let scalar = Unicode.Scalar(byte)
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2F, 0x2D, 0x2E, 0x5F, 0x7E: text.unicodeScalars.append(scalar)
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// One name within a path, or one value in a query: slashes are escaped, too.
    package static func encoded(part: some Sequence<UInt8>) -> String { encoded(path: part).replacing("/", with: "%2F") }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
