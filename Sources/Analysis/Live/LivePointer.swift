import Glibc

/// The bar pointer of a sound that never ends: the likeliest beats and bars up to now, by the Viterbi algorithm.
///
/// It has the states of `BarPointer`, and a path may also jump from any state to any other at a fixed price: so a new song, or a beat that
/// was taken at half its tempo, is noticed as soon as the new reading has gained that much more. Frames may be read again when
/// their evidence has become better. It keeps the last ten seconds.
struct LivePointer: Sendable {
    /// A beat of the path: the frame in which it begins, and its lane.
    struct Step: Equatable {
        var frame: Int
        var lane: Int
    }

    /// A path up to now.
    struct Path {
        /// Oldest first.
        var steps: [Step]
        /// Frames from the last beat to the next.
        var period: Int
    }

    /// Log-likelihood that a jump costs.
    private static let jump: Float = 15
    /// Frames that are kept, a power of two.
    static let kept = 1024
    /// Marks the first beat of a path, in place of a period.
    private static let start: UInt8 = 255
    /// Scores are reduced when they pass this, so that they stay exact for days.
    private static let tooLarge: Float = 4096
    private static let never = SIMD4<Float>(repeating: -.infinity)

    let tempos: TempoSpace
    let lanes: BarLanes
    /// Log-prior of a path's first beat, by period and lane, and of each beat by its metre.
    private let firstPriors: [SIMD4<Float>]
    private let beatPriors: [SIMD4<Float>]
    /// The least that a path loses by a jump.
    private let leastLoss: Float
    private let distinctWindows: [Int]
    /// Ring of frames, a row of lanes for each period: the score of the best path whose last beat begins there, stored at the
    /// lane of the next beat.
    private var scores: [SIMD4<Float>]
    /// The highest score of each row.
    private var heights: [Float]
    /// The period that each score came from, at the lane of its own beat.
    private var origins: [SIMD4<UInt8>]
    /// By frame, the highest score of all beats that are not over.
    private var tops: [Float]
    private var beatGain: [Float]
    private var downbeatGain: [Float]
    /// Where the next unread frame is.
    private(set) var end = 0

    init(tempos: TempoSpace, lanes: BarLanes) {
        self.tempos = tempos
        self.lanes = lanes
        let (periods, vectors) = (tempos.periods.count, lanes.vectors)
        let lanePrior = Self.vectors(of: lanes) { -log(Float(lanes.metres[lanes.metre[$0]])) }
        let preference = Self.vectors(of: lanes) { lanes.preference[lanes.metre[$0]] }
        firstPriors = tempos.periods.flatMap { period in lanePrior.map { $0 - log(Float(period)) } }
        beatPriors = tempos.periods.flatMap { period in
            preference.map { $0 * (Float(period) / Float(TempoSpace.framesPerSecond)) }
        }
        leastLoss = Self.jump + log(Float(tempos.periods.last ?? 1)) + log(Float(lanes.metres.max() ?? 1))
        distinctWindows = Set(tempos.windows).sorted()
        scores = Array(repeating: Self.never, count: Self.kept * periods * vectors)
        heights = Array(repeating: -.infinity, count: Self.kept * periods)
        origins = Array(repeating: SIMD4(repeating: Self.start), count: Self.kept * periods * vectors)
        tops = Array(repeating: 0, count: Self.kept)
        beatGain = Array(repeating: 0, count: (distinctWindows.last ?? 0) + 1)
        downbeatGain = beatGain
    }

    private static func vectors(of lanes: BarLanes, _ value: (Int) -> Float) -> [SIMD4<Float>] {
        (0..<lanes.vectors).map { vector in
            var values = never
            for lane in 0..<BarLanes.width where vector * BarLanes.width + lane < lanes.count {
                values[lane] = value(vector * BarLanes.width + lane)
            }
            return values
        }
    }

    /// Reads frames from `from` on; what it made of them before is forgotten. The gains begin at frame `origin` and end with the last frame to read.
    mutating func read(from: Int, gains: borrowing BeatGains, origin: Int) {
        let last = origin + gains.count
        precondition(from <= end && from >= origin && last - from < Self.kept / 2, "frames are read in order")
        for frame in from..<last {
            let top = frame == 0 ? 0 : tops[(frame - 1) % Self.kept]
            for window in distinctWindows {
                beatGain[window] = gains.beat(at: frame - origin, window: window)
                downbeatGain[window] = gains.downbeat(at: frame - origin, window: window)
            }
            for period in tempos.periods.indices { extend(to: period, frame: frame, top: top) }
            tops[frame % Self.kept] = highest(at: frame)
        }
        end = last
        if tops[(end - 1) % Self.kept] > Self.tooLarge { reduce() }
    }

