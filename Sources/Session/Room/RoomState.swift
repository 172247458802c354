package import Music

/// The shared state of a room: what plays at which position, what comes next, and the visual settings.
///
/// It changes only by `after(_:by:at:)` and `advanced(to:)`, which are pure: the same commands at the same moments give the same
/// state.
package struct RoomState: Hashable, Sendable, Codable {
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

    /// Most screens that are remembered; the oldest is forgotten first.
    static let mostMemories = 500

    /// Counts up with every change.
    package internal(set) var revision = 0
    package internal(set) var queue: RoomQueue
    package internal(set) var settings = RoomSettings()
    package internal(set) var metronome = Metronome()
    var program = Program.queue(nil)
    /// Where the queue stands while the room plays something else; nil if nothing of it did.
    var aside: Aside?
    package internal(set) var guests = GuestBook()
    /// The party that is open, or the last one; nil if there was none.
    package internal(set) var party: Party?
    /// When the sleep timer pauses the music; nil without one.
    package internal(set) var sleepAt: ServerTime?
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
    /// The latest generation.
    package internal(set) var generation = Generation(0)

    /// An empty room. The seed determines its shuffles.
    package init(seed: UInt64, autoplay: RoomSettings.Autoplay = .library) {
        queue = RoomQueue(seed: seed)
        settings.autoplay = autoplay
    }

    /// Whether music plays, or would if more of its score were known.
    package var isPlaying: Bool { isBuffering || timeline?.rate.isRunning == true }

    /// Whether the music waits until more of its score is known.
    package var isBuffering: Bool { queueRun?.isBuffering == true }

    /// The bars that clicks count in once the score is known; nil if they do not.
    package var countIn: Int? {
        guard let run = queueRun, run.isBuffering, run.countsIn, metronome.over.countIn > 0 else { return nil }
        return metronome.over.countIn
    }

    /// What plays or stands still; nil in a room without music. Valid at the time the state was last advanced to.
    package var course: Course? { course(of: program) }
}
