package import Music
import Text

/// The parts of a room that were stored beside its text.
private enum OlderPart: String {
    /// The entries' numbers in play order, as `OlderOrder` reads them.
    case order
    /// The same in the order without shuffling; absent if the queue is not shuffled.
    case places
    /// The visual settings as JSON; absent if there are none.
    case look
    /// The groups of screens as JSON; absent if there are none.
    case groups
    /// What was played, as `OlderHistory` reads it; absent if nothing was.
    case history
    /// Which guest added which entry as JSON; absent if none did.
    case guests
}

/// A room as versions before the log kept it. Its times are of the wall clock, since the server's clock starts anew with every start of the
/// machine.
///
/// What changed with every command was one short text; the queue, the visual settings and the screens' names were rows of their own.
package struct OlderRoom: Decodable, Sendable {
    private struct Entry {
        let number: Int
        let piece: Piece
        let place: Int
    }

    /// An entry in the text of older versions, which named tracks by their rows in the catalog.
    private struct OldEntry: Decodable {
        let number: Int
        let track: Int
        let place: Int
    }

    private struct Playing: Decodable {
        let entry: Int
        /// Position in the track in microseconds.
        let position: Int64
        /// The time of that position, in microseconds since 1970.
        let at: Int64
        /// The same in microseconds of the server's clock, used if `epoch` is still the same.
        let clock: Int64?
        let isPlaying: Bool
        /// The clicks of the metronome; nil for an entry of the queue.
        let click: OlderClick?
    }

    /// A live source, found again by its name.
    private struct Live: Decodable {
        let name: String
        let isPlaying: Bool
    }

    private struct Named: Decodable {
        let client: String
        let memory: RoomState.Memory
    }

    private let revision: Int
    private let generation: Int
    private let isShuffled: Bool
    private let seed: UInt64
    private var settings: RoomSettings
    /// Nil in a room kept by a version without one.
    private let metronome: OlderMetronome?
    private let playing: Playing?
    /// Nil in a room that follows nobody.
    private let following: OlderFollowing?
    /// Nil in a room that plays nothing live.
    private let live: Live?
    /// Nil while the queue plays.
    private let aside: OlderAside?
    /// Identifies a start of the server's clock.
    private let epoch: String?
    /// The queue; nil for a text of an older version.
    private var entries: [Entry]?
    /// The queue of an older version.
    private var oldEntries: [OldEntry]?
    private var screens: [Named]?
    private var history = OlderHistory()
    private var groups: [ScreenGroup] = []
    /// Guests by the entries that they have added.
    private var adders: [Int: String] = [:]

    private enum CodingKeys: String, CodingKey {
        case revision, generation, isShuffled, seed, settings, metronome, screens, playing, following, live, aside, epoch
        case oldEntries = "entries"
    }

    /// Where the queue stands while the room plays something else: older versions kept it beside that.
    private var place: OlderAside? { aside ?? metronome?.aside ?? following?.aside }

    private var numbers: [Int] { entries?.map(\.number) ?? oldEntries?.map(\.number) ?? [] }

    private var lastNumber: Int { numbers.max() ?? 0 }

    /// The pieces of the queue, of the history and of what is followed, which must be looked up again.
    package var pieces: [Piece] {
        (entries?.map(\.piece) ?? []) + history.pieces + (following?.piece.map { [$0] } ?? [])
    }

    /// The catalog's rows of the tracks of the queue, as older versions kept them.
    package var tracks: [Int] { oldEntries?.map(\.track) ?? [] }

    package init(_ rows: OlderRoomRows) throws {
        self = try OlderRoom(text: rows.state)
        try take(rows)
    }

    /// Adds what was stored beside the text. A text of an older version already contains all of it.
    private mutating func take(_ rows: OlderRoomRows) throws {
        guard oldEntries == nil else { return }
        let bytes = rows.parts[OlderPart.order.rawValue] ?? []
        guard let order = OlderOrder.numbers(bytes, atMost: RoomQueue.mostEntries) else { throw Self.badOrder }
        let unshuffled = try rows.parts[OlderPart.places.rawValue].map { bytes in
            guard let places = OlderOrder.numbers(bytes, atMost: RoomQueue.mostEntries) else { throw Self.badOrder }
            return places
        }
        let places = Dictionary((unshuffled ?? order).enumerated().map { ($1, $0) }) { first, _ in first }
        let pieces = Dictionary(rows.entries.map { ($0.number, $0.piece) }) { first, _ in first }
        var known = Set<Int>()
        entries = order.filter { known.insert($0).inserted }.compactMap { number in
            pieces[number].map { Entry(number: number, piece: $0, place: places[number] ?? order.count) }
        }
        screens = try rows.screens.map { screen in
            let settings = try screen.settings.map {
                try JSON.read(ScreenSettings.self, from: Array($0.utf8), atMost: Self.longestSettings)
            }
            return Named(
                client: screen.client,
                memory: RoomState.Memory(name: screen.name, offset: screen.offset, place: screen.place, settings: settings))
        }
        if let look = rows.parts[OlderPart.look.rawValue] {
            settings.look = try JSON.read([String: LookValue].self, from: look, atMost: Self.longest)
        }
        if let bytes = rows.parts[OlderPart.groups.rawValue] {
            groups = try JSON.read([ScreenGroup].self, from: bytes, atMost: Self.longest)
        }
        if let bytes = rows.parts[OlderPart.guests.rawValue] {
            adders = try JSON.read([Int: String].self, from: bytes, atMost: Self.longest)
        }
        if let played = rows.parts[OlderPart.history.rawValue] { history = try OlderHistory(played) }
        try check()
    }

    /// The room as it was kept, by the clock of now; nothing but its name is known of a piece until it is restarted.
    ///
    /// `tracks` maps the catalog's rows to pieces; entries of other rows are removed from the queue.
    func state(tracks: [Int: Piece], now: ServerTime, wall: Int64, epoch: String?) -> RoomState {
        var state = RoomState(seed: seed)
        let entries =
            entries
            ?? (oldEntries ?? []).compactMap { entry in
                tracks[entry.track].map { Entry(number: entry.number, piece: $0, place: entry.place) }
            }
        state.queue = RoomQueue(
            entries: entries.map {
                RoomQueue.Entry(number: $0.number, queued: QueuedPiece($0.piece, duration: nil), place: $0.place, trouble: nil)
            }, isShuffled: isShuffled, seed: seed, lastNumber: lastNumber)
        state.settings = settings
        state.metronome = metronome?.metronome ?? Metronome()
        state.revision = revision
        state.generation = Generation(generation)
        for screen in screens ?? [] where state.memories[screen.client] == nil {
            state.memories[screen.client] = screen.memory
            state.memoryOrder.append(screen.client)
        }
        state.guests.adders = adders.filter { state.queue.index(of: $0.key) != nil }
        state.groups = groups.map { group in
            ScreenGroup(name: group.name, clients: group.clients.filter { state.memories[$0] != nil })
        }
        state.aside = place.map { Aside(entry: $0.entry, position: MediaTime(microseconds: $0.position)) }
        state.history = history.played(now: now, wall: wall)
        if let following {
            state.program = .followed(FollowedRun(following.following(now: now, wall: wall)))
        } else if let live, let source = LiveSource(live.name, start: 0) {
            let timeline = Timeline(
                .live(source), generation: state.generation, anchor: .zero, anchorTime: now,
                rate: live.isPlaying ? .playing : .still)
            state.program = .live(LiveRun(live: LiveStart(source, zero: now), run: Run(timeline, from: now)))
        } else if let playing, let click = playing.click {
            let timeline = timeline(.click(click.train), playing, state.generation, now: now, wall: wall, epoch: epoch)
            state.program = .click(click.run(on: timeline))
        } else if let playing, let entry = state.queue.entry(playing.entry) {
            let timeline = timeline(entry.queued.piece, playing, state.generation, now: now, wall: wall, epoch: epoch)
            state.program = .queue(QueueRun(Run(timeline, from: timeline.anchorTime), entry: playing.entry))
        }
        return state
    }

    private func timeline(
        _ piece: Piece, _ playing: Playing, _ generation: Generation, now: ServerTime, wall: Int64, epoch: String?
    ) -> Timeline {
        let clock = epoch != nil && epoch == self.epoch ? playing.clock : nil
        let passed = clock.map { now.microseconds - $0 } ?? wall - playing.at
        // A clock that was set back must not move the position back; the start of a metronome may still be announced.
        let least = playing.click == nil ? 0 : -Self.mostNotice
        return Timeline(
            piece, generation: generation, anchor: MediaTime(microseconds: playing.position),
            anchorTime: ServerTime(microseconds: now.microseconds - max(least, passed)),
            rate: playing.isPlaying ? .playing : .still)
    }

    package init(text: String) throws {
        self = try JSON.read(OlderRoom.self, from: Array(text.utf8), atMost: Self.longest)
        try check()
    }
}

