import Glibc
import Testing

@testable import Analysis

struct BeatRefinerTests {
    private func clicks(at times: [Double], seconds: Double) -> [Float] {
        var sound = [Float](repeating: 0, count: Int(seconds * 44_100))
        for time in times {
            let first = Int((time * 44_100).rounded())
            for index in 0..<800 where first + index < sound.count {
                sound[first + index] += cosf(Float(index) * 0.21) * expf(-Float(index) / 200) * 0.6
            }
        }
        return sound
    }

    @Test("a beat near a click is moved to it, also between frames", arguments: [-18.0, -7.3, 0.4, 5.5, 11.2, 17.9])
    func clicks(milliseconds: Double) {
        let times = madeBeats(from: 0.513, seconds: 12) { _ in 0.4871 }
        var envelope = OnsetEnvelope()
        envelope.push(clicks(at: times, seconds: 13).span)
        let refined = BeatRefiner().refine(times.map { $0 + milliseconds / 1_000 }, by: envelope)
        let worst = zip(refined, times).map { abs($0 - $1) }.max() ?? 1
        #expect(worst < 0.001)
    }

    @Test("beats in silence are not moved")
    func silence() {
        var envelope = OnsetEnvelope()
        envelope.push([Float](repeating: 0, count: 44_100 * 5).span)
        let times = [0.5, 1.0, 1.5, 2.0]
        #expect(BeatRefiner().refine(times, by: envelope) == times)
    }

    @Test("a beat without a sound is moved with its neighbours")
    func silentBeat() {
        let times = madeBeats(from: 0.5, seconds: 12) { _ in 0.5 }
        var sounding = times
        sounding.remove(at: 9)
        var envelope = OnsetEnvelope()
        envelope.push(clicks(at: sounding, seconds: 13).span)
        let refined = BeatRefiner().refine(times.map { $0 + 0.009 }, by: envelope)
        #expect(abs(refined[9] - times[9]) < 0.002)
    }

    @Test("any split of the samples gives the same envelope")
    func split() {
        var numbers = SeededNumbers(seed: 3)
        let sound = numbers.numbers(44_100)
        var whole = OnsetEnvelope()
        whole.push(sound.span)
        var pieces = OnsetEnvelope()
        var start = 0
        for size in [1, 7, 44, 45, 46, 4_096, 20_000, 19_861] {
            pieces.push(sound.span.extracting(start..<start + size))
            start += size
        }
        #expect(whole.rises(around: 0.5, reach: 28) == pieces.rises(around: 0.5, reach: 28))
    }
}
