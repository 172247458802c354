import Session

/// How raw samples are written, little-endian, as MPD and Snapcast write it: `44100:16:2`.
package struct SampleFormat: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case s16 = "16"
        case s24 = "24"
        case s32 = "32"
        case float = "f"

        var bytes: Int {
            switch self {
            case .s16: 2
            case .s24: 3
            case .s32, .float: 4
            }
        }
    }

    package static let rates = 8_000...192_000
    package static let mostChannels = 8
    /// That of a CD, and of most that write into pipes.
    package static let usual = SampleFormat(rate: 44_100, kind: .s16, channels: 2)

    /// What decoders give: the format of rooms.
    package static let decoded = SampleFormat(rate: SoundSample.perSecond, kind: .float, channels: 2)

    package let rate: Int
    package let kind: Kind
    package let channels: Int

    /// Nil for what is no format.
    package init?(_ text: some StringProtocol) {
        let parts = String(text).split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 3, let rate = Int(parts[0]), Self.rates.contains(rate), let kind = Kind(rawValue: parts[1]),
            let channels = Int(parts[2]), 1...Self.mostChannels ~= channels
        else { return nil }
        self.init(rate: rate, kind: kind, channels: channels)
    }

    /// 16 bits, as clients send it; nil beyond what is understood.
    package init?(rate: Int, channels: Int) {
        guard Self.rates.contains(rate), 1...Self.mostChannels ~= channels else { return nil }
        self.init(rate: rate, kind: .s16, channels: channels)
    }

    private init(rate: Int, kind: Kind, channels: Int) {
        (self.rate, self.kind, self.channels) = (rate, kind, channels)
    }

    package var text: String { "\(rate):\(kind.rawValue):\(channels)" }

    /// The bytes of a sample of all channels.
    var unit: Int { kind.bytes * channels }

    /// The left and the right of whole units, full scale 1: of more than two channels the first two, which are the front ones.
    func sides(of bytes: ArraySlice<UInt8>) -> (left: [Float], right: [Float]) {
        let left = channel(0, of: bytes)
        return (left, channels > 1 ? channel(1, of: bytes) : left)
    }

    /// The same of what came next; the first bytes of a sample whose others are still to come wait in `rest`.
    func sides(of bytes: [UInt8], after rest: inout [UInt8]) -> (left: [Float], right: [Float]) {
        let bytes = rest + bytes
        let whole = bytes.count / unit * unit
        rest = Array(bytes[whole...])
        return sides(of: bytes[..<whole])
    }

    private func channel(_ number: Int, of bytes: ArraySlice<UInt8>) -> [Float] {
        let starts = stride(from: bytes.startIndex + number * kind.bytes, to: bytes.endIndex, by: unit)
        func word(_ start: Int) -> UInt32 { (0..<kind.bytes).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) } }
        return switch kind {
        case .s16: starts.map { Float(Int16(truncatingIfNeeded: word($0))) / 0x1p15 }
        case .s24: starts.map { Float(Int32(bitPattern: word($0) << 8)) / 0x1p31 }
        case .s32: starts.map { Float(Int32(bitPattern: word($0))) / 0x1p31 }
        case .float: starts.map { Self.sound(Float(bitPattern: word($0))) }
        }
    }

    /// What is no number is silent, and what is far beyond full scale is cut: both would go on for ever in what is made of them.
    private static func sound(_ sample: Float) -> Float { sample.isNaN ? 0 : min(4, max(-4, sample)) }
}