/// Where the queue stands while the room plays something else.
struct OlderAside: Decodable {
    let entry: Int
    /// In microseconds.
    let position: Int64
}

/// The metronome.
private struct OlderMetronome: Decodable {
    private enum Key: String, CodingKey { case asideEntry, asidePosition }

    let metronome: Metronome
    /// In a room kept by a still older version.
    var aside: OlderAside?

    init(from decoder: any Decoder) throws {
        metronome = try Metronome(from: decoder)
        let object = try decoder.container(keyedBy: Key.self)
        if let entry = try object.decodeIfPresent(Int.self, forKey: .asideEntry) {
            aside = OlderAside(entry: entry, position: try object.decode(Int64.self, forKey: .asidePosition))
        }
    }
}

/// A stored room is checked when it is read, since the disk or a person may have changed it.
extension OlderRoom {
    /// Longest text in bytes: a queue of 10,000 takes one million.
    private static let longest = 8 << 20
    /// Ids start at one, and stay within the range of `OlderOrder`.
    private static let ids = 0...(1 << 40)

    /// Longest time from the announcement of a start to the start, in microseconds.
    private static let mostNotice: Int64 = 1_000_000

    /// Longest settings of a screen in bytes: a look of the most and longest settings, each character escaped.
    private static let longestSettings = 1 << 16

