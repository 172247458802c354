import Glibc
import Testing

@testable import Analysis

struct BeatPointerTests {
    /// Frames that are read at a time.
    private static let step = 20

    /// Reads all evidence; each time, also `again` frames that were read before.
    private func read(_ evidence: BeatEvidence, again: Int = 0) -> BeatPointer {
        let fine = FineEvidence(evidence)
        var pointer = BeatPointer(tempos: .music, jump: 15, keeping: 1000)
        var end = Self.step
        while end <= fine.beat.count {
            let from = max(0, pointer.end - again)
            pointer.read(from: from, gains: BeatGains(fine.beat.span.extracting(from..<end)))
            end += Self.step
        }
        return pointer
    }

    @Test("no other path scores higher", arguments: 0..<20)
    func best(seed: UInt64) throws {
        let tempos = TempoSpace(slowest: 300, fastest: 600, count: 7)
        var numbers = SeededNumbers(seed: seed)
        let evidence = numbers.numbers(90).map { max(0, $0) }
        let gains = BeatGains(evidence.span)
        /// The best path that begins with this beat: its score without the prior, and its frames.
        func rest(_ frame: Int, _ index: Int) -> (score: Float, frames: [Int]) {
            let gain = gains.gain(at: frame, window: tempos.windows[index])
            let next = frame + tempos.periods[index]
            guard next < evidence.count else { return (gain, [frame]) }
            let nexts = tempos.steps.filter { $0.from == index }.map { known(next, $0.to, plus: $0.step) }
            let best = nexts.max { $0.score < $1.score }
            return (gain + (best?.score ?? 0), [frame] + (best?.frames ?? []))
        }
        var memory: [SIMD2<Int>: (score: Float, frames: [Int])] = [:]
        func known(_ frame: Int, _ index: Int, plus step: Float) -> (score: Float, frames: [Int]) {
            let state = SIMD2(frame, index)
            let found = memory[state] ?? rest(frame, index)
            memory[state] = found
            return (found.score + step, found.frames)
        }
        let starts = tempos.periods.enumerated().flatMap { index, period in
            (0..<period).map { known($0, index, plus: -log(Float(period))) }
        }
        var pointer = BeatPointer(tempos: tempos, keeping: evidence.count)
        pointer.read(from: 0, gains: gains)
        #expect(pointer.path()?.frames == starts.max { $0.score < $1.score }?.frames)
    }

    @Test("what is read again replaces what was read")
    func again() throws {
        let evidence = madeEvidence(beats: madeBeats(seconds: 20) { _ in 0.5 }, seconds: 20)
        let once = try #require(read(evidence, again: 20).path(since: 1000))
        let often = try #require(read(evidence, again: 200).path(since: 1000))
        #expect(once == often)
        #expect(once.frames.count > 15)
    }

    @Test("a tempo that steps by 8 % is followed within four seconds", arguments: [0.92, 1.08])
    func follows(_ factor: Double) throws {
        let beats = madeBeats(seconds: 24) { $0 < 20 ? 0.5 : 0.5 * factor }
        let pointer = read(madeEvidence(beats: beats, seconds: 24))
        let steps = try #require(pointer.path(since: 1400)).frames.map { Double($0) / 100 }
        let late = beats.filter { $0 > beats[20] + 4 && $0 < 23.5 }
        for beat in late { #expect(steps.contains { abs($0 - beat) < 0.03 }, "\(beat) of \(steps)") }
        #expect(steps.filter { $0 > late[0] + 0.05 && $0 < late[late.count - 1] - 0.05 }.count == late.count - 2)
    }

    @Test("after minutes it reads as after seconds")
    func long() throws {
        let beats = madeBeats(seconds: 400) { _ in 0.5 }
        let path = try #require(read(madeEvidence(beats: beats, seconds: 400)).path(since: 39_100))
        for frame in path.frames {
            let nearest = beats.map { abs($0 - Double(frame) / 100) }.min() ?? 1
            #expect(nearest < 0.05)
        }
        #expect(path.frames.count > 15)
    }
}
