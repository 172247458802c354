/// Decodes text files by the encodings that playlists have.
enum CharacterSets {
    enum Encoding {
        case utf8, windows1252
    }

    /// The characters that Windows-1252 has in place of the control characters from 0x80 on; those that it leaves out stay.
    private static let windows: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    /// Text by its byte order mark; without one it is UTF-8 if it is valid as such, or else Windows-1252, which contains Latin-1.
    static func text(_ bytes: ArraySlice<UInt8>, always encoding: Encoding? = nil) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2)) { low, high in UInt16(high) << 8 | UInt16(low) } }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2)) { high, low in UInt16(high) << 8 | UInt16(low) } }
        switch encoding {
        case .utf8: return String(decoding: bytes, as: UTF8.self)
        case .windows1252: return windows1252(bytes)
        case nil: return String(validating: bytes, as: UTF8.self) ?? windows1252(bytes)
        }
    }

    /// XML: by its byte order mark or the encoding that its first line names.
    static func xml(_ bytes: ArraySlice<UInt8>) -> String {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
        let line = head.prefix { $0 != ">" }
        let isSingle = ["iso-8859-1", "windows-1252", "latin1", "us-ascii"].contains {
            line.contains("encoding=\"\($0)\"") || line.contains("encoding='\($0)'")
        }
        return text(bytes, always: isSingle ? .windows1252 : .utf8)
    }

    static func windows1252(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let value = 0x80...0x9F ~= byte ? windows[Int(byte) - 0x80] : UInt32(byte)
            text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return String(text)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var rest = bytes
        while rest.count >= 2 {
            let first = rest.removeFirst()
            units.append(unit(first, rest.removeFirst()))
        }
        return String(decoding: units, as: UTF16.self)
    }
}
