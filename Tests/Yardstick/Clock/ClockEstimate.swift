package import Session

/// A client's estimate of the server's clock: a linear function of client time, with an error bound.
package struct ClockEstimate: Hashable, Sendable {
    /// The client time in microseconds at which the offset was estimated.
    package let madeAt: Int64
    /// Server time minus client time at `madeAt`, in microseconds.
    package let offset: Double
    /// How much faster the server's clock runs than the client's: 1e-6 is one microsecond a second.
    package let skew: Double
    /// The shortest round trip that the samples allow, in microseconds; with a coarse client timer it can be negative.
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

    /// The 95 % error bound of the server's time in microseconds, which grows while nothing is received. It does not hold if one
    /// way of the network takes over 5/8 of the shortest round trip, which cannot be measured from the two ends.
    package func errorBound(at client: Int64) -> Double {
        bound + boundGrowth * abs(Double(client - madeAt))
    }
}
