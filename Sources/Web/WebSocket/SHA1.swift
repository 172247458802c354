/// SHA-1 (FIPS 180-4), for the handshake and ETags: nothing here relies on it for security.
package enum SHA1 {
    /// The 20 bytes of the digest.
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var state: [5 of UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let padded = pad(bytes)
        for block in stride(from: 0, to: padded.count, by: 64) {
            mix(padded, at: block, into: &state)
        }
        return state.indices.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: state[word] >> $0) }
        }
    }

    /// The message, a one bit, zeros, and the length in bits, in whole blocks.
    private static func pad(_ bytes: [UInt8]) -> [UInt8] {
        var padded = bytes
        padded.append(0x80)
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(bytes.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) { padded.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        return padded
    }

    private static func mix(_ bytes: [UInt8], at block: Int, into state: inout [5 of UInt32]) {
        var words = [80 of UInt32](repeating: 0)
        for index in 0..<16 {
            let at = block + index * 4
            words[index] =
                UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
                | UInt32(bytes[at + 3])
        }
        for index in 16..<80 {
            words[index] = rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for round in 0..<80 {
            let (chosen, constant): (UInt32, UInt32) =
                switch round {
                case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotate(a, 5) &+ chosen &+ e &+ constant &+ words[round]
            (a, b, c, d, e) = (next, a, rotate(b, 30), c, d)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
    }

    private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}
