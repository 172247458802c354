import Glibc
import Signal

/// Finds the likeliest beats in the evidence, by the Viterbi algorithm on a semi-Markov model.
///
/// A state is a beat that begins at a frame and lasts one of the periods of the tempo space; the next beat begins where it ends, with a
/// period that differs little. Frames are read in order. They may be read again when their evidence has become better.
///
/// Bars are not searched for: the bar network hears where they begin.
struct BeatPointer: Sendable {
    /// Beats up to the last frame that was read.
    struct Path: Equatable {
        /// The frames in which they begin, ascending.
        var frames: [Int]
        /// Frames from the last beat to the next.
        var period: Int
    }

    /// How long ago a beat may have ended that a path jumps from: the evidence may pause.
    private static let longestPause = 100
    /// Periods are processed in vectors of eight.
    private static let width = 8
    /// Room for periods that do not exist, before the first and after the last.
    private static let margin = 8
    /// Scores are reduced when they pass this, so that they stay exact for days.
    private static let tooLarge: Float = 4096

    private let tempos: TempoSpace
    /// The log-likelihood that a path loses when it goes on with any period at all; infinite if it may not.
    private let jump: Float
    /// How many of the newest frames have scores.
    private let kept: Int
    /// The number of periods, rounded up to whole vectors.
    private let rowLength: Int
    /// The log-prior of a first beat, by period.
    private let openings: [Float]
    /// For each distance between two periods, a row of log-probabilities of the step to each period.
    private let steps: [Float]
    /// Ring of rows: for every frame and period, the score of the best path whose last beat begins there.
    private var scores: [Float]
    /// Ring: the best score of a path whose last beat ends at the frame.
    private var ends: [Float]
    /// The frame in which the music begins: a first beat may begin less than its period later.
    var start = 0
    /// Where the next unread frame is.
    private(set) var end = 0

    init(tempos: TempoSpace, jump: Float = .infinity, keeping frames: Int) {
        self.tempos = tempos
        self.jump = jump
        let count = tempos.periods.count
        kept = frames + tempos.longestPeriod + 1
        rowLength = (count + Self.width - 1) / Self.width * Self.width
        openings = tempos.periods.map { -log(Float($0)) } + Array(repeating: -.infinity, count: rowLength - count)
        var steps = [Float](repeating: -.infinity, count: TempoSpace.neighbours * rowLength)
        for (from, to, step) in tempos.steps { steps[(to - from + TempoSpace.reach) * rowLength + to] = step }
        self.steps = steps
        scores = Array(repeating: -.infinity, count: kept * rowLength)
        ends = Array(repeating: -.infinity, count: kept)
    }

    /// Reads frames from `first` on; what it made of them before is forgotten. The gains begin at that frame and end with the last to read.
    mutating func read(from first: Int, gains: BeatGains) {
        precondition(first <= end && gains.count + tempos.longestPeriod < kept, "frames are read in order, and all are kept")
        var ending = [Float](repeating: -.infinity, count: Self.margin + rowLength + Self.margin)
        var row = [Float](repeating: -.infinity, count: rowLength)
        var gain = [Float](repeating: 0, count: tempos.longestWindow + 1)
        for frame in first..<first + gains.count {
            arrive(at: frame, &ending)
            open(at: frame, &row)
            extend(&row, from: ending)
            for window in tempos.distinctWindows { gain[window] = gains.gain(at: frame - first, window: window) }
            let place = frame % kept * rowLength
            for period in tempos.periods.indices { scores[place + period] = row[period] + gain[tempos.windows[period]] }
        }
        end = first + gains.count
        if ends[(end - 1) % kept] > Self.tooLarge { reduce() }
    }

    /// Looks up the scores of the beats that end at a frame.
    private mutating func arrive(at frame: Int, _ ending: inout [Float]) {
        var best = -Float.infinity
        for (index, period) in tempos.periods.enumerated() {
            let score = frame >= period ? scores[(frame - period) % kept * rowLength + index] : -.infinity
            ending[Self.margin + index] = score
            best = max(best, score)
        }
        ends[frame % kept] = best
    }

