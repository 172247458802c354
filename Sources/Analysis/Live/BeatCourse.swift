import Music

/// Beats that go on: the last that was found, its place in the bar, and what follows.
struct BeatCourse: Sendable {
    /// A tempo that differs by this factor is another metrical level.
    private static let otherLevel = 1.2
    /// A beat that is nearer to another than this share of the interval is the same.
    private static let near = 0.25

    /// Those that were found, oldest first, with their places in the bar from 1.
    var found: [PlacedBeat]
    /// The exact time of the last one.
    var last: Double
    var interval: Double
    var metre: Int

    /// The beats from `start` to `end`.
    func beats(from start: Double, to end: Double) -> [Beat] {
        guard let latest = found.last else { return [] }
        var beats = found.dropLast().filter { $0.time >= start }.map {
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

    /// Whether these beats are those of this course: as fast, and in the same places.
    func isSame(as times: [Double]) -> Bool {
        guard let latest = times.last, times.count > 1 else { return false }
        let apart = (latest - last) / interval
        let fast = GridReadings.medianInterval(times) / interval
        return max(fast, 1 / fast) < Self.otherLevel && abs(apart - apart.rounded()) < Self.near
    }

    /// Whether a bar begins at the beat near a moment.
    func isDownbeat(at time: Double) -> Bool {
        guard let latest = found.last else { return false }
        if time < last - interval / 2 {
            return found.contains { $0.position == 1 && abs($0.time - time) < Self.near * interval }
        }
        let number = Int(((time - last) / interval).rounded())
        return (latest.position - 1 + number) % metre == 0
    }

    /// When the next bar begins.
    func nextBar(after now: Double) -> Double {
        guard let latest = found.last else { return now }
        var number = (metre + 1 - latest.position) % metre
        while last + Double(number) * interval <= now { number += metre }
        return last + Double(number) * interval
    }
}
