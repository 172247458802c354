import Glibc
import Testing

@testable import Analysis

@Suite("Band spectrum", .serialized)
struct BandSpectrumTests {
    private func bands(of samples: [Float], runs: [Int]) -> [Float] {
        var spectrum = BandSpectrum()
        var place = 0
        for run in runs {
            spectrum.push(samples.span.extracting(place..<place + run))
            place += run
        }
        spectrum.finish()
        return spectrum.bands
    }

    @Test("has a frame every 20 ms up to the end of the sound", arguments: [0, 1, 881, 882, 883, 2048, 44_100])
    func frameCount(samples: Int) {
        let frames = bands(of: Array(repeating: 0, count: samples), runs: [samples])
        #expect(frames == Array(repeating: 0, count: (samples / 882 + 1) * BandSpectrum.bandCount))
    }

    @Test("is the same at any split of the samples")
    func splits() {
        var random = SeededNumbers(seed: 9)
        let samples = random.numbers(30_000)
        let whole = bands(of: samples, runs: [30_000])
        #expect(bands(of: samples, runs: Array(repeating: 1000, count: 30)) == whole)
        #expect(bands(of: samples, runs: [1, 880, 3, 0, 20_000, 9116]) == whole)
    }

    @Test("a tone is in the band around it, and a click in the frames around it")
    func places() {
        let tone = (0..<8820).map { Float(sin(2 * .pi * 1000 * Double($0) / 44_100)) }
        let frames = bands(of: tone, runs: [8820])
        let frame = Array(frames[5 * 58..<6 * 58])
        // Edges are eight per octave from 30 Hz on; from 14 bins up each step is a separate band.
        let highest = frame.indices.max { frame[$0] < frame[$1] }
        let above = frame.indices.filter { frame[$0] > 0.05 }
        #expect(above.count <= 4 && above.contains(highest ?? -1))

        var click = [Float](repeating: 0, count: 8820)
        click[4410] = 1
        let heard = bands(of: click, runs: [8820])
        let loudness = (0...10).map { heard[$0 * 58..<($0 + 1) * 58].reduce(0, +) }
        #expect(loudness.indices.filter { loudness[$0] > 0 } == [4, 5, 6])
        #expect(loudness.indices.max { loudness[$0] < loudness[$1] } == 5)
        #expect(abs(loudness[4] - loudness[6]) < 1e-5)
    }
}
