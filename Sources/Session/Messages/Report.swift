/// The state of a screen, as it reports itself.
package struct Report: Hashable, Sendable {
    /// Largest error bound: an hour.
    private static let errors = 0.0...3_600_000
    /// Highest frame rate.
    private static let rates = 0.0...1000
    /// Largest delay: a minute; the slowest loudspeakers have a second.
    private static let latencies = 0.0...60_000

    /// The error bound of its estimate of the server's clock.
    package var errorMs: Double?
    /// Frames that it draws a second.
    package var fps: Double?
    /// Its delay of picture and sound.
    package var latencyMs: Double?

    package init() {}

    init(_ members: Members) throws(MessageProblem) {
        errorMs = try members.number("errorMs", in: Self.errors)
        fps = try members.number("fps", in: Self.rates)
        latencyMs = try members.number("latencyMs", in: Self.latencies)
    }
}
