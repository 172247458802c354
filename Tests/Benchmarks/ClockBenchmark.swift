import Session
import Yardstick

/// Measures how well simulated screens agree on the server's clock, on networks from bad to good, compared with the usual
/// estimator.
enum ClockBenchmark {
    private static let titles = [
        "network, ms", "clock", "0.5 s p50", "p95", "p99", "2 s p50", "p95", "p99", "30 s on p50", "p95", "p99",
        "bound at 2 s", "holds %", "30 s on", "holds %",
    ]
    private static let step = 0.05

    static func run(_ options: BenchmarkOptions) {
        let seconds = Double(options.number("seconds", default: 600))
        let clients = options.number("clients", default: 100)
        let seed = UInt64(options.number("seed", default: 1))
        print("\(clients / 2) pairs of clients for \(Int(seconds)) s on each network, seed \(seed)")
        print("how far apart the times are that two clients show, in ms")
        var table = Table(titles)
        for network in Network.all {
            var shown = Scores()
            var usual = Scores()
            for pair in 0..<UInt64(clients / 2) {
                let trials = (0..<2).map {
                    ClockTrial(network, seconds: seconds, seed: seed &* 1_000_003 &+ 2 &* pair &+ $0)
                }
                shown.add(trials.map { errors(of: FollowingClock(), in: $0, seconds: seconds) })
                usual.add(trials.map { errors(of: ShortestRoundTrip(), in: $0, seconds: seconds) })
            }
            table.add([network.name, "ours"] + shown.cells)
            table.add(["", "shortest of 16"] + usual.cells)
        }
        print(table)
        print("one message heard, all included: \(Table.number(cost(seed: seed), digits: 2)) us")
    }

    /// The mean time in microseconds that a clock takes for a message, over two minutes of messages on bad Wi-Fi.
    private static func cost(seed: UInt64) -> Double {
        let trial = ClockTrial(.wifi, seconds: 120, seed: seed)
        var clock = FollowingClock()
        let watch = ContinuousClock().measure {
            for (_, event) in trial.events { clock.hear(event) }
        }
        return watch / .microseconds(1) / Double(trial.events.count)
    }

    /// The error of a client's clock at each step, and the clock's own error bound; nil before the first estimate.
    private static func errors(
        of estimator: some Estimator, in trial: ClockTrial, seconds: Double
    ) -> [(error: Double, bound: Double)?] {
        var estimator = estimator
        var events = trial.events[...]
        return (1..<Int(seconds / step)).map { index in
            let moment = Double(index) * step
            while let next = events.first, next.moment <= moment {
                estimator.hear(next.event)
                events.removeFirst()
            }
            let client = trial.client(at: moment)
            guard let reading = estimator.reading(at: Int64(client)) else { return nil }
            return (reading.time + client - client.rounded(.down) - ClockTrial.server(at: moment), reading.bound)
        }
    }

    /// The differences within pairs of clients and the clients' own error bounds, in three periods after connecting.
    private struct Scores {
        private struct Stretch {
            let range: ClosedRange<Double>
            var differences: [Double] = []
            var bounds: [Double] = []
            var held = 0
        }

        private var stretches = [0.45...0.55, 1.9...2.1, 30...Double.infinity].map { Stretch(range: $0) }

        mutating func add(_ pair: [[(error: Double, bound: Double)?]]) {
            for (index, (one, other)) in zip(pair[0], pair[1]).enumerated() {
                let moment = Double(index + 1) * ClockBenchmark.step
                for place in stretches.indices where stretches[place].range.contains(moment) {
                    let difference = if let one, let other { abs(one.error - other.error) } else { Double.infinity }
                    stretches[place].differences.append(difference)
                    for case .some(let reading) in [one, other] {
                        stretches[place].bounds.append(reading.bound)
                        if abs(reading.error) <= reading.bound { stretches[place].held += 1 }
                    }
                }
            }
        }

        var cells: [String] {
            stretches.flatMap { stretch in [0.5, 0.95, 0.99].map { Self.milliseconds($0, of: stretch.differences) } }
                + stretches.dropFirst().flatMap { stretch in
                    let share = 100 * Double(stretch.held) / Double(max(1, stretch.bounds.count))
                    let bound = Self.milliseconds(0.5, of: stretch.bounds)
                    return [bound, bound == "-" ? "-" : Table.number(share, digits: 1)]
                }
        }

        private static func milliseconds(_ share: Double, of values: [Double]) -> String {
            guard !values.isEmpty else { return "-" }
            let value = values.sorted()[Int(Double(values.count - 1) * share)]
            return value.isFinite ? Table.number(value / 1000, digits: 2) : "-"
        }
    }
}

/// A client's clock under test.
private protocol Estimator {
    mutating func hear(_ event: ClockTrial.Event)
    /// The server's time and how far it may be off, in microseconds.
    func reading(at client: Int64) -> (time: Double, bound: Double)?
}

/// The estimator of downbeat's screens.
extension FollowingClock: Estimator {
    fileprivate func reading(at client: Int64) -> (time: Double, bound: Double)? {
        guard let estimate = filter.estimate, let time = shown.time(at: client) else { return nil }
        return (Double(time.microseconds), estimate.errorBound(at: client))
    }
}

/// The usual estimator: the offset of the ping with the shortest round trip among the last 16.
private struct ShortestRoundTrip: Estimator {
    private var last: [(roundTrip: Int64, offset: Double)] = []

    mutating func hear(_ event: ClockTrial.Event) {
        guard case .ping(let asked, let read, let answered, let heard) = event else { return }
        last.append((heard - asked - (answered - read), Double(read - asked + answered - heard) / 2))
        if last.count > 16 { last.removeFirst() }
    }

    func reading(at client: Int64) -> (time: Double, bound: Double)? {
        last.min { $0.roundTrip < $1.roundTrip }.map { (Double(client) + $0.offset, .infinity) }
    }
}
