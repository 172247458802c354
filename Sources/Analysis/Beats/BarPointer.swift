import Glibc

/// Finds the likeliest sequence of beats and bars in the evidence, by the Viterbi algorithm on a semi-Markov bar pointer model.
///
/// A state is a beat that begins at a frame, lasts one of the periods of the tempo space and has a position in the bar. Only states
/// within a `Beam` of the best are kept, so clear music takes less work than ambiguous music, whatever the size of the space.
struct BarPointer: ~Copyable {
    /// A beat of the decoded path.
    struct Step: Equatable {
        var frame: Int
        var lane: Int
    }

    private typealias State = (frame: Int, period: Int, lane: Int)

    private let tempos: TempoSpace
    private let lanes: BarLanes
    private let gains: BeatGains
    /// Number of frames whose scores are kept: enough to continue a beat of the longest period.
    private let ringFrames: Int
    /// Ring buffer with a row of scores for each period of each frame. A score includes the gain of its beat and is stored at the
    /// lane of the next beat.
    private var scores: [SIMD4<Float>]
    /// The highest score of each row; minus infinity if none is kept.
    private var heights: [Float]
    /// For every frame and period, the index of its row in the trail, or -1.
    private var rows: [Int32]
    /// For every row kept, the period that each of its lanes came from.
    private var trail: Trail

    init(tempos: TempoSpace, lanes: BarLanes, gains: consuming BeatGains) {
        self.tempos = tempos
        self.lanes = lanes
        self.gains = gains
        let periods = tempos.periods.count
        ringFrames = (tempos.periods.last ?? 0) + 1
        scores = Array(repeating: SIMD4(repeating: -.infinity), count: ringFrames * periods * lanes.vectors)
        heights = Array(repeating: -.infinity, count: ringFrames * periods)
        rows = Array(repeating: -1, count: self.gains.count * periods)
        trail = Trail(vectors: lanes.vectors)
    }

    /// The best path and its log-likelihood ratio to a track without beats; empty if the track is too short for a beat.
    mutating func decode() -> (path: [Step], score: Float) {
        var front = Front(tempos: tempos, lanes: lanes)
        var beam = Beam(periods: tempos.periods.count, longest: tempos.periods.last ?? 1)
        for frame in 0..<gains.count {
            beam.enter(frame: frame)
            front.enter(frame: frame, gains: gains)
            spread(into: &front, frame: frame, beam: beam)
            settle(&front, frame: frame, beam: &beam)
        }
        guard let (end, score) = best() else { return ([], 0) }
        return (trace(back: end), score)
    }

    /// Extends every beat that ends at `frame` to the periods that the next beat may have.
    private func spread(into front: inout Front, frame: Int, beam: Beam) {
        let periods = tempos.periods.span
        let steps = tempos.steps.span
        let heights = heights.span
        let scores = scores.span
        let count = periods.count
        let reach = TempoSpace.reach
        for from in 0..<count where frame >= periods[from] {
            let row = (frame - periods[from]) % ringFrames * count + from
            let height = heights[row]
            guard height > -.infinity else { continue }
            for target in max(0, from - reach)...min(count - 1, from + reach) {
                let step = steps[from * TempoSpace.neighbours + target - from + reach]
                guard height + step + front.gain(period: target) > beam.bar(period: target) else { continue }
                front.reach(target, from: scores, source: row * lanes.vectors, origin: from, step: step)
            }
        }
    }

    /// Adds each state's own gain and drops those outside the beam.
    private mutating func settle(_ front: inout Front, frame: Int, beam: inout Beam) {
        let count = tempos.periods.count
        let slot = frame % ringFrames * count
        for period in 0..<count {
            heights[slot + period] = -.infinity
            let isStart = frame < tempos.periods[period]
            guard front.isReached(period) || isStart else { continue }
            let height = front.close(period, isStart: isStart)
            if height > beam.bar(period: period) {
                rows[frame * count + period] = Int32(trail.count)
                heights[slot + period] = height
                front.store(period, into: &scores, at: (slot + period) * lanes.vectors, origins: &trail)
                beam.raise(period: period, to: height)
            }
            front.clear(period)
        }
    }

    /// The best state among the beats that last to the end.
    private func best() -> (end: State, score: Float)? {
        let count = tempos.periods.count
        let seconds = Float(gains.count) / Float(TempoSpace.framesPerSecond)
        var best = -Float.infinity
        var end: State?
        for period in 0..<count {
            for frame in max(0, gains.count - tempos.periods[period])..<gains.count {
                let row = frame % ringFrames * count + period
                guard heights[row] > -.infinity else { continue }
                for lane in 0..<lanes.count {
                    let after = lanes.after[lane]
                    let score =
                        scores[row * lanes.vectors + after / BarLanes.width][after % BarLanes.width]
                        + lanes.preference[lanes.metre[lane]] * seconds
                    if score > best {
                        best = score
                        end = (frame, period, lane)
                    }
                }
            }
        }
        return end.map { ($0, best) }
    }

    private func trace(back end: State) -> [Step] {
        let count = tempos.periods.count
        var path: [Step] = []
        var state = end
        while true {
            path.append(Step(frame: state.frame, lane: state.lane))
            let row = Int(rows[state.frame * count + state.period])
            let origin = trail.origin(row, lane: state.lane)
            guard origin != Front.start else { return path.reversed() }
            state = (state.frame - tempos.periods[Int(origin)], Int(origin), lanes.before[state.lane])
        }
    }
}
