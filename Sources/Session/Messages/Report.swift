/// The state of a screen, as it reports itself.
package struct Report: Hashable, Sendable {
    /// Largest error bound: an hour.
    private static let errors = 0.0...3_600_000
    /// Highest frame rate.
    private static let rates = 0.0...1000
    /// Largest delay: a minute; the slowest loudspeakers have a second.
    private static let latencies = 0.0...60_000

    /// Widest window, of many screens.
    private static let windows = 0.0...1_000_000
    /// More steps than a page has.
    private static let qualities = 0...15

    /// Whether a screen plays the room's sound.
    package enum Sound: String, CaseIterable, Sendable {
        case off, on
        /// It would, but its browser waits for a tap.
        case waiting
    }

    /// The error bound of its estimate of the server's clock.
    package var errorMs: Double?
    /// Frames that it draws a second.
    package var fps: Double?
    /// Its delay of picture and sound.
    package var latencyMs: Double?

    /// The size of its window, in its own pixels.
    package var width: Double?
    package var height: Double?
    /// How finely it can draw, from 0, the coarsest.
    package var quality: Int?
    /// Whether its address puts it on a wall.
    package var isOnWall = false

    package var sound: Sound?
    /// Its own volume, 0...1.
    package var volume: Double?
    /// A name for a screen that nobody has named, such as "Chrome on Android". Equal ones are numbered.
    package var device: String?
    /// The style that it draws.
    package var style: String?
    /// The style that it draws in place of that, since it cannot draw a shader, or not fast enough.
    package var instead: String?

    package init() {}

    init(_ members: Members) throws(MessageProblem) {
        errorMs = try members.number("errorMs", in: Self.errors)
        fps = try members.number("fps", in: Self.rates)
        latencyMs = try members.number("latencyMs", in: Self.latencies)
        width = try members.number("width", in: Self.windows)
        height = try members.number("height", in: Self.windows)
        quality = try members.whole("quality", in: Self.qualities)
        sound = try members.word("sound", of: Sound.self)
        volume = try members.number("volume", in: 0...1)
        device = try members.label("device", atMost: Hello.longestName).flatMap { $0.isEmpty ? nil : $0 }
        style = try members.label("style", atMost: LookValue.longestName)
        instead = try members.label("instead", atMost: LookValue.longestName)
        isOnWall = try members.truth("onWall") ?? false
    }
}
