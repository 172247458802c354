import Foundation
import Testing

@testable import Analysis

@Suite("Pitch spectrum", .serialized)
struct PitchSpectrumTests {
    private let width = PitchSpectrum.pitches.count

    private func frames(of samples: [Float], runs: [Int]) -> [Float] {
        var spectrum = PitchSpectrum()
        var place = 0
        for run in runs {
            spectrum.push(samples.span.extracting(place..<place + run))
            place += run
        }
        spectrum.finish()
        return spectrum.frames
    }

    /// The sound of `Goldens/pitch_spectrum.py`.
    private func chords() -> [Float] {
        var state: UInt32 = 1
        return (0..<44_000).map { index in
            state = state &* 1_664_525 &+ 1_013_904_223
            let periods = index < 22_000 ? [200, 134] : [56, 300]
            let tones = periods.map { index / ($0 / 2) % 2 == 1 ? 6000 : -6000 }
            let noise = ((Int(state >> 16) - 32_768) >> 6)
            return Float(noise + tones.reduce(0, +)) / 32_768
        }
    }

    @Test("equals its numpy definition on square tones")
    func golden() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Goldens/pitch-spectrum.txt"), encoding: .utf8)
        let rows = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Float($0) } }
        let samples = chords()
        let frames = frames(of: samples, runs: [samples.count])
        try #require(rows.count * width == frames.count)
        for (frame, row) in rows.enumerated() {
            for pitch in 0..<width { #expect(abs(frames[frame * width + pitch] - row[pitch]) < 2e-5, "frame \(frame), \(pitch)") }
        }
    }

    @Test("has a frame every 80 ms up to the end of the sound", arguments: [0, 1, 3519, 3520, 3527, 3528, 3529, 44_100])
    func frameCount(samples: Int) {
        let frames = frames(of: Array(repeating: 0, count: samples), runs: [samples])
        #expect(frames == Array(repeating: 0, count: (samples / 3528 + 1) * width))
    }

    @Test("is the same at any split of the samples")
    func splits() {
        let samples = chords()
        let whole = frames(of: samples, runs: [44_000])
        #expect(frames(of: samples, runs: Array(repeating: 1000, count: 44)) == whole)
        #expect(frames(of: samples, runs: [1, 3527, 3, 0, 30_000, 10_469]) == whole)
    }

    @Test("a tone is loudest at its own pitch", arguments: PitchSpectrum.pitches)
    func tone(pitch: Int) {
        let frequency = 440 * exp2(Double(pitch - 69) / 12)
        let tone = (0..<44_100).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / 44_100)) }
        let frame = Array(frames(of: tone, runs: [44_100])[6 * width..<7 * width])
        let loudest = frame.indices.max { frame[$0] < frame[$1] }
        #expect(loudest == pitch - PitchSpectrum.pitches.lowerBound)
    }
}
