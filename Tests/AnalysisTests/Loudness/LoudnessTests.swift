import Analysis
import Foundation
import Music
import Signal
import Testing

private func loudness(_ rows: [[Float]], rate: Int = 8_000, roles: [ChannelRole]? = nil, pieces: [Range<Int>]? = nil) -> Loudness {
    let usual: [ChannelRole] = rows.count == 1 ? [.centre] : [.left, .right, .centre, .lowFrequency, .leftSurround, .rightSurround]
    var meter = LoudnessMeter(sampleRate: rate, roles: roles ?? Array(usual.prefix(rows.count)))
    var block = SampleBlock(channels: rows.count)
    for piece in pieces ?? [0..<rows[0].count] {
        for channel in rows.indices { block.rows[channel] = Array(rows[channel][piece]) }
        meter.push(block)
    }
    return meter.finish()
}

@Suite("Loudness", .serialized)
struct LoudnessTests {
    @Test(
        "A stereo tone at −23 dBFS has −23 LUFS at any rate", arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
    func tone(rate: Int) throws {
        let row = TestSignal.sine(1000, amplitude: TestSignal.amplitude(-23), seconds: 1, rate: rate)
        let measured = loudness([row, row], rate: rate)
        let integrated = try #require(measured.integrated)
        #expect(abs(integrated + 23) < 0.1)
        #expect(abs(measured.range) < 0.01)
    }

    @Test("Surround channels count 1.41 times and low-frequency effects not at all")
    func surround() throws {
        let levels = [-28.0, -28, -24, -10, -30, -30]
        let rows = levels.map { TestSignal.sine(1000, amplitude: TestSignal.amplitude($0), seconds: 1, rate: 8_000) }
        let integrated = try #require(loudness(rows).integrated)
        #expect(abs(integrated + 23) < 0.1)
    }

    @Test("Silence has no loudness and no peak")
    func silence() {
        let row = TestSignal.silence(seconds: 1, rate: 8_000)
        #expect(loudness([row, row]) == Loudness(integrated: nil, range: 0, truePeak: nil))
        #expect(loudness([[]]) == Loudness(integrated: nil, range: 0, truePeak: nil))
    }

    @Test("A sine's true peak is its amplitude even between samples", arguments: [44_100, 48_000, 88_200, 96_000, 8_000])
    func betweenSamples(rate: Int) throws {
        var row = TestSignal.sine(Double(rate) / 4, amplitude: 0.5, seconds: 0.2, rate: rate, phase: .pi / 4)
        for index in 0..<200 { row[index] *= Float(index) / 200 }
        let peak = try #require(loudness([row], rate: rate).truePeak)
        #expect(abs(peak - 20 * log10(0.5)) < 0.05)
    }

    @Test(
        "A sine that starts at its crest overshoots as in FFmpeg 5.1",
        arguments: zip([0, Double.pi / 4, 1, 2, Double.pi / 2], [-2.6, -2.5, -2.8, -2.7, -3.1]))
    func hardStart(phase: Double, expected: Double) throws {
        let row = TestSignal.sine(12_000, amplitude: 0.7, seconds: 0.1, rate: 48_000, phase: phase)
        let peak = try #require(loudness([row], rate: 48_000).truePeak)
        #expect(abs(peak - expected) < 0.1)
    }

    @Test("A single sample has its own value as peak, from 192 kHz down to 8 kHz", arguments: [192_000, 96_000, 48_000, 8_000])
    func singleSample(rate: Int) throws {
        var row = TestSignal.silence(seconds: 0.5, rate: rate)
        row[row.count / 2] = -0.8
        let peak = try #require(loudness([row], rate: rate).truePeak)
        #expect(abs(peak - 20 * log10(0.8)) < 0.001)
    }

    @Test("Any split of the samples gives the same, and NaN counts as 0", arguments: [UInt64(1), 2, 3])
    func splits(seed: UInt64) {
        var row = TestSignal.noise(0.3, count: 30_000, seed: seed)
        for index in 10_000..<20_000 { row[index] *= 3 }
        var broken = row
        row[5000] = 0
        row[5001] = 0
        broken[5000] = .nan
        broken[5001] = .infinity
        let whole = loudness([row, broken])
        #expect(whole.truePeak != nil)
        #expect(loudness([broken, row], pieces: TestSignal.pieces(of: row.count, seed: seed)) == whole)
    }
}
