import Music
import Testing

@testable import Clicks

@Suite("The sound of a click") struct ClickSoundTests {
    @Test("the sine is that of the C library")
    func sine() {
        for (turns, value) in [
            (0.0, 0.0), (0.25, 1), (0.5, 0), (0.75, -1), (1.0 / 12, 0.5), (-1.0 / 12, -0.5), (1_000.125, 0.707_106_781),
        ] {
            #expect(abs(Waveform.sine(turns) - value) < 1e-8, "\(turns)")
        }
        // e to the minus one, after the time that it rings.
        let fall = Waveform.fall(seconds: 0.001)
        #expect(abs((0..<48).reduce(1.0) { level, _ in level * fall } - 0.367_879_441) < 1e-8)
    }

    @Test("a WAV file holds exactly its samples, and only files that we wrote are read")
    func waves() throws {
        for kit in ClickKit.builtIn {
            for sound in kit.sounds.values { #expect(ClickSound(wave: sound.wave) == sound) }
        }
        let wave = ClickSound([0, 0.5, -1, 1]).wave
        // The header as the format's description gives it: 48,000 samples a second, 16 bits, mono, 8 bytes of samples.
        let header: [UInt8] =
            Array("RIFF".utf8) + [44, 0, 0, 0] + Array("WAVEfmt ".utf8) + [
                16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0xbb, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0,
            ]
            + Array("data".utf8) + [8, 0, 0, 0]
        #expect(wave == header + [0, 0, 0, 0x40, 0, 0x80, 0xff, 0x7f])
        for count in wave.indices { #expect(ClickSound(wave: Array(wave[..<count])) == nil) }
        for index in 0..<44 {
            var other = wave
            other[index] ^= 1
            #expect(ClickSound(wave: other) == nil)
        }
        #expect(ClickSound(wave: wave + [0, 0]) == nil)
        #expect(ClickSound(repeatElement(0.5, count: 48_001)).samples.count == 48_000)
    }

    @Test("of a recording the silence before it is cut, and its peak becomes the wanted one")
    func recorded() throws {
        let click: [Float] = [0.02, -0.2, 0.1, 0.05]
        let quiet = [Float](repeating: 0.000_1, count: 5_000)
        let sound = try #require(ClickSound(recorded: quiet + click, peak: 0.5))
        #expect(sound.samples.count == 4)
        for (heard, given) in zip(sound.samples, click) { #expect(abs(heard - given * 2.5) < 0.000_1) }
        let long = try #require(ClickSound(recorded: [1] + [Float](repeating: 0.5, count: 90_000), peak: 0.891))
        #expect(long.samples.count == 48_000 && long.samples[47_999] == 0 && abs(long.samples[40_000] - 0.4455) < 0.001)
    }

    @Test("silence is no click, and what is no number is silent")
    func silence() {
        for samples in [[], [0], [Float](repeating: 0.000_9, count: 100), [.nan, .infinity, -.infinity], [.nan]] {
            #expect(ClickSound(recorded: samples, peak: 0.5) == nil)
        }
        // Loud is only what the cut leaves out.
        let late = [0.011] + [Float](repeating: 0, count: 50_000) + [1]
        #expect(ClickSound(recorded: late, peak: 0.5)?.samples[0] == 0.5)
        #expect(ClickSound(recorded: [.nan, 0.5, .infinity, 0.25], peak: 0.5)?.samples == [0.5, 0, 0.25])
        #expect(ClickSound([.nan, .infinity, -.infinity, 3]).samples == [0, 32_767 / 32_768.0, -1, 32_767 / 32_768.0])
    }
}
