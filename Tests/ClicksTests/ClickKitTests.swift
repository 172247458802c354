import Foundation
import Music
import Testing

@testable import Analysis
@testable import Clicks

@Suite("Kits of the metronome") struct ClickKitTests {
    private static let kits = ClickKit.builtIn

    /// The K-weighted energy of a sound in decibels, as if it were spread over a tenth of a second.
    private func loudness(_ sound: ClickSound) -> Double {
        var weighting = KWeighting(sampleRate: ClickSound.perSecond)
        // The filter rings on after the end.
        let samples = sound.samples + [Float](repeating: 0, count: 4_800)
        let energy = weighting.energy(samples, samples, from: 0, count: samples.count)[0]
        return 10 * log10(energy / 4_800)
    }

    /// The root mean square of the frequencies in a sound, in hertz: a sine changes from sample to sample in proportion to its sine.
    private func pitch(_ sound: ClickSound) -> Double {
        let samples = sound.samples.map { Double($0) }
        let energy = samples.reduce(0) { $0 + $1 * $1 }
        let change = zip(samples, samples.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }
        return Double(ClickSound.perSecond) / .pi * asin((change / energy).squareRoot() / 2)
    }

    @Test("there are eight, each with all voices, known by their names")
    func names() {
        #expect(Self.kits.map(\.name) == ["wood", "sticks", "hat", "cowbell", "beep", "drums", "soft", "shaker"])
        for kit in Self.kits {
            #expect(kit.voices == ClickTick.Voice.allCases)
            #expect(ClickKit.builtIn(kit.name) == kit)
        }
        #expect(ClickKit.builtIn("own/wood") == nil)
    }

    @Test("each sound begins with its first sample, ends within a quarter of a second, and leaves 1 dB of headroom")
    func bounds() {
        for kit in Self.kits {
            for (voice, sound) in kit.sounds {
                let peak = sound.peak
                #expect((480...12_000).contains(sound.samples.count), "\(kit.name) \(voice)")
                #expect(peak <= 0.891 && peak > 0.2, "\(kit.name) \(voice): \(peak)")
                // Audible: less than 40 dB below the peak. No silent start, no step at the end.
                #expect(abs(sound.samples[0]) > peak / 100, "\(kit.name) \(voice)")
                #expect(abs(sound.samples[sound.samples.count - 1]) < peak / 200, "\(kit.name) \(voice)")
                // Half of the peak is reached within 10 ms.
                #expect(sound.samples.prefix(480).contains { abs($0) >= peak / 2 }, "\(kit.name) \(voice)")
            }
        }
    }

    @Test("kits are equally loud, and in each strong is louder than normal, and normal than soft")
    func levels() throws {
        for kit in Self.kits {
            let levels = try ClickTick.Voice.allCases.map { loudness(try #require(kit.sounds[$0])) }
            let (strong, normal, soft, alternate, second) = (levels[0], levels[1], levels[2], levels[3], levels[4])
            #expect(abs(strong + 13.3) < 1, "\(kit.name): \(strong)")
            #expect(abs(strong - normal - 3) < 1, "\(kit.name): \(normal)")
            #expect(abs(normal - soft - 6) < 1, "\(kit.name): \(soft)")
            #expect(abs(alternate - soft) < 2 && abs(second - normal) < 2.5, "\(kit.name): \(alternate) \(second)")
        }
    }

    @Test("strong, normal and soft differ in pitch")
    func pitches() throws {
        for kit in Self.kits {
            let pitches = try ClickTick.Voice.allCases.map { pitch(try #require(kit.sounds[$0])) }
            for (one, other) in [(0, 1), (1, 2), (0, 2)] {
                let ratio = max(pitches[one], pitches[other]) / min(pitches[one], pitches[other])
                #expect(ratio > 1.1, "\(kit.name): \(pitches)")
            }
        }
    }

    @Test("the same samples are made on every machine")
    func sameSamples() {
        let sums = Self.kits.map { kit in
            var checksum = Checksum()
            for voice in ClickTick.Voice.allCases {
                let wave = kit.sounds[voice]?.wave ?? []
                checksum.add(wave.span)
            }
            return checksum.value
        }
        #expect(
            sums == [
                2_679_263_934, 3_673_843_349, 1_836_243_836, 3_617_163_986, 3_290_220_615, 4_149_933_792, 607_532_019,
                3_817_675_565,
            ])
    }

    @Test("a missing voice is replaced by the nearest, at its own loudness")
    func replacements() throws {
        let strong = ClickSound([0.891, 0.4, -0.2])
        var kit = ClickKit(name: "own/a", label: "a", sounds: [:])
        #expect(kit.sound(of: .strong) == nil && kit.voices == [])
        kit.set(strong, of: .strong)
        #expect(kit.sound(of: .strong) == strong)
        for voice in ClickTick.Voice.allCases { #expect(abs(try #require(kit.sound(of: voice)).peak - voice.peak) < 0.001) }
        let soft = ClickSound([0.316, -0.1])
        kit.set(soft, of: .soft)
        #expect(kit.sound(of: .alternate) == soft && kit.sound(of: .second)?.samples.count == 2)
        #expect(kit.sound(of: .normal)?.samples.count == 3 && kit.voices == [.strong, .soft])
    }
}
