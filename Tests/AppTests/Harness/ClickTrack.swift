import Foundation
import Glibc

/// A metronome as a WAV file: short bursts at exact times, every fourth one higher, and silence between them.
struct ClickTrack: Sendable {
    static let sampleRate = 44_100

    let times: [Double]
    let seconds: Double

    /// Clicks `interval` seconds apart from `first` on, for `seconds`.
    init(first: Double = 0.75, interval: Double = 0.5, seconds: Double = 24) {
        times = Array(stride(from: first, to: seconds - 0.5, by: interval))
        self.seconds = seconds
    }

    /// Both channels the same, 16 bits.
    var wave: [UInt8] {
        var samples = [Float](repeating: 0, count: Int(seconds * Double(Self.sampleRate)))
        for (number, time) in times.enumerated() {
            let start = Int((time * Double(Self.sampleRate)).rounded())
            let frequency = number % 4 == 0 ? 1600.0 : 1000.0
            for offset in 0..<min(2000, samples.count - start) {
                let since = Double(offset) / Double(Self.sampleRate)
                samples[start + offset] += Float(0.7 * cos(2 * .pi * frequency * since) * exp(-since / 0.006))
            }
        }
        return Self.wave(samples)
    }

    static func wave(_ samples: [Float]) -> [UInt8] {
        var bytes: [UInt8] = []
        func put(_ text: String) { bytes += text.utf8 }
        func put(_ value: UInt32, bytes count: Int = 4) {
            for byte in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (byte * 8))) }
        }
        let length = UInt32(samples.count * 4)
        put("RIFF")
        put(length + 36)
        put("WAVEfmt ")
        put(16)
        put(1, bytes: 2)
        put(2, bytes: 2)
        put(UInt32(sampleRate))
        put(UInt32(sampleRate * 4))
        put(4, bytes: 2)
        put(16, bytes: 2)
        put("data")
        put(length)
        // Convert only samples that are not 0: most are silent, and a debug build is slow.
        var pairs = [UInt32](repeating: 0, count: samples.count)
        for index in samples.indices where samples[index] != 0 {
            let value = UInt32(UInt16(bitPattern: Int16((min(max(samples[index], -1), 1) * 32767).rounded())))
            pairs[index] = (value | value << 16).littleEndian
        }
        return bytes + pairs.withUnsafeBytes { Array($0) }
    }
}
