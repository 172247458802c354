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
            let beats = try Self.beats(score, around: now)
            guard let phase = beats.grid.phase(at: now) else { throw Self.noGrid }
            // Before the first beat there is only the beginning.
            if phase.beat < 0, phase.beat + count < 0 { return .zero }
            return try Self.time(ofBeat: min(max(phase.beat + count, 0), beats.grid.beats.count - 1), in: score)
        case .byBars(let count):
            let beats = try Self.beats(score, around: now)
            guard let phase = beats.grid.phase(at: now) else { throw Self.noGrid }
            let bar = phase.beat < 0 ? 0 : beats.bars[min(phase.beat, beats.bars.count - 1)]
            if bar < 1, bar + count < 1, beats.bars.contains(where: { $0 > 0 }) { return .zero }
            return try Self.time(ofBar: min(max(bar + count, 1), beats.bars.last ?? 1), in: score)
        }
    }

    private static var noGrid: MessageProblem {
        MessageProblem(.noGrid, "No beats are known of what plays.")
    }

    private static func beats(_ score: (any Score)?, around position: MediaTime = .zero) throws(MessageProblem) -> ScoreBeats {
        // Nothing can be sought in what has no end.
        guard let beats = score?.beats(around: position..<position), beats.total != nil, !beats.grid.beats.isEmpty else {
            throw noGrid
        }
        return beats
    }

    private static func time(ofBeat beat: Int, in score: (any Score)?) throws(MessageProblem) -> MediaTime {
        let beats = try beats(score).grid.beats
        guard beats.indices.contains(beat) else {
            throw MessageProblem(.badValue, "beat must be a whole number from 0 to \(beats.count - 1).")
        }
        return beats[beat].time
    }

    private static func time(ofBar bar: Int, in score: (any Score)?) throws(MessageProblem) -> MediaTime {
        let beats = try beats(score)
        guard let beat = beats.bars.firstIndex(of: bar) else {
            guard let last = beats.bars.last, last > 0 else {
                throw MessageProblem(.noGrid, "No bars are known of what plays.")
            }
            throw MessageProblem(.badValue, "bar must be a whole number from 1 to \(last).")
        }
        return beats.grid.beats[beat].time
    }
}
