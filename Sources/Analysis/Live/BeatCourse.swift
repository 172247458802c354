import Music

/// Beats that go on: the last that was found, its place in the bar, and what follows.
struct BeatCourse: Sendable {
    /// A tempo that differs by this factor is another metrical level.
    private static let otherLevel = 1.2

    /// Those that were found, oldest first, with their places in the bar from 1.
    var pulses: [BeatDecoder.Pulse]
    /// The exact time of the last one.
    var last: Double
    var interval: Double
    var metre: Int

    /// The beats from `start` to `end`.
    func beats(from start: Double, to end: Double) -> [Beat] {
        guard let latest = pulses.last else { return [] }
        var beats = pulses.dropLast().filter { $0.time >= start }.map {
            Beat(time: MediaTime(seconds: $0.time), position: UInt8(clamping: $0.position))
        }
        // A break may have lasted for many beats.
        var number = max(0, Int(((start - last) / interval).rounded(.up)))
        while last + Double(number) * interval <= end {
            beats.append(
                Beat(
                    time: MediaTime(seconds: last + Double(number) * interval),
                    position: UInt8(clamping: (latest.position - 1 + number) % metre + 1)))
            number += 1
        }
        return beats
    }

    /// Whether the beats of the two are at different metrical levels.
    func isOtherLevel(than other: Self) -> Bool {
        max(interval / other.interval, other.interval / interval) > Self.otherLevel
    }

    /// When the next bar begins.
    func nextBar(after now: Double) -> Double {
        guard let latest = pulses.last else { return now }
        var number = (metre + 1 - latest.position) % metre
        while last + Double(number) * interval <= now { number += metre }
        return last + Double(number) * interval
    }
}
