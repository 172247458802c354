/// Times a small piece of work in several rounds, and returns the median, the fastest and the slowest round.
struct Stopwatch {
    /// Nanoseconds that one piece of work took.
    struct Reading {
        let median: Double
        let fastest: Double
        let slowest: Double
    }

    private static let rounds = 9
    private let clock = ContinuousClock()
    private let roundTime: Duration

    /// The sum of the work's results, so that the compiler cannot remove the work as unused.
    private(set) var kept = 0

    /// Spends about `seconds` on each piece of work.
    init(seconds: Double) {
        roundTime = .seconds(seconds / Double(Self.rounds + 1))
    }

    /// Times `work`, which gets the number of repetitions.
    mutating func time(_ work: (Int) throws -> Int) rethrows -> Reading {
        var repetitions = 1
        var spent = try run(work, repetitions)
        // Find the number of repetitions that fill a round, and warm up the caches meanwhile.
        while spent < roundTime / 4 {
            repetitions *= 2
            spent = try run(work, repetitions)
        }
        repetitions = max(1, Int(Double(repetitions) * (roundTime / spent)))
        var readings: [Double] = []
        for _ in 0..<Self.rounds {
            let (seconds, attoseconds) = try run(work, repetitions).components
            readings.append((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(repetitions))
        }
        readings.sort()
        return Reading(median: readings[Self.rounds / 2], fastest: readings[0], slowest: readings[Self.rounds - 1])
    }

    private mutating func run(_ work: (Int) throws -> Int, _ repetitions: Int) rethrows -> Duration {
        let start = clock.now
        kept &+= try work(repetitions)
        return start.duration(to: clock.now)
    }
}
