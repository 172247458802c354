import Music

/// The ways to read a grid of beats at another level: faster, slower, in threes, or half a beat later.
struct GridReadings: Sendable {
    /// The tempi that a reading may have, in beats a minute.
    static let tempi = 29.0...310.0
    /// A reading has at least this many beats.
    private static let fewest = 4

    /// The beats of a reading: every `period`-th beat of the grid from `phase` on, both in beats of the grid.
    private struct Level {
        var period: Double
        var phase: Double
    }

    private static let levels = [
        Level(period: 1, phase: 0), Level(period: 1 / 2, phase: 0),
        Level(period: 2, phase: 0), Level(period: 2, phase: 1),
        Level(period: 1, phase: 1 / 2), Level(period: 2, phase: 1 / 2), Level(period: 2, phase: 3 / 2),
        Level(period: 1 / 3, phase: 0),
        Level(period: 3, phase: 0), Level(period: 3, phase: 1), Level(period: 3, phase: 2),
        Level(period: 2 / 3, phase: 0), Level(period: 2 / 3, phase: 1 / 3),
        Level(period: 3 / 2, phase: 0), Level(period: 3 / 2, phase: 1 / 2), Level(period: 3 / 2, phase: 1),
    ]

    /// Times in seconds of the beats of each reading; the grid itself is the first.
    let all: [[Double]]

    /// `times` are the beats of a grid, ascending, at least two.
    init(of times: [Double]) {
        precondition(times.count > 1, "a level is between beats")
        let last = Double(times.count - 1) + 1e-6
        let others = Self.levels.dropFirst().compactMap { level -> [Double]? in
            var found: [Double] = []
            var index = 0
            while level.phase + Double(index) * level.period <= last {
                found.append(Self.time(level.phase + Double(index) * level.period, in: times))
                index += 1
            }
            guard found.count >= Self.fewest, Self.tempi.contains(60 / Self.medianInterval(found)) else { return nil }
            return found
        }
        all = [times] + others
    }

    /// The time at a place between beats.
    private static func time(_ place: Double, in times: [Double]) -> Double {
        let whole = min(Int(place), times.count - 2)
        return times[whole] + (place - Double(whole)) * (times[whole + 1] - times[whole])
    }

    /// The median interval, in seconds.
    static func medianInterval(_ times: [Double]) -> Double {
        BeatGrid.median(zip(times, times.dropFirst()).map { $1 - $0 })
    }
}
