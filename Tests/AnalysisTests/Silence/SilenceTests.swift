import Analysis
import Music
import Testing

private func bounds(_ samples: [Float], rate: Int, pieces: [Range<Int>]? = nil) -> SoundBounds? {
    var finder = SilenceFinder(sampleRate: rate)
    for piece in pieces ?? [0..<samples.count] { finder.push(samples.span.extracting(piece)) }
    return finder.finish()
}

/// 0.7 s of silence, a second of sound, and 0.4 s of silence.
private func framed(_ sound: [Float], rate: Int) -> [Float] {
    TestSignal.silence(seconds: 0.7, rate: rate) + sound + TestSignal.silence(seconds: 0.4, rate: rate)
}

@Suite("Silence", .serialized)
struct SilenceTests {
    private func expectFramed(_ samples: [Float], rate: Int) throws {
        let found = try #require(bounds(samples, rate: rate))
        #expect(abs(found.start.seconds - 0.7) < 0.01)
        #expect(abs(found.end.seconds - 1.7) < 0.01)
    }

    @Test("The bounds of a tone are found within 10 ms", arguments: [8_000, 11_025, 44_100, 96_000], [60.0, 1000])
    func tone(rate: Int, frequency: Double) throws {
        try expectFramed(framed(TestSignal.sine(frequency, amplitude: 0.1, seconds: 1, rate: rate), rate: rate), rate: rate)
    }

    @Test("An offset, dither and a single click are not sound")
    func disturbed() throws {
        var samples = framed(TestSignal.noise(0.05, count: 44_100, seed: 4), rate: 44_100)
        let dither = TestSignal.noise(1.0 / 32768, count: samples.count, seed: 5)
        for index in samples.indices { samples[index] += 0.01 + dither[index] }
        samples[8000] = 0.5
        samples[samples.count - 3000] = -0.5
        try expectFramed(samples, rate: 44_100)
    }

    @Test("Faint pre-echo of a codec at a hard edge is left out")
    func smeared() throws {
        let whisper = TestSignal.noise(0.002, count: 882, seed: 6)
        let tone = TestSignal.sine(440, amplitude: 0.5, seconds: 1, rate: 44_100)
        let samples =
            TestSignal.silence(seconds: 0.68, rate: 44_100) + whisper + tone + whisper
            + TestSignal.silence(seconds: 0.38, rate: 44_100)
        try expectFramed(samples, rate: 44_100)
    }

    @Test("A track with only clicks has sound from the first to the last")
    func clicks() throws {
        var samples = TestSignal.silence(seconds: 3, rate: 44_100)
        for second in [0.5, 1, 1.5, 2] { samples[Int(second * 44_100)] = 0.9 }
        let found = try #require(bounds(samples, rate: 44_100))
        #expect(abs(found.start.seconds - 0.5) < 0.01)
        #expect(abs(found.end.seconds - 2) < 0.01)
    }

    @Test("Silence has no bounds; sound without silence has those of the track")
    func extremes() {
        #expect(bounds(TestSignal.silence(seconds: 1, rate: 44_100), rate: 44_100) == nil)
        #expect(bounds([], rate: 44_100) == nil)
        #expect(bounds([0.5], rate: 44_100) == nil)
        let noise = TestSignal.noise(0.5, count: 44_100, seed: 7)
        #expect(bounds(noise, rate: 44_100) == SoundBounds(start: .zero, end: MediaTime(seconds: 1)))
    }

    @Test("Any split of the samples gives the same", arguments: [UInt64(1), 2, 3])
    func splits(seed: UInt64) {
        let samples = framed(TestSignal.noise(0.1, count: 44_100, seed: seed), rate: 44_100)
        let pieces = TestSignal.pieces(of: samples.count, seed: seed)
        #expect(bounds(samples, rate: 44_100, pieces: pieces) == bounds(samples, rate: 44_100))
    }
}
