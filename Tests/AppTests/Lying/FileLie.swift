/// A file with false values in its header: lengths, rates, channels, sizes, times.
///
/// The header's fields are found by their true values, in every width, byte order and type of number, in any container.
struct FileLie: Sendable {
    /// The sound in all files.
    static let rate = 44_100
    static let samples = 22_050
    static let channels = 2

    private enum Kind: CaseIterable { case little, big, littleFloat, bigFloat, extended }

    private struct Claim {
        let offset: Int
        let width: Int
        let kind: Kind
    }

    /// Values that make arithmetic overflow, buffers huge and time run backwards.
    private static let numbers: [UInt64] = [
        0, 1, 2, 3, 0x7F, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0xFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 52, 1 << 53, 1 << 62,
        1 << 63, .max - 1, .max,
    ]
    private static let fractions: [Double] = [
        0, -1, 1e-300, 1e9, 1e15, 1e300, .infinity, -.infinity, .nan, .greatestFiniteMagnitude,
    ]

    /// The first four bytes of infinity, of 2^63, of zero and of a negative rate, as 80-bit numbers.
    private static let extendeds: [[UInt8]] = [
        [0x7F, 0xFF, 0x80, 0], [0x40, 0x3E, 0xFF, 0xFF], [0, 0, 0, 0], [0xC0, 0x0E, 0xAC, 0x44],
    ]

    /// The bytes with one to three false values and corrected checksums.
    static func applied(to bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        var claims = claims(in: bytes)
        for _ in 0..<Int.random(in: 1...3, using: &random) where !claims.isEmpty {
            let claim = claims.remove(at: Int.random(in: claims.indices, using: &random))
            lie(claim, in: &bytes, using: &random)
        }
        OggSum.renew(in: &bytes)
        return bytes
    }

    /// All fields that contain one of the true values.
    private static func claims(in bytes: [UInt8]) -> [Claim] {
        let sizes = [bytes.count, bytes.count - 8, samples * channels * 2, samples * channels * 4]
        let whole = Set([rate, samples, 500, 24_000, 48_000, 500_000, 5_000_000, rate * channels * 2, 0x0AC44] + sizes).map(
            UInt64.init)
        var found: [Claim] = []
        func search(_ pattern: [UInt8], _ kind: Kind) {
            guard let first = pattern.first, bytes.count >= pattern.count else { return }
            for offset in 0...min(bytes.count - pattern.count, 8_192) where bytes[offset] == first {
                guard bytes[offset..<offset + pattern.count].elementsEqual(pattern) else { continue }
                found.append(Claim(offset: offset, width: pattern.count, kind: kind))
            }
        }
        for width in [2, 4, 8] {
            for value in whole where width == 8 || value >> (8 * UInt64(width)) == 0 {
                search(Self.bytes(value, width, isBig: false), .little)
                search(Self.bytes(value, width, isBig: true), .big)
            }
            // Search for the channels in more than one byte: a single 2 is everywhere.
            search(Self.bytes(UInt64(channels), width, isBig: false), .little)
            search(Self.bytes(UInt64(channels), width, isBig: true), .big)
        }
        for value in [Double(rate), Double(samples), 0.5, 500, 48_000] {
            search(Self.bytes(value.bitPattern, 8, isBig: true), .bigFloat)
            search(Self.bytes(value.bitPattern, 8, isBig: false), .littleFloat)
            search(Self.bytes(UInt64(Float(value).bitPattern), 4, isBig: true), .bigFloat)
        }
        // The rate of an AIFF file, ten bytes.
        search([0x40, 0x0E, 0xAC, 0x44], .extended)
        // The rate of a FLAC file, 20 bits, before its number of samples.
        search([0x0A, 0xC4], .big)
        return found.sorted { ($0.offset, $0.width) < ($1.offset, $1.width) }
    }

    private static func lie(_ claim: Claim, in bytes: inout [UInt8], using random: inout SeededGenerator) {
        let number = numbers[Int.random(in: numbers.indices, using: &random)]
        let fraction = fractions[Int.random(in: fractions.indices, using: &random)]
        let told: [UInt8]
        switch claim.kind {
        case .little: told = Self.bytes(number, claim.width, isBig: false)
        case .big: told = Self.bytes(number, claim.width, isBig: true)
        case .littleFloat: told = Self.bytes(fraction.bitPattern, 8, isBig: false)
        case .bigFloat where claim.width == 4: told = Self.bytes(UInt64(Float(fraction).bitPattern), 4, isBig: true)
        case .bigFloat: told = Self.bytes(fraction.bitPattern, 8, isBig: true)
        case .extended: told = extendeds[Int.random(in: extendeds.indices, using: &random)]
        }
        bytes.replaceSubrange(claim.offset..<claim.offset + claim.width, with: told)
    }

    private static func bytes(_ value: UInt64, _ width: Int, isBig: Bool) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (isBig ? width - 1 - $0 : $0))) }
    }
}

/// The checksums of Ogg pages (RFC 3533, section 6): a reader skips pages with a wrong checksum, including the false values.
enum OggSum {
    static func renew(in bytes: inout [UInt8]) {
        var page = 0
        while page + 27 <= bytes.count, bytes[page..<page + 4].elementsEqual(Array("OggS".utf8)) {
            let table = page + 27..<page + 27 + Int(bytes[page + 26])
            guard table.upperBound <= bytes.count else { return }
            let end = table.upperBound + bytes[table].reduce(0) { $0 + Int($1) }
            guard end <= bytes.count else { return }
            for byte in 22..<26 { bytes[page + byte] = 0 }
            let sum = sum(of: bytes[page..<end])
            for byte in 0..<4 { bytes[page + 22 + byte] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * byte)) }
            page = end
        }
    }

    private static func sum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
        }
    }
}