    /// Finds the best paths whose last beat begins at `frame` and has this period.
    private mutating func extend(to period: Int, frame: Int, top: Float) {
        let (tempos, lanes) = (tempos, lanes)
        let (count, vectors, periods, steps) = (tempos.periods.count, lanes.vectors, tempos.periods.span, tempos.steps.span)
        let base = top - Self.jump
        var rows = InlineArray<8, SIMD4<Float>>(repeating: Self.never)
        var from = InlineArray<8, SIMD4<Int32>>(repeating: SIMD4(repeating: Int32(Self.start)))
        precondition(vectors <= 8, "a row has at most 32 lanes")
        for vector in 0..<vectors { rows[vector] = firstPriors[period * vectors + vector] + base }
        // A score that is lower than every jump cannot win.
        let least = top - leastLoss
        for earlier in max(0, period - TempoSpace.reach)...min(count - 1, period + TempoSpace.reach) {
            let start = frame - periods[earlier]
            guard start >= 0 else { continue }
            let row = start % Self.kept * count + earlier
            let step = steps[earlier * TempoSpace.neighbours + period - earlier + TempoSpace.reach]
            guard heights[row] + step > least else { continue }
            for vector in 0..<vectors {
                let candidate = scores[row * vectors + vector] + step
                let better = candidate .> rows[vector]
                rows[vector].replace(with: candidate, where: better)
                from[vector].replace(with: Int32(earlier), where: better)
            }
        }
        let window = tempos.windows[period]
        let (beat, downbeat) = (SIMD4(repeating: beatGain[window]), SIMD4(repeating: downbeatGain[window]))
        let row = frame % Self.kept * count + period
        var highest = Self.never
        var carried: Float = -.infinity
        for vector in 0..<vectors {
            let value =
                rows[vector] + beat.replacing(with: downbeat, where: lanes.downbeats[vector])
                + beatPriors[period * vectors + vector]
            rows[vector] = value
            highest.replace(with: value, where: value .> highest)
            scores[row * vectors + vector] = SIMD4(carried, value.x, value.y, value.z)
            carried = value.w
            origins[row * vectors + vector] = SIMD4<UInt8>(truncatingIfNeeded: from[vector])
        }
        for (opening, closing) in lanes.turns {
            let value = rows[closing / BarLanes.width][closing % BarLanes.width]
            scores[row * vectors + opening / BarLanes.width][opening % BarLanes.width] = value
        }
        heights[row] = highest.max()
    }

    /// The highest score of the beats that have begun by `frame` and are not over.
    private func highest(at frame: Int) -> Float {
        var highest = -Float.infinity
        let (count, heights) = (tempos.periods.count, heights.span)
        for (period, length) in tempos.periods.enumerated() {
            for start in max(0, frame - length + 1)...frame {
                highest = max(highest, heights[start % Self.kept * count + period])
            }
        }
        return highest
    }

    private mutating func reduce() {
        let less = tops[(end - 1) % Self.kept]
        for index in scores.indices { scores[index] -= less }
        for index in heights.indices { heights[index] -= less }
        for index in tops.indices { tops[index] -= less }
    }

    /// The best path, as far back as frame `first`, which must be kept; nil before the first frame.
    func path(since first: Int) -> Path? {
        guard end > 0 else { return nil }
        let (count, vectors) = (tempos.periods.count, lanes.vectors)
        var (best, period, frame) = (-Float.infinity, 0, 0)
        for (candidate, length) in tempos.periods.enumerated() {
            for start in max(0, end - length)..<end where heights[start % Self.kept * count + candidate] > best {
                (best, period, frame) = (heights[start % Self.kept * count + candidate], candidate, start)
            }
        }
        guard best > -.infinity else { return nil }
        // The row is stored at the lanes of the next beats.
        let row = (frame % Self.kept * count + period) * vectors
        let lane = (0..<lanes.count).first { lane in
            let after = lanes.after[lane]
            return scores[row + after / BarLanes.width][after % BarLanes.width] == best
        }
        guard var lane else { return nil }
        let path = tempos.periods[period]
        let oldest = max(first, end - Self.kept + 1)
        var steps: [Step] = []
        while frame >= oldest {
            steps.append(Step(frame: frame, lane: lane))
            let origin = origins[(frame % Self.kept * count + period) * vectors + lane / BarLanes.width][lane % BarLanes.width]
            guard origin != Self.start else { break }
            period = Int(origin)
            frame -= tempos.periods[period]
            lane = lanes.before[lane]
        }
        return Path(steps: steps.reversed(), period: path)
    }
}
