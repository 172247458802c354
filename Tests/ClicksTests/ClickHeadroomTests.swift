import Music
import Testing

@testable import Clicks

@Suite("Headroom for clicks that sound at once") struct ClickHeadroomTests {
    private static let full: Float = 1 - 1 / 32_768

    private static func rhythm(_ tempo: Double, subdivision: Int = 1, poly: (second: Int, first: Int)? = nil) -> Rhythm {
        var rhythm = Rhythm()
        rhythm.tempo = ClickTempo(clamping: tempo)
        rhythm.subdivision = subdivision
        if let poly { rhythm.setPolyrhythm(Rhythm.Polyrhythm(second: poly.second, first: poly.first)) }
        return rhythm
    }

    /// The greatest sample of two bars, at full volume.
    private static func loudest(_ kit: ClickKit, _ rhythm: Rhythm, times factor: Float) -> Float {
        let train = ClickTrain(rhythm, kit: kit.name)
        let end = train.time(ofPulse: 2 * rhythm.pulses)
        let samples = { (time: MediaTime) in Int((time.microseconds * 48 + 999) / 1_000) }
        var chunk = [Float](repeating: 0, count: 2 * (samples(end) + ClickSound.longest))
        let strokes = train.ticks(in: .zero..<end).map { ClickStroke(sample: samples($0.time), voice: $0.voice, gain: 1) }
        ClickMixer.add(strokes, of: kit, times: factor, to: &chunk)
        return chunk.reduce(0) { max($0, abs($1)) }
    }

    @Test("the peaks of both voices of a polyrhythm add up to full scale at most", arguments: ClickKit.builtIn)
    func pairs(_ kit: ClickKit) throws {
        for (accent, voice) in [(Rhythm.Accent.strong, ClickTick.Voice.strong), (.normal, .normal), (.soft, .soft)] {
            var rhythm = Self.rhythm(120, poly: (3, 4))
            _ = rhythm.setAccents([accent, accent, accent, accent])
            let sum = try #require(kit.sound(of: voice)).peak + #require(kit.sound(of: .second)).peak
            #expect(sum * kit.headroom(for: rhythm) <= 1, "\(voice)")
        }
    }

    @Test("no polyrhythm clips, however fast and finely divided", arguments: ClickKit.builtIn)
    func polyrhythms(_ kit: ClickKit) {
        for (second, first) in [(3, 2), (2, 3), (4, 3), (15, 14), (15, 1), (1, 15), (7, 4)] {
            for (tempo, subdivision) in [(240.0, 1), (240, 4), (97.3, 3), (60, 2)] {
                let rhythm = Self.rhythm(tempo, subdivision: subdivision, poly: (second, first))
                let most = Self.loudest(kit, rhythm, times: kit.headroom(for: rhythm))
                #expect(most <= Self.full, "\(second) over \(first) at \(tempo), \(subdivision)")
            }
        }
    }

    @Test("one row up to sixteenths at 240 BPM is as loud as ever", arguments: ClickKit.builtIn)
    func untouched(_ kit: ClickKit) {
        for subdivision in 1...4 { #expect(kit.headroom(for: Self.rhythm(240, subdivision: subdivision)) == 1) }
    }

    @Test("sounds as long and loud as people may upload do not clip either")
    func uploads() throws {
        var numbers = SplitMix(seed: 11)
        for _ in 0..<10 {
            var kit = ClickKit(name: "own/a", label: "a", sounds: [:])
            for voice in ClickTick.Voice.allCases {
                let noise = (0..<ClickSound.longest).map { _ in Float.random(in: -1...1, using: &numbers) }
                kit.set(try #require(ClickSound(recorded: noise, peak: voice.peak)), of: voice)
            }
            let rhythm = Self.rhythm(
                Double.random(in: 30...240, using: &numbers), subdivision: Int.random(in: 1...4, using: &numbers),
                poly: (Int.random(in: 1...15, using: &numbers), Int.random(in: 1...15, using: &numbers)))
            #expect(Self.loudest(kit, rhythm, times: kit.headroom(for: rhythm)) <= Self.full)
        }
    }
}
