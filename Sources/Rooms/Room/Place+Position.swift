import Music
import Session

extension Wish.Place {
    /// The position of a place, given the current position; places in beats and bars need a score with beats.
    func position(from now: MediaTime, in score: (any Score)?) throws(MessageProblem) -> MediaTime {
        switch self {
        case .position(let position): return position
        case .by(let distance): return now + distance
        case .beat(let beat): return try Self.time(ofBeat: beat, in: score)
        case .bar(let bar): return try Self.time(ofBar: bar, in: score)
        case .byBeats(let count):
            let grid = try Self.grid(score).grid
            guard let phase = grid.phase(at: now) else { throw Self.noGrid }
            return try Self.time(ofBeat: min(max(phase.beat + count, 0), grid.beats.count - 1), in: score)
        case .byBars(let count):
            let score = try Self.grid(score)
            guard let phase = score.grid.phase(at: now) else { throw Self.noGrid }
            let bar = score.bars[min(max(phase.beat, 0), score.bars.count - 1)]
            return try Self.time(ofBar: min(max(bar + count, 1), score.bars.last ?? 1), in: score)
        }
    }

    private static var noGrid: MessageProblem {
        MessageProblem(.noGrid, "No beats are known of what plays.")
    }

    private static func grid(_ score: (any Score)?) throws(MessageProblem) -> any Score {
        guard let score, !score.grid.beats.isEmpty else { throw noGrid }
        return score
    }

    private static func time(ofBeat beat: Int, in score: (any Score)?) throws(MessageProblem) -> MediaTime {
        let beats = try grid(score).grid.beats
        guard beats.indices.contains(beat) else {
            throw MessageProblem(.badValue, "beat must be a whole number from 0 to \(beats.count - 1).")
        }
        return beats[beat].time
    }

    private static func time(ofBar bar: Int, in score: (any Score)?) throws(MessageProblem) -> MediaTime {
        let score = try grid(score)
        guard let beat = score.bars.firstIndex(of: bar) else {
            guard let last = score.bars.last, last > 0 else {
                throw MessageProblem(.noGrid, "No bars are known of what plays.")
            }
            throw MessageProblem(.badValue, "bar must be a whole number from 1 to \(last).")
        }
        return score.grid.beats[beat].time
    }
}
