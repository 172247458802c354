package import Music

/// The shared state of a room: what plays at which position, what comes next, and the visual settings.
///
/// It changes only by `after(_:at:)` and `advanced(to:)`, which are pure: the same commands at the same moments give the same
/// state.
package struct RoomState: Hashable, Sendable {
    /// How far ahead timelines are announced: the longest lead of any stream, plus the interval between two batches.
    package static let horizon = Timing.most + MediaTime(seconds: 5)

    /// What a room remembers of a screen for its return.
    package struct Memory: Hashable, Sendable, Codable {
        package var name: String?
        /// The screen's offset in milliseconds.
        package var offset = 0.0
        /// Its place on the room's wall.
        package var place: WallPlace?
        package var settings: ScreenSettings?
    }

    /// The current track, playing or paused.
    struct Playing: Hashable, Sendable {
        var timeline: Timeline
        var entry: Int
        var from: ServerTime
        var fade: Course.Fade?
        /// It does not end before this: the time of the last change, even if that moves the end into the past.
        var earliestEnd: ServerTime
        /// Whether it stands still only until more of its score is known.
        var isBuffering = false
        /// Whether clicks count in when it goes on.
        var countsIn = false
        /// Whether it is in the history already, since it was played to its end.
        var isNoted = false
        /// Whether nothing of it is shown, since its place in time is not known.
        var isVague = false
        /// Of clicks only: how they change, in order.
        var changes: [ClickChange] = []

        /// The rate that people have chosen: still playing while it buffers.
        var wishedRate: Timeline.Rate { isBuffering ? .playing : timeline.rate }
    }

    /// Most screens that are remembered; the oldest is forgotten first.
    static let mostMemories = 500

    /// Counts up with every change.
    package internal(set) var revision = 0
    package internal(set) var queue: RoomQueue
    package internal(set) var settings = RoomSettings()
    package internal(set) var metronome = Metronome()
    /// What somebody plays elsewhere, in place of the room's own music.
    package internal(set) var following: Following?
    /// What was played, oldest first.
    package internal(set) var history: [Played] = []
    /// Remembered screens by their client id.
    package internal(set) var memories: [String: Memory] = [:]
    /// The room's wall: around the places of all remembered screens, so that a missing one moves no other.
    package var wall: WallPlace? { WallPlace.around(memories.values.compactMap(\.place)) }

    /// Groups of remembered screens, the oldest first.
    package internal(set) var groups: [ScreenGroup] = []
    /// The keys of `memories`, oldest first.
    package internal(set) var memoryOrder: [String] = []
    var playing: Playing?
    /// The repeated part of what plays; it ends with the track, with a seek out of it, and with a restart of the server.
    package internal(set) var loop: Loop?
    /// The latest generation.
    package internal(set) var generation = Generation(0)

    /// An empty room. The seed determines its shuffles.
    package init(seed: UInt64, autoplay: RoomSettings.Autoplay = .off) {
        queue = RoomQueue(seed: seed)
        settings.autoplay = autoplay
    }

    /// Whether music plays, or would if more of its score were known.
    package var isPlaying: Bool { playing?.wishedRate == .playing }

    /// Whether the music waits until more of its score is known.
    package var isBuffering: Bool { playing?.isBuffering == true }

    /// The bars that clicks count in once the score is known; nil if they do not.
    package var countIn: Int? {
        guard let playing, playing.isBuffering, playing.countsIn, metronome.over.countIn > 0 else { return nil }
        return metronome.over.countIn
    }

    /// What plays or stands still; nil in a room without music. Valid at the time the state was last advanced to.
    package var course: Course? { playing.map(course) }

    /// The current course and those that follow it by themselves and begin no later than `moment`.
    package func courses(through moment: ServerTime, atMost most: Int = Generation.mostAnnounced + 1) -> [Course] {
        guard var last = playing else { return [] }
        var courses = [course(last)]
        while let until = courses[courses.count - 1].until, until <= moment, courses.count < most,
            let next = following(last, at: until)
        {
            last = next
            courses.append(course(next))
        }
        return courses
    }
}
