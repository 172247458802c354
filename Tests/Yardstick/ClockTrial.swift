import Glibc

/// One client's life on a simulated network: what it heard and when, and what was true.
package struct ClockTrial: Sendable {
    /// All times in microseconds; `asked` and `heard` by the client's clock, the others by the server's.
    package enum Event: Sendable {
        case ping(asked: Int64, read: Int64, answered: Int64, heard: Int64)
        case message(sent: Int64, heard: Int64)
    }

    /// In the order heard, with the true moment of hearing in seconds.
    package let events: [(moment: Double, event: Event)]
    private let clock: ClientClock

    /// A server that has been up for some days.
    private static let serverStart = 300_000_000_000.0

    package static func server(at moment: Double) -> Double { serverStart + moment * 1_000_000 }

    /// The client's clock in microseconds, between its steps too.
    package func client(at moment: Double) -> Double { clock.time(moment) * 1_000_000 }

    /// - Parameter interval: seconds from one question to the next, after so many.
    package init(_ network: Network, seconds: Double, seed: UInt64, interval: (Int) -> Double) {
        var chance = Chance(seed: seed)
        let clock = ClientClock(network, &chance)
        self.clock = clock
        let lopsided = chance.uniform(-network.lopsided, network.lopsided)
        let stalls = Self.stalls(network, seconds: seconds, &chance)
        func delivered(_ sent: Double, _ way: (floor: Double, jitter: Double), _ extra: Double, after last: inout Double) -> Double
        {
            var arrival = sent + way.floor + max(0, extra)
            for _ in 0..<network.hops { arrival += chance.exponential(way.jitter) }
            if let stall = stalls.last(where: { $0 <= arrival }) { arrival = max(arrival, stall + network.stall.length) }
            if let asleep = network.asleep, asleep.contains(arrival) { arrival = asleep.upperBound }
            // A stream keeps its order.
            last = max(last, arrival)
            return last
        }
        func stamp(_ moment: Double) -> Int64 { Int64(Self.server(at: moment)) }

        var sent: [(moment: Double, question: (asked: Double, read: Double)?)] = []
        var last = 0.0
        var moment = 0.0
        var count = 0
        while moment < seconds {
            if let asleep = network.asleep, asleep.contains(moment) { moment = asleep.upperBound }
            let read = delivered(moment, network.up, lopsided, after: &last)
            sent.append((read + 0.000_05, (moment, read)))
            count += 1
            moment += interval(count)
        }
        if network.pushes > 0 {
            moment = chance.uniform(0, 1 / network.pushes)
            while moment < seconds {
                sent.append((moment, nil))
                moment += 1 / network.pushes
            }
        }
        sent.sort { $0.moment < $1.moment }
        last = 0
        events = sent.map { message in
            let arrival = delivered(message.moment, network.down, -lopsided, after: &last)
            let heard = clock.stamp(arrival)
            guard let question = message.question else { return (arrival, .message(sent: stamp(message.moment), heard: heard)) }
            return (
                arrival,
                .ping(
                    asked: clock.stamp(question.asked), read: stamp(question.read), answered: stamp(message.moment), heard: heard)
            )
        }
    }

    private static func stalls(_ network: Network, seconds: Double, _ chance: inout Chance) -> [Double] {
        var stalls: [Double] = []
        guard network.stall.every.isFinite else { return [] }
        var moment = chance.exponential(network.stall.every)
        while moment < seconds {
            stalls.append(moment)
            moment += network.stall.length + chance.exponential(network.stall.every)
        }
        return stalls
    }
}

/// A clock that drifts steadily and wanders by a millionth over five minutes, as a room warms and cools.
private struct ClientClock {
    private static let wander = 1e-6
    private static let period = 300.0

    private let start: Double
    private let drift: Double
    private let angle: Double
    private let tick: Double
    private let asleep: Range<Double>?
    private let leap: (at: Double, by: Double)?
    private let bend: (at: Double, by: Double)?

    init(_ network: Network, _ chance: inout Chance) {
        start = chance.uniform(1, 1000)
        drift = network.drift * chance.normal()
        angle = chance.uniform(0, 2 * .pi)
        tick = network.tick
        asleep = network.asleep
        leap = network.leap
        bend = network.bend
    }

    func time(_ moment: Double) -> Double {
        let wander = Self.wander * Self.period / (2 * .pi) * (sin(2 * .pi * moment / Self.period + angle) - sin(angle))
        let slept = asleep.map { min(max(0, moment - $0.lowerBound), $0.upperBound - $0.lowerBound) } ?? 0
        let leapt = if let leap, moment >= leap.at { leap.by } else { 0.0 }
        let bent = bend.map { max(0, moment - $0.at) * $0.by } ?? 0
        return start + moment * (1 + drift) + wander + bent - slept + leapt
    }

    /// The clock as it reads, in microseconds; half a step is added back, as it would be lost alike on stamping and on showing.
    func stamp(_ moment: Double) -> Int64 {
        Int64((((time(moment) / tick).rounded(.down) + 0.5) * tick * 1_000_000).rounded())
    }
}
