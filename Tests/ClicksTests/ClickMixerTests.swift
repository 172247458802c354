import Music
import Testing

@testable import Clicks

@Suite("Mixing clicks") struct ClickMixerTests {
    private static let kit = ClickKit(
        name: "own/a", label: "a",
        sounds: [.strong: ClickSound([0.5, 0.25, -0.125]), .soft: ClickSound([0.0625, 0.03125])])

    @Test("a click begins at its sample on both sides, is added to the music, and rings into the next chunk")
    func placed() {
        let music: [Float] = [0.1, 0.2, 0, 0, 0, 0, -0.1, -0.2]
        var chunk = music
        ClickMixer.add([ClickStroke(sample: 2, voice: .strong, gain: 0.5)], of: Self.kit, to: &chunk)
        #expect(chunk == [0.1, 0.2, 0, 0, 0.25, 0.25, -0.1 + 0.125, -0.2 + 0.125])
        var next = music
        ClickMixer.add([ClickStroke(sample: -2, voice: .strong, gain: 0.5)], of: Self.kit, to: &next)
        #expect(next == [0.1 - 0.0625, 0.2 - 0.0625, 0, 0, 0, 0, -0.1, -0.2])
        for far in [-3, 4, Int(Int32.min), Int(Int32.max)] {
            var same = music
            ClickMixer.add([ClickStroke(sample: far, voice: .strong, gain: 1)], of: Self.kit, to: &same)
            #expect(same == music)
        }
    }

    @Test("the sound is the same to the bit however it is cut into chunks")
    func anyChunks() {
        var numbers = SplitMix(seed: 5)
        for kit in ClickKit.builtIn {
            let count = 30_000
            let music = (0..<2 * count).map { _ in Float.random(in: -1...1, using: &numbers) }
            let strokes = (0..<40).map { _ in
                ClickStroke(
                    sample: Int.random(in: -6_000..<count, using: &numbers),
                    voice: ClickTick.Voice.allCases.randomElement(using: &numbers) ?? .soft,
                    gain: Float.random(in: 0...1, using: &numbers))
            }
            var whole = music
            ClickMixer.add(strokes, of: kit, to: &whole)
            var parts: [Float] = []
            var start = 0
            while start < count {
                let length = min(Int.random(in: 1...3_000, using: &numbers), count - start)
                var chunk = Array(music[2 * start..<2 * (start + length)])
                // Only those that are heard in the chunk, in any order.
                let heard = strokes.shuffled(using: &numbers).map {
                    ClickStroke(sample: $0.sample - start, voice: $0.voice, gain: $0.gain)
                }.filter { $0.sample < length && $0.sample > -ClickSound.longest }
                ClickMixer.add(heard, of: kit, to: &chunk)
                parts += chunk
                start += length
            }
            #expect(parts == whole, "\(kit.name)")
        }
    }
}
