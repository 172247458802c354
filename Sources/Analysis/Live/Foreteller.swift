import Glibc
import Music

/// Continues the beats that were found up to now beyond now, and decides whether they are said at all.
struct Foreteller: Sendable {
    /// How far ahead beats are said, in seconds.
    private static let ahead = 3.0
    /// How likely the sound must have a beat before beats are said, in its first seconds and later. Below the last they are said no longer.
    private static let (opened, locked, lost): (Float, Float, Float) = (0.3, 0.6, 0.15)
    private static let firstSeconds = 5.0
    /// A break: there is no evidence for more than so many beats. Beats go on through so many seconds of it.
    private static let (missed, longestBreak) = (1.2, 8.0)
    /// Only beats whose confidence and fit have at least this mean go on through a break.
    private static let sure: Float = 0.4
    /// Beats that are not found again go on for so many seconds: the newest evidence changes.
    private static let patience = 1.0
    /// Seconds after which a beat that is said changes its level only at a bar.
    private static let settled = 4.0

    /// How many seconds later than it comes in the sound is heard.
    private let delay: Double
    private var course: BeatCourse?
    private var confidence: Float = 0
    /// Whether the beats go on through a break.
    private var goesOn = false
    /// The beats at their former level, until a bar begins.
    private var former: (course: BeatCourse, until: Double)?
    /// Since when beats are said.
    private var lockedSince: Double?
    /// When there was evidence of a beat for the last time, in seconds.
    private var lastEvidence = 0.0
    /// When beats were found for the last time, in seconds.
    private var lastFound = 0.0
    /// The last moment of a break that was a few beats ago or is not over.
    private var breakEnd: Double?

    init(delay: Double) {
        self.delay = delay
    }

    /// Takes what is known at a moment. `find` looks for the beats, given those that are said.
    mutating func hear(_ moment: LiveMoment, find: (_ said: BeatCourse?) -> FoundBeats?) {
        let now = moment.time
        if let last = moment.lastEvidence { lastEvidence = last }
        // In a break the beats go on as they were; where the music has ended they do not.
        if let course, goesOn, !moment.isSilent, now - lastEvidence < Self.longestBreak {
            if now - lastEvidence > Self.missed * course.interval {
                breakEnd = now
                return
            }
            // Where it is over, the path must first find its beats again.
            if let breakEnd, now - breakEnd < Double(FoundBeats.fewest) * course.interval { return }
        }
        breakEnd = nil
        let found = find(course)
        if found == nil, course != nil, !moment.isSilent, now - lastFound < Self.patience { return }
        if found != nil { lastFound = now }
        confidence = found?.confidence ?? 0
        goesOn = found.map { ($0.fit + $0.confidence) / 2 >= Self.sure } ?? false
        guard !moment.isSilent, let found, found.presence >= leastPresence(at: now) else {
            (course, former, lockedSince) = (nil, nil, nil)
            return
        }
        take(found.course, at: now)
    }

    private func leastPresence(at now: Double) -> Float {
        if course != nil { return Self.lost }
        return now < Self.firstSeconds ? Self.opened : Self.locked
    }

    private mutating func take(_ found: BeatCourse, at now: Double) {
        lockedSince = lockedSince ?? now
        if let course, let lockedSince, now - lockedSince > Self.settled, former == nil, course.isOtherLevel(than: found) {
            former = (course, found.nextBar(after: now - delay))
        }
        if let until = former?.until, until <= now - delay { former = nil }
        course = found
    }

    /// What is said after so many seconds of sound; of the last of it, no beat after its end.
    func forecast(heard: Double, isLast: Bool = false) -> BeatForecast {
        let through = isLast ? heard : heard + Self.ahead
        var beats: [Beat] = []
        if let course {
            beats = course.beats(from: heard - delay - 0.5, to: through)
            if let former {
                let bar = MediaTime(seconds: former.until - 0.05)
                beats =
                    former.course.beats(from: heard - delay - 0.5, to: former.until - former.course.interval / 2)
                    + beats.filter { $0.time > bar }
            }
        }
        return BeatForecast(
            heard: MediaTime(seconds: heard), beats: beats, through: MediaTime(seconds: through),
            tempo: course.map { 60 / (former?.course ?? $0).interval }, confidence: confidence)
    }
}
