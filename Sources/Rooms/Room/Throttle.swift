import Music
import Session

/// A dirty flag with a rate limit: something that is shown again after each change, but not more often than people can follow.
struct Throttle {
    let pause: MediaTime
    var isDue = true
    private var next = ServerTime(microseconds: 0)

    init(pause: MediaTime) {
        self.pause = pause
    }

    /// When it must be shown; nil if nothing has changed.
    var wake: ServerTime? { isDue ? next : nil }

    mutating func takeDue(at now: ServerTime) -> Bool {
        guard isDue, now >= next else { return false }
        isDue = false
        next = now.later(pause)
        return true
    }
}