    private static let badOrder = StoredRoomProblem(description: "the order of its queue is damaged")

    private func check() throws(StoredRoomProblem) {
        let (numbers, screens) = (numbers, screens ?? [])
        try RoomBounds.hold(RoomBounds.counts.contains(revision), "its revision is \(revision)")
        try RoomBounds.hold(numbers.count <= RoomQueue.mostEntries, "its queue has \(numbers.count) entries")
        try RoomBounds.hold(numbers.allSatisfy(Self.ids.contains), "an entry of its queue has a number out of range")
        try RoomBounds.hold(Set(numbers).count == numbers.count, "two entries of its queue have one number")
        try RoomBounds.check(screens.map { ($0.client, $0.memory) }, groups)
        try RoomBounds.check(settings)
        try RoomBounds.hold(following?.isWithinBounds ?? true, "what it follows is out of bounds")
        try RoomBounds.hold(live.map { LiveSource.isName($0.name) } ?? true, "the name of its live source is not valid")
        if let position = place?.position {
            try RoomBounds.hold(MediaTime(checking: position) != nil, "its queue stands at \(position) µs")
        }
        if let playing {
            try RoomBounds.hold(MediaTime(checking: playing.position) != nil, "its position is \(playing.position) µs")
            for at in [playing.at, playing.clock ?? 0] {
                try RoomBounds.hold(MediaTime(checking: at) != nil, "it was kept at \(at) µs")
            }
        }
    }
}
