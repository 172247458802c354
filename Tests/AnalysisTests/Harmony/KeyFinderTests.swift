import Foundation
import Music
import Testing

@testable import Analysis

@Suite("Key", .serialized)
struct KeyFinderTests {
    private func key(of samples: [Float]) -> KeyReading? {
        var (spectrum, finder) = (PitchSpectrum(), KeyFinder())
        spectrum.push(samples.span)
        spectrum.finish()
        finder.push(spectrum.tuned)
        return finder.finish()
    }

    /// Tones with two overtones, one chord a second; silence for none.
    private func sound(_ chords: [[Int]], tuning: Double = 0) -> [Float] {
        chords.flatMap { chord in
            var second = [Float](repeating: 0, count: 44_100)
            for pitch in chord {
                let frequency = 440 * exp2((Double(pitch - 69) + tuning) / 12)
                for overtone in 1...3 {
                    let (step, strength) = (2 * Double.pi * frequency * Double(overtone) / 44_100, 0.1 / Double(overtone))
                    for index in second.indices { second[index] += Float(strength * sin(step * Double(index))) }
                }
            }
            return second
        }
    }

    /// Tonic, subdominant, dominant seventh and tonic, each with its root in the bass.
    private func cadence(tonic: Int, isMinor: Bool) -> [[Int]] {
        let third = isMinor ? 3 : 4
        let (home, under) = ([48, 60, 60 + third, 67], [53, 60, 65, 65 + third])
        return [home, under, [43, 59, 62, 65, 67], home].map { $0.map { $0 + tonic } }
    }

    @Test("a cadence is in its key, wherever it stands", arguments: [0, 3, 6, 10], [false, true])
    func cadences(tonic: Int, isMinor: Bool) throws {
        let chords = cadence(tonic: tonic, isMinor: isMinor)
        let reading = try #require(key(of: sound(chords + chords)))
        #expect(reading.key == MusicalKey(tonic: tonic, isMinor: isMinor))
    }

    @Test(
        "music that is tuned up to half a semitone away from 440 Hz has its key",
        arguments: [-0.45, -0.3, -0.15, 0.15, 0.3, 0.45])
    func tunings(tuning: Double) throws {
        let chords = cadence(tonic: 7, isMinor: false)
        let reading = try #require(key(of: sound(chords + chords, tuning: tuning)))
        #expect(reading.key == MusicalKey(tonic: 7, isMinor: false))
    }

    @Test("the same pitches some semitones higher are in a key as much higher, and as likely")
    func transposed() {
        let network = KeyNetwork.current
        for seed in UInt64(1)...20 {
            var random = SeededNumbers(seed: seed)
            let blocks = random.numbers(30 * PitchClasses.width).map { max($0, 0) }
            let steps = random.integer(in: 1...11)
            let raised = blocks.indices.map { index -> Float in
                let (block, place) = index.quotientAndRemainder(dividingBy: PitchClasses.width)
                return blocks[block * PitchClasses.width + (place + PitchClasses.width - 2 * steps) % PitchClasses.width]
            }
            var (low, high) = (network.silence(), network.silence())
            network.hear(blocks, into: &low)
            network.hear(raised, into: &high)
            let (before, after) = (network.chances(of: low), network.chances(of: high))
            #expect(abs(before.none - after.none) < 1e-4, "seed \(seed)")
            #expect(abs(before.keys.reduce(before.none, +) - 1) < 1e-4, "seed \(seed)")
            for key in 0..<24 {
                let place = key / 12 * 12 + (key + steps) % 12
                #expect(abs(before.keys[key] - after.keys[place]) < 1e-4, "seed \(seed)")
            }
        }
    }

    @Test("silence, noise, clicks and a sound shorter than a block have no key")
    func keyless() {
        var random = SeededNumbers(seed: 4)
        let noise = random.numbers(20 * 44_100)
        let clicks = (0..<20 * 44_100).map { $0 % 22_050 < 50 ? noise[$0] : 0 }
        for sound in [[], [0.5], Array(repeating: 0, count: 20 * 44_100), noise, clicks, noise.map { $0 * 1e-30 }] {
            #expect(key(of: sound) == nil)
        }
    }

    @Test("numbers that are none have no key and break nothing", arguments: [Float.nan, .infinity, -1, .greatestFiniteMagnitude])
    func strange(value: Float) {
        var finder = KeyFinder()
        let frames = [Float](repeating: value, count: 100 * PitchSpectrum.pitches.count)
        finder.push([frames, frames, frames])
        #expect(finder.finish() == nil)
    }

    @Test("does not depend on how the frames come, nor on the volume, and holds for longer than a piece")
    func splits() throws {
        var spectrum = PitchSpectrum()
        let samples = sound(cadence(tonic: 2, isMinor: true))
        spectrum.push(samples.span)
        spectrum.finish()
        let tuned = spectrum.tuned
        var (whole, single, quiet, long) = (KeyFinder(), KeyFinder(), KeyFinder(), KeyFinder())
        whole.push(tuned)
        for start in stride(from: 0, to: tuned[0].count, by: 48) { single.push(tuned.map { Array($0[start..<start + 48]) }) }
        quiet.push(tuned.map { $0.map { $0 * 0.03 } })
        for _ in 0..<80 { long.push(tuned) }
        let keys = [whole.finish(), single.finish(), quiet.finish(), long.finish()]
        let (reading, low, late) = (try #require(keys[0]), try #require(keys[2]), try #require(keys[3]))
        #expect(keys[1] == reading)
        #expect(low.key == reading.key && abs(low.confidence - reading.confidence) < 1e-3)
        #expect(late.key == reading.key && abs(late.confidence - reading.confidence) < 0.1)
    }
}
