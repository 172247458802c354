import Glibc
import Session

/// A simulation of one client on a network: the events that it received, and the true time.
package struct ClockTrial: Sendable {
    /// All times in microseconds; `asked` and `heard` by the client's clock, the others by the server's.
    package enum Event: Sendable {
        case ping(asked: Int64, read: Int64, answered: Int64, heard: Int64)
        case message(sent: Int64, heard: Int64)
    }

    /// In order of arrival, with the true time of arrival in seconds.
    package let events: [(moment: Double, event: Event)]
    private let clock: ClientClock

    /// Microseconds; the server has been up for some days.
    private static let serverStart = 300_000_000_000.0
    /// Seconds that the server takes from reading a ping to answering it.
    private static let answering = 0.000_05

    package static func server(at moment: Double) -> Double { serverStart + moment * 1_000_000 }

    /// The client's clock in microseconds, without the rounding to its steps.
    package func client(at moment: Double) -> Double { clock.time(moment) * 1_000_000 }

    /// Simulates a client that sends pings as `PingSchedule` says for the error bound of its own filter.
    package init(_ network: Network, seconds: Double, seed: UInt64) {
        var chance = Chance(seed: seed)
        let clock = ClientClock(network, &chance)
        let lopsided = chance.uniform(-network.lopsided, network.lopsided)
        let stalls = Self.stalls(network, seconds: seconds, &chance)
        var up = Way(network, delays: network.up, extra: lopsided, stalls)
        var down = Way(network, delays: network.down, extra: -lopsided, stalls)

        var pushes = Self.pushes(network, seconds: seconds, &chance)[...]
        var questions: ArraySlice<(asked: Double, read: Double)> = []
        var events: [(moment: Double, event: Event)] = []
        func deliver(sentBefore moment: Double) {
            while true {
                let answer = questions.first.map { $0.read + Self.answering } ?? .infinity
                let push = pushes.first ?? .infinity
                let sent = min(answer, push)
                guard sent < moment else { return }
                let arrival = down.arrival(of: sent, &chance)
                let heard = clock.stamp(arrival)
                if answer <= push {
                    let (asked, read) = questions.removeFirst()
                    events.append(
                        (
                            arrival,
                            .ping(asked: clock.stamp(asked), read: Self.stamp(read), answered: Self.stamp(sent), heard: heard)
                        ))
                } else {
                    pushes.removeFirst()
                    events.append((arrival, .message(sent: Self.stamp(sent), heard: heard)))
                }
            }
        }

        var filter = ClockFilter()
        var heard = 0
        var asked = 0
        var moment = 0.0
        while moment < seconds {
            if let asleep = network.asleep, asleep.contains(moment) { moment = asleep.upperBound }
            deliver(sentBefore: moment)
            let jumps = filter.jumps
            while heard < events.count, events[heard].moment <= moment {
                filter.hear(events[heard].event)
                heard += 1
            }
            if filter.jumps != jumps { asked = 0 }
            questions.append((moment, up.arrival(of: moment, &chance)))
            asked += 1
            let bound = filter.estimate?.errorBound(at: clock.stamp(moment)) ?? .infinity
            moment += Double(PingSchedule.interval(asked: asked, bound: bound)) / 1_000_000
        }
        deliver(sentBefore: .infinity)
        self.clock = clock
        self.events = events
    }

    private static func stamp(_ moment: Double) -> Int64 { Int64(server(at: moment)) }

    private static func pushes(_ network: Network, seconds: Double, _ chance: inout Chance) -> [Double] {
        guard network.pushes > 0 else { return [] }
        let first = chance.uniform(0, 1 / network.pushes)
        return Array(stride(from: first, to: seconds, by: 1 / network.pushes))
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

extension ClockFilter {
    package mutating func hear(_ event: ClockTrial.Event) {
        switch event {
        case .ping(let asked, let read, let answered, let heard):
            ping(asked: asked, read: ServerTime(microseconds: read), answered: ServerTime(microseconds: answered), heard: heard)
        case .message(let sent, let heard):
            message(sent: ServerTime(microseconds: sent), heard: heard)
        }
    }
}

/// One direction of a connection: a byte stream, so messages arrive in order.
private struct Way {
    private let network: Network
    private let delays: (floor: Double, jitter: Double)
    private let extra: Double
    private let stalls: [Double]
    private var last = 0.0

    init(_ network: Network, delays: (floor: Double, jitter: Double), extra: Double, _ stalls: [Double]) {
        self.network = network
        self.delays = delays
        self.extra = max(0, extra)
        self.stalls = stalls
    }

    mutating func arrival(of sent: Double, _ chance: inout Chance) -> Double {
        var arrival = sent + delays.floor + extra
        for _ in 0..<network.hops { arrival += chance.exponential(delays.jitter) }
        if let stall = stalls.last(where: { $0 <= arrival }) { arrival = max(arrival, stall + network.stall.length) }
        if let asleep = network.asleep, asleep.contains(arrival) { arrival = asleep.upperBound }
        last = max(last, arrival)
        return last
    }
}

/// A clock with a constant drift and a wander of 1 ppm with a period of five minutes, as a room warms and cools.
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

    /// The clock's reading in microseconds. Half a step is added, since rounding down would lose it in timestamps and in readings
    /// alike.
    func stamp(_ moment: Double) -> Int64 {
        Int64((((time(moment) / tick).rounded(.down) + 0.5) * tick * 1_000_000).rounded())
    }
}
