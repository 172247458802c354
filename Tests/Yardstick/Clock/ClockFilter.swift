package import Session

/// Estimates the server's clock in a client, from the timestamps of pings and of everything the server sends.
///
/// All times are whole microseconds. Each connection has its own filter, which starts empty.
package struct ClockFilter: Sendable {
    /// Timestamps that JavaScript can represent too: 285 years, and their differences stay exact in floating point.
    private static let stamps: ClosedRange<Int64> = 0...(1 << 53) - 1
    /// Samples may contradict each other by this much plus the timer's step, because clocks wander within the window.
    private static let tolerance = 500.0
    /// The step of the coarsest timer in a browser.
    private static let coarsestTick = 100_000.0
    /// Timestamp differences are whole steps, within this share of a step: 1/60 s is not a whole number of microseconds.
    private static let roughness = 0.02

    /// Nil until a ping has been answered.
    package private(set) var estimate: ClockEstimate?
    /// How often the filter restarted because the client's clock had jumped; the client then sends pings quickly again.
    package private(set) var jumps = 0

    private var up = DelayEnvelope()
    private var down = DelayEnvelope()
    private var origin: (client: Int64, server: Int64)?
    private var heardAt: Int64?
    /// The step of the client's timer: a common divisor of the differences of its timestamps.
    private var tick = coarsestTick

    package init() {}

    /// Adds an answered ping: `asked` and `heard` by the client's clock, `read` and `answered` by the server's.
    package mutating func ping(asked: Int64, read: ServerTime, answered: ServerTime, heard: Int64) {
        guard Self.believes(read, heard), Self.believes(answered, asked), heard >= asked, answered >= read else { return }
        notice(heard, after: asked)
        hear(heard)
        take(heard: heard) { filter in
            let rose = filter.addUp(asked, read)
            let fell = filter.addDown(answered, heard)
            return rose || fell
        }
    }

    /// Adds any other message: `sent` by the server's clock, `heard` by the client's.
    package mutating func message(sent: ServerTime, heard: Int64) {
        guard Self.believes(sent, heard) else { return }
        hear(heard)
        take(heard: heard) { $0.addDown(sent, heard) }
    }

    private static func believes(_ server: ServerTime, _ client: Int64) -> Bool {
        stamps.contains(server.microseconds) && stamps.contains(client)
    }

    private mutating func hear(_ heard: Int64) {
        if let before = heardAt {
            if heard < before { startAnew() } else { notice(heard, after: before) }
        }
        heardAt = heard
    }

    private mutating func notice(_ later: Int64, after earlier: Int64) {
        let difference = Double(later - earlier)
        let rest = abs(difference - (difference / tick).rounded() * tick)
        if rest > tick * Self.roughness { tick = rest }
    }

    private mutating func take(heard: Int64, add: (inout ClockFilter) -> Bool) {
        guard add(&self), !fit(at: heard) else { return }
        startAnew()
        _ = add(&self)
        _ = fit(at: heard)
    }

    private mutating func startAnew() {
        up.removeAll()
        down.removeAll()
        origin = nil
        estimate = nil
        jumps += 1
    }

    private mutating func addUp(_ sent: Int64, _ read: ServerTime) -> Bool {
        let (client, server) = sinceOrigin(sent, read)
        return up.add(client, server - client)
    }

    private mutating func addDown(_ sent: ServerTime, _ heard: Int64) -> Bool {
        let (client, server) = sinceOrigin(heard, sent)
        return down.add(client, client - server)
    }

    /// Converts times to small numbers relative to the origin, so that floating point is exact to far below a microsecond.
    private mutating func sinceOrigin(_ client: Int64, _ server: ServerTime) -> (client: Double, server: Double) {
        let from = origin ?? (client, server.microseconds)
        origin = from
        return (Double(client - from.client), Double(server.microseconds - from.server))
    }

    /// Computes the estimate from the envelopes. Returns false if they contradict each other, which happens after a clock has
    /// jumped by more than the shortest round trip.
    private mutating func fit(at heard: Int64) -> Bool {
        guard let origin, !up.points.isEmpty, !down.points.isEmpty else { return true }
        let fit = ClockFit(
            up: up, down: down, at: Double(heard - origin.client), guess: estimate?.skew ?? 0, tick: tick)
        guard fit.roundTrip >= -(tick + Self.tolerance) else { return false }
        estimate = ClockEstimate(
            madeAt: heard, offset: fit.offset + Double(origin.server - origin.client), skew: fit.skew, roundTrip: fit.roundTrip,
            bound: fit.bound, boundGrowth: fit.skewDoubt)
        return true
    }
}
