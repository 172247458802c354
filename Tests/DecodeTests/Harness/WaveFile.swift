/// A WAV file in memory.
struct WaveFile: Sendable {
    enum Depth: String, CaseIterable, Sendable {
        case unsigned8, signed16, signed24, signed32, float32, float64

        var bits: Int {
            switch self {
            case .unsigned8: 8
            case .signed16: 16
            case .signed24: 24
            case .signed32, .float32: 32
            case .float64: 64
            }
        }

        var isFloat: Bool { self == .float32 || self == .float64 }
    }

    let bytes: [UInt8]

    /// `rows` has one row for each channel; full scale is 1.
    init(_ rows: [[Float]], rate: Int, depth: Depth = .signed16) {
        let width = depth.bits / 8
        var sound: [UInt8] = []
        sound.reserveCapacity(rows[0].count * rows.count * width)
        for index in rows[0].indices {
            for row in rows { Self.append(Double(row[index]), depth, to: &sound) }
        }
        func number(_ value: Int, _ width: Int) -> [UInt8] { (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let format =
            number(depth.isFloat ? 3 : 1, 2) + number(rows.count, 2) + number(rate, 4) + number(rate * rows.count * width, 4)
            + number(rows.count * width, 2) + number(depth.bits, 2)
        let rest = Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(sound.count, 4) + sound
        bytes = Array("RIFF".utf8) + number(rest.count, 4) + rest
    }

    private static func append(_ value: Double, _ depth: Depth, to bytes: inout [UInt8]) {
        let pattern: UInt64
        switch depth {
        case .float32: pattern = UInt64(Float(value).bitPattern)
        case .float64: pattern = value.bitPattern
        default:
            let top = Double(Int64(1) << (depth.bits - 1))
            let whole = Int64(min(max((value * top).rounded(), -top), top - 1))
            pattern = UInt64(bitPattern: depth == .unsigned8 ? whole + 128 : whole)
        }
        for byte in 0..<depth.bits / 8 { bytes.append(UInt8(truncatingIfNeeded: pattern >> (8 * UInt64(byte)))) }
    }
}