    /// Writes the scores of paths that begin at a frame, or jump there.
    private func open(at frame: Int, _ row: inout [Float]) {
        let base = base(at: frame)
        for (index, period) in tempos.periods.enumerated() {
            row[index] = openings[index] + beginning(at: frame, period, base)
        }
    }

    /// The score of a path up to a frame where it begins or jumps to.
    private func beginning(at frame: Int, _ period: Int, _ base: Float) -> Float { frame < start + period ? max(base, 0) : base }

    /// The score that a path has after a jump to a frame.
    private func base(at frame: Int) -> Float {
        guard jump < .infinity else { return -.infinity }
        var best = -Float.infinity
        for earlier in max(0, frame - Self.longestPause)...frame { best = max(best, ends[earlier % kept]) }
        return best - jump
    }

    /// Raises the scores of a row to those of paths that continue beats that end there.
    private func extend(_ row: inout [Float], from ending: [Float]) {
        let (rowLength, reach) = (rowLength, TempoSpace.reach)
        unsafe row.withUnsafeMutableBufferPointer { row in
            unsafe ending.withUnsafeBufferPointer { ending in
                unsafe steps.withUnsafeBufferPointer { steps in
                    guard let row = row.baseAddress, let ending = ending.baseAddress, let steps = steps.baseAddress else { return }
                    for first in stride(from: 0, to: rowLength, by: Self.width) {
                        var best = unsafe SIMD8<Float>(reading: row + first)
                        for distance in 0..<TempoSpace.neighbours {
                            let from = unsafe SIMD8<Float>(reading: ending + Self.margin + first + reach - distance)
                            let score = unsafe from + SIMD8(reading: steps + distance * rowLength + first)
                            best.replace(with: score, where: score .> best)
                        }
                        unsafe best.write(to: row + first)
                    }
                }
            }
        }
    }

    private mutating func reduce() {
        let less = ends[(end - 1) % kept]
        for index in scores.indices { scores[index] -= less }
        for index in ends.indices { ends[index] -= less }
    }

    /// The best path, back to its beginning, to its last jump, or to frame `first`, which must be kept; nil before the first frame.
    func path(since first: Int = 0) -> Path? {
        guard end > 0, var (frame, index) = best() else { return nil }
        let period = tempos.periods[index]
        let oldest = max(first, end - kept + tempos.longestPeriod + 1)
        var frames: [Int] = []
        while frame >= oldest {
            frames.append(frame)
            guard let before = origin(ofBeatAt: frame, index) else { break }
            index = before
            frame -= tempos.periods[before]
        }
        return Path(frames: frames.reversed(), period: period)
    }

    /// The frame and the period of the last beat of the best path.
    private func best() -> (frame: Int, period: Int)? {
        var (best, state) = (-Float.infinity, (frame: 0, period: 0))
        for (index, period) in tempos.periods.enumerated() {
            for frame in max(0, end - period)..<end where scores[frame % kept * rowLength + index] > best {
                (best, state) = (scores[frame % kept * rowLength + index], (frame, index))
            }
        }
        return best > -.infinity ? state : nil
    }

    /// The period of the beat that the best path to a beat comes from; nil if it begins there. The sums are those of `extend`.
    private func origin(ofBeatAt frame: Int, _ period: Int) -> Int? {
        let base = base(at: frame)
        var best = openings[period] + beginning(at: frame, tempos.periods[period], base)
        var origin: Int?
        for distance in 0..<TempoSpace.neighbours {
            let from = period + TempoSpace.reach - distance
            guard tempos.periods.indices.contains(from), frame >= tempos.periods[from] else { continue }
            let score = scores[(frame - tempos.periods[from]) % kept * rowLength + from] + steps[distance * rowLength + period]
            if score > best { (best, origin) = (score, from) }
        }
        return origin
    }
}
