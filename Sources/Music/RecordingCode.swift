/// Codes by which recordings are known everywhere. Both read the first one in a text, and give it in one way of writing.
package enum RecordingCode {
    private static let separators: Set<Character> = [";", ",", "/", "\0"]

    /// An International Standard Recording Code (ISO 3901): a country, an issuer, a year and a number, in upper case without hyphens.
    package static func isrc(_ text: String) -> String? {
        first(in: text) { part in
            let code = part.uppercased().filter { $0 != "-" && !$0.isWhitespace }
            let bytes = Array(code.utf8)
            guard bytes.count == 12, bytes[..<2].allSatisfy(isCapital), bytes[2..<5].allSatisfy({ isCapital($0) || isDigit($0) }),
                bytes[5...].allSatisfy(isDigit)
            else { return nil }
            return code
        }
    }

    /// The id of a recording in MusicBrainz: a UUID in lower case.
    package static func musicBrainz(_ text: String) -> String? {
        first(in: text) { part in
            let id = part.lowercased().filter { !$0.isWhitespace }
            let groups = id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard groups.map(\.count) == [8, 4, 4, 4, 12],
                groups.joined().allSatisfy({ isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) })
            else { return nil }
            return id
        }
    }

    /// Some formats join several values.
    private static func first(in text: String, _ read: (Substring) -> String?) -> String? {
        for part in text.split(whereSeparator: separators.contains) {
            if let code = read(part) { return code }
        }
        return nil
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
