package import Session

/// What a client knows of the server's clock: a line through client time, and how far it may be wrong.
package struct ClockEstimate: Hashable, Sendable {
    /// The client time in microseconds at which the offset was made out.
    package let madeAt: Int64
    /// Server time less client time at `madeAt`, in microseconds.
    package let offset: Double
    /// How much faster than the client's the server's clock runs: 1e-6 is one microsecond a second.
    package let skew: Double
    /// The shortest round trip that the samples allow, in microseconds; a coarse client timer can bring it below zero.
    package let roundTrip: Double
    let bound: Double
    let boundGrowth: Double

    /// The server's time at a client time.
    package func serverTime(at client: Int64) -> ServerTime {
        ServerTime(microseconds: Int64(exactServerTime(at: client).rounded()))
    }

    func exactServerTime(at client: Int64) -> Double {
        Double(client) + offset + skew * Double(client - madeAt)
    }

    /// The server's time is within so many microseconds of the truth 95 times of 100, unless one way of the network takes over 5/8
    /// of the shortest round trip, which nobody can see from its two ends. Grows while nothing is heard.
    package func errorBound(at client: Int64) -> Double {
        bound + boundGrowth * abs(Double(client - madeAt))
    }
}
