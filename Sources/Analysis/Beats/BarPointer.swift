import Glibc

/// The likeliest sequence of beats and bars through the evidence: a semi-Markov bar pointer.
///
/// A state is a beat that begins at a frame, lasts one of the periods of the tempo space and stands at one place of a bar. Only states
/// within `beam` of the best are kept, so the work follows what the music leaves open, not the size of the space.
struct BarPointer: ~Copyable {
    /// A beat of the decoded path.
    struct Step: Equatable {
        var frame: Int
        var lane: Int
    }

    /// How far below the best a state may fall before it is dropped, in log-likelihood.
    private static let beam: Float = 80
    /// The best of about the longest period is what a state is measured against: slow paths are paid late.
    private static let blockFrames = 32

    private let tempos: TempoSpace
    private let lanes: BarLanes
    private let gains: BeatGains
    /// For every frame and period the first vector of its row of scores, or -1.
    private var rows: [Int32]
    /// Scores after the beat's own gain, at the lane of the beat that follows.
    private var scores: [SIMD4<Float>] = []
    /// The highest score of each row.
    private var heights: [Float] = []

    init(tempos: TempoSpace, lanes: BarLanes, gains: consuming BeatGains) {
        self.tempos = tempos
        self.lanes = lanes
        self.gains = gains
        rows = Array(repeating: -1, count: self.gains.count * tempos.periods.count)
    }

    /// The path and its log-likelihood against a track without beats; empty where there is no room for a beat.
    mutating func decode() -> (path: [Step], score: Float) {
        advance()
        return trace()
    }

    private mutating func advance() {
        let periods = tempos.periods
        let reach = TempoSpace.reach
        let vectors = lanes.vectors
        let never = SIMD4<Float>(repeating: -.infinity)
        var reached = [SIMD4<Float>](repeating: never, count: periods.count * vectors)
        var touched = [Bool](repeating: false, count: periods.count)
        var values = [Float](repeating: -.infinity, count: vectors * BarLanes.width)
        let start = lanes.metre.map { -log(Float(lanes.metres[$0])) }
        let longestWindow = tempos.windows.last ?? 1
        let tails = Set(periods.indices.map { tempos.windows[$0] })
        var beatGain = [Float](repeating: 0, count: longestWindow + 1)
        var downGain = beatGain
        var best: Float = -.infinity
        var blocks = [Float](repeating: -.infinity, count: (periods.last ?? 1) / Self.blockFrames + 2)

        for frame in 0..<gains.count {
            if frame % Self.blockFrames == 0 {
                blocks[frame / Self.blockFrames % blocks.count] = -.infinity
                best = blocks.max() ?? best
            }
            for window in tails {
                beatGain[window] = gains.beat(at: frame, window: window)
                downGain[window] = gains.downbeat(at: frame, window: window)
            }
            let bar = best - Self.beam
            for from in periods.indices where frame >= periods[from] {
                let source = (frame - periods[from]) * periods.count + from
                let row = Int(rows[source])
                guard row >= 0 else { continue }
                let height = heights[row / vectors]
                for target in max(0, from - reach)...min(periods.count - 1, from + reach) {
                    let step = tempos.steps[from * TempoSpace.neighbours + target - from + reach]
                    let window = tempos.windows[target]
                    guard height + step + max(beatGain[window], downGain[window]) > bar else { continue }
                    touched[target] = true
                    let first = target * vectors
                    for vector in 0..<vectors {
                        let candidate = scores[row + vector] + step
                        let held = reached[first + vector]
                        reached[first + vector] = held.replacing(with: candidate, where: candidate .> held)
                    }
                }
            }
            for target in periods.indices {
                let isStart = frame < periods[target]
                guard touched[target] || isStart else { continue }
                touched[target] = false
                let window = tempos.windows[target]
                let first = target * vectors
                let prior = -log(Float(periods[target]))
                var height = -Float.infinity
                for lane in 0..<lanes.count {
                    var value = reached[first + lane / BarLanes.width][lane % BarLanes.width]
                    if isStart { value = max(value, prior + start[lane]) }
                    value += lanes.place[lane] == 0 ? downGain[window] : beatGain[window]
                    values[lanes.after[lane]] = value
                    height = max(height, value)
                }
                for vector in 0..<vectors { reached[first + vector] = never }
                guard height > bar else { continue }
                rows[frame * periods.count + target] = Int32(scores.count)
                heights.append(height)
                for vector in 0..<vectors {
                    let at = vector * BarLanes.width
                    scores.append(SIMD4(values[at], values[at + 1], values[at + 2], values[at + 3]))
                }
                best = max(best, height)
                let block = frame / Self.blockFrames % blocks.count
                blocks[block] = max(blocks[block], height)
            }
        }
    }

    private func score(row: Int, lane: Int) -> Float {
        scores[row + lane / BarLanes.width][lane % BarLanes.width]
    }

    private func trace() -> (path: [Step], score: Float) {
        let periods = tempos.periods
        let seconds = Float(gains.count) / Float(TempoSpace.framesPerSecond)
        var best = -Float.infinity
        var end = (frame: 0, period: 0, lane: 0)
        for period in periods.indices {
            for frame in max(0, gains.count - periods[period])..<gains.count {
                let row = Int(rows[frame * periods.count + period])
                guard row >= 0 else { continue }
                for lane in 0..<lanes.count {
                    let score = score(row: row, lane: lanes.after[lane]) + lanes.preference[lanes.metre[lane]] * seconds
                    if score > best {
                        best = score
                        end = (frame, period, lane)
                    }
                }
            }
        }
        guard best > -.infinity else { return ([], 0) }
        var path = [Step(frame: end.frame, lane: end.lane)]
        while let previous = predecessor(of: end) {
            end = previous
            path.append(Step(frame: end.frame, lane: end.lane))
        }
        path.reverse()
        return (path, best)
    }

    private func predecessor(of state: (frame: Int, period: Int, lane: Int)) -> (frame: Int, period: Int, lane: Int)? {
        let periods = tempos.periods
        var best = -Float.infinity
        if state.frame < periods[state.period] {
            best = -log(Float(periods[state.period])) - log(Float(lanes.metres[lanes.metre[state.lane]]))
        }
        var origin: (frame: Int, period: Int, lane: Int)?
        let reach = TempoSpace.reach
        for from in max(0, state.period - reach)...min(periods.count - 1, state.period + reach) {
            let frame = state.frame - periods[from]
            guard frame >= 0 else { continue }
            let row = Int(rows[frame * periods.count + from])
            guard row >= 0 else { continue }
            let step = tempos.steps[from * TempoSpace.neighbours + state.period - from + reach]
            let value = score(row: row, lane: state.lane) + step
            if value > best {
                best = value
                origin = (frame, from, lanes.before[state.lane])
            }
        }
        return origin
    }
}
