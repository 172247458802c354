import Music
import Session
import Testing
import Yardstick

@Suite("The mixing of sound")
struct SoundMixerTests {
    private let from = ServerTime(microseconds: 7_000_000)
    private let until = ServerTime(microseconds: 9_000_000)

    private func crossfade() throws -> Crossfade {
        let old = Timeline(1, generation: Generation(1), anchor: .zero, anchorTime: from, rate: .playing)
        return try #require(
            Crossfade(
                Course(
                    timeline: old.followed(by: 2, at: from), entry: 1, from: from, until: nil,
                    fade: Course.Fade(timeline: old, until: until))))
    }

    @Test("at 0 dB each of the 65,536 values is unchanged")
    func identity() {
        let all = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
        let voice = SoundMixer.Voice(samples: all.map { Float($0) / 32768 }, gain: 0)
        #expect(SoundMixer.sixteenBits(SoundMixer.mix(voice)) == all)
    }

    @Test("a gain multiplies, and values beyond full scale are clipped and never wrap")
    func gain() {
        let voice = SoundMixer.Voice(samples: [0.5, -0.5, 0.9, -0.9, 2, -2], gain: 6.020_599_913_279_624)
        #expect(SoundMixer.sixteenBits(SoundMixer.mix(voice)) == [32767, -32768, 32767, -32768, 32767, -32768])
        let softer = SoundMixer.Voice(samples: [0.5, -0.25], gain: -20)
        #expect(SoundMixer.sixteenBits(SoundMixer.mix(softer)) == [1638, -819])
    }

    @Test("NaN becomes silence")
    func strange() {
        let voice = SoundMixer.Voice(samples: [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.nan], gain: 12)
        #expect(SoundMixer.sixteenBits(SoundMixer.mix(voice)) == [0, 32767, -32768, 32767, 0])
    }

    @Test("during a crossfade the squares of both gains add up to one")
    func equalPower() throws {
        let fade = try crossfade()
        for offset in stride(from: -1000, through: 97_000, by: 7) {
            let (rising, falling) = fade.factors(at: from, plus: offset)
            #expect(abs(rising * rising + falling * falling - 1) < 1e-6)
            #expect(rising >= 0 && falling >= 0)
        }
        let middle = fade.factors(at: ServerTime(microseconds: 8_000_000))
        #expect(abs(middle.rising - middle.falling) < 1e-6)
    }

    @Test("a fade begins at exactly 0 and ends at exactly 1")
    func ends() throws {
        let fade = try crossfade()
        #expect(fade.factors(at: from) == (0, 1))
        #expect(fade.factors(at: from, plus: 96_000) == (1, 0))
        #expect(fade.factors(at: until, plus: 5_000_000) == (1, 0))
        #expect(fade.factors(at: ServerTime(microseconds: 0)) == (0, 1))
    }

    @Test("before a fade only the old track is heard, after it only the new one, and an ended one is silent")
    func alone() throws {
        let fade = try crossfade()
        let new = SoundMixer.Voice(samples: [0.25, 0.25, 0.25, 0.25], gain: 0)
        let old = SoundMixer.Voice(samples: [0.5, -0.5], gain: 0)
        let before = SoundMixer.sixteenBits(SoundMixer.mix(new, over: old, fade, due: ServerTime(microseconds: 6_000_000)))
        #expect(before == [16384, -16384, 0, 0])
        let after = SoundMixer.sixteenBits(SoundMixer.mix(new, over: old, fade, due: until))
        #expect(after == [8192, 8192, 8192, 8192])
        let silent = SoundMixer.Voice(samples: [], gain: 0)
        let middle = SoundMixer.sixteenBits(
            SoundMixer.mix(silent, over: old, fade, due: ServerTime(microseconds: 8_000_000)))
        #expect(middle == [11585, -11585])
    }
}
