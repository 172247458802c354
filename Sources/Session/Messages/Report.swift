/// How a screen fares, as it says itself.
package struct Report: Hashable, Sendable {
    /// An hour: beyond that a clock is not wrong but another.
    private static let errors = 0.0...3_600_000
    /// More than any screen shows.
    private static let rates = 0.0...1000
    /// A minute; the slowest loudspeakers take a second.
    private static let latencies = 0.0...60_000

    /// How far its view of the server's clock may be off.
    package var errorMs: Double?
    /// Pictures that it draws a second.
    package var fps: Double?
    /// From its clock to eyes and ears.
    package var latencyMs: Double?

    package init() {}

    init(_ members: Members) throws(MessageProblem) {
        errorMs = try members.number("errorMs", in: Self.errors)
        fps = try members.number("fps", in: Self.rates)
        latencyMs = try members.number("latencyMs", in: Self.latencies)
    }
}
