/// Validates UTF-8 that arrives in pieces, and fails at the first byte that makes it invalid (RFC 3629 section 4).
package struct UTF8Validator {
    /// Continuation bytes the current character still needs.
    private var needed: UInt8 = 0
    /// The valid range of the next continuation byte: narrower after E0, ED, F0 and F4, which excludes overlong forms, surrogates
    /// and everything above U+10FFFF.
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    package init() {}

    /// Whether the bytes so far end with a complete character.
    package var isComplete: Bool { needed == 0 }

    /// Feeds the next bytes; false if they make the text invalid, after which the validator must not be used.
    package mutating func feed(_ bytes: Span<UInt8>) -> Bool {
        var state = self
        var index = 0
        while index < bytes.count {
            if state.needed == 0 {
                if bytes[index] < 0x80 { index = Self.firstNonASCII(bytes, from: index) }
                guard index < bytes.count else { break }
                let length = Self.plainCharacter(bytes, at: index)
                guard length == 0 else {
                    index += length
                    continue
                }
                guard state.begin(bytes[index]) else { return false }
            } else {
                guard state.lowest <= bytes[index], bytes[index] <= state.highest else { return false }
                state.needed -= 1
                state.lowest = 0x80
                state.highest = 0xBF
            }
            index += 1
        }
        self = state
        return true
    }

    /// The first byte of a character of two to four bytes.
    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: needed = 1
        case 0xE0...0xEF:
            needed = 2
            if byte == 0xE0 { lowest = 0xA0 }
            if byte == 0xED { highest = 0x9F }
        case 0xF0...0xF4:
            needed = 3
            if byte == 0xF0 { lowest = 0x90 }
            if byte == 0xF4 { highest = 0x8F }
        default: return false
        }
        return true
    }

    /// The length of a complete character of two or three bytes that needs no narrow range; 0 means that the slow path decides.
    private static func plainCharacter(_ bytes: Span<UInt8>, at index: Int) -> Int {
        func continues(_ distance: Int) -> Bool { bytes[index + distance] & 0xC0 == 0x80 }
        switch bytes[index] {
        case 0xC2...0xDF where index + 1 < bytes.count: return continues(1) ? 2 : 0
        case 0xE1...0xEC where index + 2 < bytes.count: return continues(1) && continues(2) ? 3 : 0
        default: return 0
        }
    }

    private static func firstNonASCII(_ bytes: Span<UInt8>, from start: Int) -> Int {
        let raw = bytes.bytes
        var index = start
        while index + 32 <= bytes.count {
            let words = raw.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
            guard (words[0] | words[1] | words[2] | words[3]) & 0x8080_8080_8080_8080 == 0 else { break }
            index += 32
        }
        while index + 8 <= bytes.count {
            let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let high = word & 0x8080_8080_8080_8080
            guard high == 0 else { return index + high.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }
}
