/// A fast non-cryptographic hash of 128 bits, the same on every machine.
///
/// Two lanes absorb every word by folded multiplication of 64 by 64 bits, as wyhash does.
struct ContentHash {
    /// Digits of the golden ratio and of the square roots of 2, 3 and 5, made odd.
    private static let keys: [4 of UInt64] = [
        0x9E37_79B9_7F4A_7C15, 0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B,
    ]
    private static let blockLength = 16

    let high: UInt64
    let low: UInt64

    init(of bytes: [UInt8]) {
        let keys = Self.keys
        var left = keys[0]
        var right = keys[1]
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + Self.blockLength <= bytes.count {
                let first = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let second = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
                Self.take(first, second, keys, &left, &right)
                offset += Self.blockLength
            }
            // The last words are padded with zeros; the length, mixed in below, distinguishes padding from data.
            var rest: (first: UInt64, second: UInt64) = (0, 0)
            for (place, byte) in bytes[offset...].enumerated() {
                if place < 8 { rest.first |= UInt64(byte) << (8 * place) } else { rest.second |= UInt64(byte) << (8 * (place - 8)) }
            }
            Self.take(rest.first, rest.second, keys, &left, &right)
        }
        // From here on every step is invertible, so it adds no collisions.
        left ^= UInt64(bytes.count) &* keys[2]
        right &+= left
        left = Self.mixed(left ^ Self.turned(right, 32))
        right = Self.mixed(right ^ left)
        left &+= right
        (high, low) = (Self.mixed(left), right ^ Self.turned(left, 23))
    }

    private static func take(
        _ first: UInt64, _ second: UInt64, _ keys: [4 of UInt64], _ left: inout UInt64, _ right: inout UInt64
    ) {
        // Add the old state, which a product with zero would lose.
        left = fold(left ^ first, second ^ keys[2]) &+ turned(left, 29)
        right = fold(right ^ second, first ^ keys[3]) &+ turned(right, 31)
    }

    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    private static func turned(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }

    /// SplitMix64's last step, each input bit of which moves half of the output's (Stafford's variant 13).
    private static func mixed(_ word: UInt64) -> UInt64 {
        let first = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        let second = (first ^ first >> 27) &* 0x94D0_49BB_1331_11EB
        return second ^ second >> 31
    }
}
