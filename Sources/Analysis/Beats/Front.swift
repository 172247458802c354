import Glibc

/// The states of the current frame: one row of lanes for every period.
struct Front: Sendable {
    /// Marks the first beat of a path, in place of a period.
    static let start: UInt8 = 255

    private static let never = SIMD4<Float>(repeating: -.infinity)

    private let lanes: BarLanes
    private let windows: [Int]
    private let distinctWindows: [Int]
    /// The log-prior of the first state: of its period, and of each lane.
    private let periodPrior: [Float]
    private let lanePrior: [SIMD4<Float>]
    private var rows: [SIMD4<Float>]
    /// The period that each score came from; `start` if the path begins with this beat.
    private var origins: [SIMD4<Int32>]
    private var reached: [Bool]
    /// The gains at this frame, by window length.
    private var beatGain: [Float]
    private var downbeatGain: [Float]

    init(tempos: TempoSpace, lanes: BarLanes) {
        self.lanes = lanes
        windows = tempos.windows
        distinctWindows = Set(tempos.windows).sorted()
        periodPrior = tempos.periods.map { -log(Float($0)) }
        let prior = lanes.metre.map { -log(Float(lanes.metres[$0])) }
        lanePrior = (0..<lanes.vectors).map { vector in
            var values = Self.never
            for lane in 0..<BarLanes.width where vector * BarLanes.width + lane < lanes.count {
                values[lane] = prior[vector * BarLanes.width + lane]
            }
            return values
        }
        rows = Array(repeating: Self.never, count: tempos.periods.count * lanes.vectors)
        origins = Array(repeating: SIMD4(repeating: Int32(Self.start)), count: rows.count)
        reached = Array(repeating: false, count: tempos.periods.count)
        beatGain = Array(repeating: 0, count: (distinctWindows.last ?? 0) + 1)
        downbeatGain = beatGain
    }

    mutating func enter(frame: Int, gains: borrowing BeatGains) {
        for window in distinctWindows {
            beatGain[window] = gains.beat(at: frame, window: window)
            downbeatGain[window] = gains.downbeat(at: frame, window: window)
        }
    }

    /// The largest gain that a beat of this period can have at this frame.
    func gain(period: Int) -> Float {
        max(beatGain[windows[period]], downbeatGain[windows[period]])
    }

    func isReached(_ period: Int) -> Bool { reached[period] }

    /// Continues the row of scores at `source`, for beats of period `origin` that end at this frame, with `period`. Each lane
    /// keeps the better score.
    mutating func reach(_ period: Int, from scores: Span<SIMD4<Float>>, source: Int, origin: Int, step: Float) {
        let vectors = lanes.vectors
        let target = period * vectors
        let origin = SIMD4(repeating: Int32(origin))
        reached[period] = true
        for vector in 0..<vectors {
            let candidate = scores[source + vector] + step
            let held = rows[target + vector]
            let better = candidate .> held
            rows[target + vector] = held.replacing(with: candidate, where: better)
            origins[target + vector] = origins[target + vector].replacing(with: origin, where: better)
        }
    }

    /// Adds the gain of the period's beat to its row and returns the row's highest score.
    mutating func close(_ period: Int, isStart: Bool) -> Float {
        let vectors = lanes.vectors
        let first = period * vectors
        let beat = SIMD4(repeating: beatGain[windows[period]])
        let downbeat = SIMD4(repeating: downbeatGain[windows[period]])
        let downbeats = lanes.downbeats
        let lanePrior = lanePrior
        let periodPrior = periodPrior[period]
        var highest = Self.never
        for vector in 0..<vectors {
            var value = rows[first + vector]
            if isStart {
                let prior = lanePrior[vector] + periodPrior
                let better = prior .>= value
                value.replace(with: prior, where: better)
                origins[first + vector].replace(with: Int32(Self.start), where: better)
            }
            value += beat.replacing(with: downbeat, where: downbeats[vector])
            rows[first + vector] = value
            highest.replace(with: value, where: value .> highest)
        }
        return highest.max()
    }

    /// Writes the period's row into `scores`, each score at the lane of the next beat, and appends the scores' origins to
    /// `trail`.
    func store(_ period: Int, into scores: inout [SIMD4<Float>], at row: Int, origins trail: inout Trail) {
        let first = period * lanes.vectors
        var carried: Float = -.infinity
        for vector in 0..<lanes.vectors {
            let value = rows[first + vector]
            scores[row + vector] = SIMD4(carried, value.x, value.y, value.z)
            carried = value.w
        }
        let origins = origins
        trail.append(origins.span, from: first)
        for (opening, closing) in lanes.turns {
            let value = rows[first + closing / BarLanes.width][closing % BarLanes.width]
            scores[row + opening / BarLanes.width][opening % BarLanes.width] = value
        }
    }

    mutating func clear(_ period: Int) {
        reached[period] = false
        for vector in 0..<lanes.vectors { rows[period * lanes.vectors + vector] = Self.never }
    }
}
