import Foundation
import Music
import Testing

@testable import Analysis

private func frames(_ samples: [Float], rate: Int, _ windows: SpectrumWindows = .centred, pieces: [Range<Int>]? = nil) -> [[UInt8]]
{
    var analyzer = SpectrumAnalyzer(sampleRate: rate, windows)
    var bytes: [UInt8] = []
    for piece in pieces ?? [0..<samples.count] { analyzer.push(samples.span.extracting(piece), into: &bytes) }
    analyzer.finish(into: &bytes)
    return stride(from: 0, to: bytes.count, by: SpectrumFrame.byteCount).map {
        Array(bytes[$0..<$0 + SpectrumFrame.byteCount])
    }
}

/// The index of the highest band.
private func highest(_ frame: [UInt8]) -> Int {
    let bands = frame[..<SpectrumFrame.bandCount]
    return bands.firstIndex(of: bands.max()!)!
}

private func edge(_ band: Int) -> Double { 40 * pow(400, Double(band) / 64) }

@Suite("Spectrum", .serialized)
struct SpectrumTests {
    @Test(
        "A tone is highest in the band that the formula gives, at every rate",
        arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
    func tones(rate: Int) {
        for band in stride(from: 0, to: SpectrumFrame.bandCount, by: rate > 50_000 ? 9 : 5)
        where edge(band + 1) < 0.45 * Double(rate) {
            let frequency = (edge(band) * edge(band + 1)).squareRoot()
            let tone = TestSignal.sine(frequency, amplitude: 0.5, seconds: 0.11, rate: rate)
            #expect(highest(frames(tone, rate: rate)[3]) == band, "\(frequency) Hz at \(rate) Hz")
        }
    }

    @Test(
        "Tones beside the middle of a band are highest in it, too", arguments: [44_100, 48_000, 96_000],
        [45.0, 60, 100, 440, 997, 3150, 10_000])
    func anyTone(rate: Int, frequency: Double) {
        let tone = TestSignal.sine(frequency, amplitude: 0.5, seconds: 0.11, rate: rate, phase: 1)
        let band = Int(64 * log(frequency / 40) / log(400))
        #expect(highest(frames(tone, rate: rate)[3]) == band)
    }

    @Test("With windows that end at their moment a tone has the same levels", arguments: [10, 30, 50])
    func endingTones(band: Int) {
        let frequency = (edge(band) * edge(band + 1)).squareRoot()
        let tone = TestSignal.sine(frequency, amplitude: 0.3, seconds: 0.4, rate: 22_050)
        let (centred, ending) = (frames(tone, rate: 22_050)[15], frames(tone, rate: 22_050, .ending)[15])
        #expect(highest(ending) == band)
        #expect(abs(Int(centred[band]) - Int(ending[band])) <= 3)
        #expect(abs(Int(centred[SpectrumFrame.loudness]) - Int(ending[SpectrumFrame.loudness])) <= 3)
    }

    @Test("With windows that end at their moment a frame is known at once, and shows a click 3 ms later and never before")
    func endingClicks() {
        for place in stride(from: 22_050, to: 22_050 + 368, by: 23) {
            var samples = [Float](repeating: 0, count: 22_050 + 4_000)
            for index in 0..<200 { samples[place + index] = sin(Float(index) * 0.3) * 0.5 }
            var analyzer = SpectrumAnalyzer(sampleRate: 22_050, .ending)
            var bytes: [UInt8] = []
            for start in stride(from: 0, to: samples.count, by: 147) {
                analyzer.push(samples.span.extracting(start..<min(start + 147, samples.count)), into: &bytes)
                // The bass needs 2 ms more: its samples are thinned out.
                let known = Double(bytes.count / SpectrumFrame.byteCount) / 60
                #expect(known > Double(min(start + 147, samples.count)) / 22_050 - 0.0025)
            }
            let loud = stride(from: SpectrumFrame.loudness, to: bytes.count, by: SpectrumFrame.byteCount).map { bytes[$0] }
            let (click, most) = (Double(place) / 22_050, Int(loud.max() ?? 0))
            for (frame, level) in loud.enumerated() {
                let after = Double(frame) / 60 - click
                if after <= 0 { #expect(level == 0, "\(after)") }
                if 0.003...0.015 ~= after { #expect(Int(level) > most * 3 / 4, "\(after)") }
            }
        }
    }

    @Test(
        "A sine of full scale is 255 in its band and in loudness; 20 dB less is a quarter of the scale less",
        arguments: [16, 40, 60])
    func levels(band: Int) {
        let frequency = (edge(band) * edge(band + 1)).squareRoot()
        for (decibels, byte) in [(0.0, 255.0), (-20, 191.25), (-60, 63.75), (-90, 0)] {
            let tone = TestSignal.sine(frequency, amplitude: TestSignal.amplitude(decibels), seconds: 0.15, rate: 44_100)
            let frame = frames(tone, rate: 44_100)[4]
            #expect(abs(Double(frame[band]) - byte) <= 2)
            #expect(abs(Double(frame[SpectrumFrame.loudness]) - byte) <= 1)
        }
    }

    @Test("Bands above half the rate are 0")
    func aboveHalf() {
        let noise = TestSignal.noise(0.9, count: 8000, seed: 3)
        for frame in frames(noise, rate: 8_000) {
            for band in 0..<SpectrumFrame.bandCount where edge(band) > 4_100 { #expect(frame[band] == 0) }
        }
    }

    @Test("A click has the highest loudness and onset in the frame centred on it", arguments: [8_000, 44_100, 48_000, 96_000])
    func click(rate: Int) {
        var samples = TestSignal.silence(seconds: 1, rate: rate)
        samples[Int((Double(rate) * 30 / 60).rounded())] = rate < 10_000 ? 0.2 : 1
        let made = frames(samples, rate: rate)
        for place in [SpectrumFrame.loudness, SpectrumFrame.onset, 10, 30] {
            let bytes = made.map { $0[place] }
            #expect(bytes.indices.allSatisfy { $0 == 30 || bytes[$0] < bytes[30] }, "byte \(place): \(bytes[27...33])")
        }
    }

    @Test("A drum over a steady chord has an onset in its frame, and there is no other")
    func drum() {
        let rate = 44_100
        var samples = TestSignal.sine(220, amplitude: 0.2, seconds: 2, rate: rate)
        let third = TestSignal.sine(277, amplitude: 0.2, seconds: 2, rate: rate)
        let noise = TestSignal.noise(0.5, count: rate / 5, seed: 8)
        for index in samples.indices { samples[index] += third[index] }
        for index in noise.indices { samples[rate + index] += noise[index] * exp(-Float(index) / 2000) }
        let onsets = frames(samples, rate: rate).map { $0[SpectrumFrame.onset] }
        #expect(abs(onsets.indices.dropFirst(5).max { onsets[$0] < onsets[$1] }! - 60) <= 1)
        #expect(onsets[60] > 100)
        #expect(onsets[6..<57].allSatisfy { $0 <= 2 })
    }

    @Test("Silence is all 0, and an offset counts as silence")
    func silence() {
        #expect(frames(TestSignal.silence(seconds: 1, rate: 44_100), rate: 44_100).allSatisfy { $0.allSatisfy { $0 == 0 } })
        let offset = frames([Float](repeating: 0.1, count: 44_100), rate: 44_100)
        #expect(offset[5..<55].allSatisfy { $0[SpectrumFrame.loudness] == 0 && $0[SpectrumFrame.onset] == 0 })
    }

    @Test(
        "There is a frame for every sixtieth of a second up to the end",
        arguments: [(44_100, 61), (44_099, 60), (1, 1), (735, 2), (0, 1)])
    func count(samples: Int, expected: Int) {
        #expect(frames([Float](repeating: 0.1, count: samples), rate: 44_100).count == expected)
    }

    @Test("Any split of the samples gives the same bytes", arguments: [UInt64(1), 2, 3])
    func splits(seed: UInt64) {
        let samples = TestSignal.noise(0.5, count: 30_000, seed: seed)
        let pieces = TestSignal.pieces(of: samples.count, seed: seed)
        #expect(frames(samples, rate: 48_000, pieces: pieces) == frames(samples, rate: 48_000))
    }
}
