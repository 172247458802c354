/// Sets of ASCII bytes as two 64-bit masks: membership is a shift, with no table in memory and no lazy global.
struct ByteClass {
    let low: UInt64
    let high: UInt64

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let mask = byte < 64 ? low : high
        return byte < 128 && (mask &>> UInt64(byte & 63)) & 1 == 1
    }

    /// RFC 9110, 5.6.2: letters, digits and !#$%&'*+-.^_`|~
    @inline(__always)
    static var token: ByteClass { ByteClass(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }

    /// Letters, digits, hyphen, dot and underscore: covers all host names in use, and no URL punctuation.
    @inline(__always)
    static var hostName: ByteClass { ByteClass(low: 0x03FF_6000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE) }

    /// Letters, digits, and -._~!$&'()*+,;=:@/ : a path of these needs no decoding (dots are checked separately).
    @inline(__always)
    static var plainPath: ByteClass { ByteClass(low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF) }
}

/// The value of a hexadecimal digit, or nil.
@inline(__always)
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x37
    case 0x61...0x66: byte &- 0x57
    default: nil
    }
}

/// An ASCII capital in lower case; every other byte unchanged.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
}
