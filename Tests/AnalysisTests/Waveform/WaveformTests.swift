import Foundation
import Music
import Testing

@testable import Analysis

private func waveform(
    _ samples: [Float], rate: Int = 44_100, mostPoints: Int = WaveformBuilder.mostPoints, pieces: [Range<Int>]? = nil
) -> Waveform {
    var builder = WaveformBuilder(sampleRate: rate, mostPoints: mostPoints)
    for piece in pieces ?? [0..<samples.count] { builder.push(samples.span.extracting(piece)) }
    return builder.finish()
}

/// Computed directly as the documentation of `Waveform` says.
private func direct(_ samples: [Float], samplesPerPoint: Int) -> [Waveform.Point] {
    func sixteen(_ value: Double) -> Int16 { Int16(max(-32768, min(32767, (value * 32768).rounded()))) }
    return stride(from: 0, to: samples.count, by: samplesPerPoint).map { start in
        let piece = samples[start..<min(start + samplesPerPoint, samples.count)].map { Double($0) }
        let power = piece.reduce(0) { $0 + $1 * $1 } / Double(piece.count)
        return Waveform.Point(lowest: sixteen(piece.min()!), highest: sixteen(piece.max()!), rms: sixteen(power.squareRoot()))
    }
}

@Suite("Waveform", .serialized)
struct WaveformTests {
    @Test("Every level equals a direct computation from the samples", arguments: [0, 1, 255, 64, 257, 65_537, 133_001])
    func levels(count: Int) {
        let samples = TestSignal.noise(1.2, count: count, seed: UInt64(count))
        let made = waveform(samples, rate: 8_000)
        #expect(made.levels[0].samplesPerPoint == 64)
        for (finer, coarser) in zip(made.levels, made.levels.dropFirst()) {
            #expect(coarser.samplesPerPoint == 2 * finer.samplesPerPoint)
        }
        for level in made.levels { #expect(level.points == direct(samples, samplesPerPoint: level.samplesPerPoint)) }
        #expect(made.levels[made.levels.count - 1].pointCount <= 1024)
    }

    @Test("Any split of the samples gives the same", arguments: [UInt64(1), 2, 3])
    func splits(seed: UInt64) {
        let samples = TestSignal.noise(0.8, count: 60_000, seed: seed)
        #expect(waveform(samples, pieces: TestSignal.pieces(of: samples.count, seed: seed)) == waveform(samples))
    }

    @Test(
        "The finest level depends on the rate",
        arguments: zip([8_000, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000], [64, 128, 256, 256, 512, 512, 1024]))
    func finest(rate: Int, samplesPerPoint: Int) {
        #expect(waveform([0], rate: rate).levels[0].samplesPerPoint == samplesPerPoint)
    }

    @Test("A track with too many points only loses its finest levels")
    func bounded() {
        let samples = TestSignal.noise(0.8, count: 64 * 4100 + 17, seed: 9)
        let made = waveform(samples, rate: 8_000, mostPoints: 2000)
        #expect(made.levels.map(\.samplesPerPoint) == [256, 512])
        for level in made.levels { #expect(level.points == direct(samples, samplesPerPoint: level.samplesPerPoint)) }
    }
}
