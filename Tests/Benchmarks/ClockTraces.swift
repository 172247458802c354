import Session
import Yardstick

/// Prints events that simulated clients received and the readings of their clocks, as test data for both implementations.
enum ClockTraces {
    /// Events from one reading to the next.
    private static let every = 5

    static func run(_ options: BenchmarkOptions) {
        let seed = UInt64(options.number("seed", default: 1))
        var coarse = Network.wifi
        coarse.name = "60 pushes a second, a timer of 1 ms"
        coarse.tick = 0.001
        var quiet = Network.wifi
        quiet.name = "questions alone, for longer than the window"
        quiet.pushes = 0
        var asleep = Network.wifi
        asleep.name = "a laptop asleep for half a minute"
        asleep.pushes = 4
        asleep.asleep = 10..<40
        var leaping = Network("", up: (0.000_15, 0.000_2), down: (0.000_15, 0.000_2))
        leaping.name = "a clock that leaps by 3 s"
        leaping.pushes = 0
        leaping.leap = (3, 3)
        let traces = [(coarse, 3.0), (quiet, 120), (asleep, 45), (leaping, 6)].map { trace($0, seconds: $1, seed: seed) }
        print("[\n\(traces.joined(separator: ",\n"))\n]")
    }

    private static func trace(_ network: Network, seconds: Double, seed: UInt64) -> String {
        let trial = ClockTrial(network, seconds: seconds, seed: seed)
        var clock = FollowingClock()
        var events: [String] = []
        var readings: [String] = []
        for (_, event) in trial.events {
            clock.hear(event)
            events.append(text(of: event))
            guard events.count % every == 0, let estimate = clock.filter.estimate else { continue }
            let client = estimate.madeAt + 5000
            guard let shown = clock.shown.time(at: client) else { continue }
            let server = estimate.serverTime(at: client).microseconds
            let bound = Int(estimate.errorBound(at: client).rounded())
            readings.append("[\(events.count), \(client), \(server), \(bound), \(shown.microseconds)]")
        }
        return """
            {"name": "\(network.name)", "jumps": \(clock.filter.jumps), "events": [
            \(events.joined(separator: ",\n"))
            ], "readings": [
            \(readings.joined(separator: ",\n"))
            ]}
            """
    }

    private static func text(of event: ClockTrial.Event) -> String {
        switch event {
        case .ping(let asked, let read, let answered, let heard): "[\(asked), \(read), \(answered), \(heard)]"
        case .message(let sent, let heard): "[\(sent), \(heard)]"
        }
    }
}
