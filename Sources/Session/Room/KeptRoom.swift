import FoundationEssentials
package import Music
import Text

/// A room as it is stored, to outlive the server. Its times are of the wall clock, since the server's clock starts anew with
/// every start.
///
/// What changes with every command is one short text; the queue, the visual settings and the screens' names are stored as
/// `KeptRows`.
package struct KeptRoom: Codable, Sendable {
    private struct Entry {
        let number: Int
        let piece: Piece
        let place: Int
    }

    /// An entry in the text of older versions, which named tracks by their rows in the catalog.
    private struct OldEntry: Codable {
        let number: Int
        let track: Int
        let place: Int
    }

    private struct Playing: Codable {
        let entry: Int
        /// Position in the track in microseconds.
        let position: Int64
        /// The time of that position, in microseconds since 1970.
        let at: Int64
        /// The same in microseconds of the server's clock, used if `epoch` is still the same.
        let clock: Int64?
        let isPlaying: Bool
        /// The clicks of the metronome; nil for an entry of the queue.
        let click: KeptClick?
    }

    /// A live source, found again by its name.
    private struct Live: Codable {
        let name: String
        let isPlaying: Bool
    }

    private struct Named: Codable {
        let client: String
        let memory: RoomState.Memory
    }

    private let revision: Int
    private let generation: Int
    private let isShuffled: Bool
    private let seed: UInt64
    private var settings: RoomSettings
    /// Nil in a room kept by a version without one.
    private let metronome: KeptMetronome?
    private let playing: Playing?
    /// Nil in a room that follows nobody.
    private let following: KeptFollowing?
    /// Nil in a room that plays nothing live.
    private let live: Live?
    /// Nil while the queue plays.
    private let aside: KeptAside?
    /// Identifies a start of the server's clock.
    private let epoch: String?
    /// The queue; nil for a text of an older version.
    private var entries: [Entry]?
    /// The queue of an older version.
    private var oldEntries: [OldEntry]?
    private var screens: [Named]?
    private var history = KeptHistory()
    private var groups: [ScreenGroup] = []
    /// Guests by the entries that they have added.
    private var adders: [Int: String] = [:]
    /// Whether the parts beside the text were read from `KeptRows`; false for a text of an older version.
    private var hasRows = false

    private enum CodingKeys: String, CodingKey {
        case revision, generation, isShuffled, seed, settings, metronome, screens, playing, following, live, aside, epoch
        case oldEntries = "entries"
    }

    /// Where the queue stands while the room plays something else: older versions kept it beside that.
    private var place: KeptAside? { aside ?? metronome?.aside ?? following?.aside }

    private var numbers: [Int] { entries?.map(\.number) ?? oldEntries?.map(\.number) ?? [] }

    private var lastNumber: Int { numbers.max() ?? 0 }

    /// The pieces of the queue, of the history and of what is followed, which must be looked up again.
    package var pieces: [Piece] {
        (entries?.map(\.piece) ?? []) + history.pieces + (following?.piece.map { [$0] } ?? [])
    }

    /// The catalog's rows of the tracks of the queue, as older versions kept them.
    package var tracks: [Int] { oldEntries?.map(\.track) ?? [] }

    /// Captures a room at a moment by both clocks, without what is stored beside the text.
    package init(_ state: RoomState, now: ServerTime, wall: Int64, epoch: String? = nil) {
        self.epoch = epoch
        revision = state.revision
        generation = state.generation.number
        isShuffled = state.queue.isShuffled
        seed = state.queue.keptSeed
        settings = state.settings
        settings.look = [:]
        metronome = KeptMetronome(state.metronome)
        following = state.following.map { KeptFollowing($0, now: now, wall: wall) }
        live = state.live.map { Live(name: $0.name, isPlaying: state.isPlaying) }
        aside = state.aside.map { KeptAside(entry: $0.entry, position: $0.position.microseconds) }
        func kept(_ timeline: Timeline, entry: Int, click: KeptClick? = nil) -> Playing {
            Playing(
                entry: entry, position: timeline.anchor.microseconds,
                at: wall - (now.microseconds - timeline.anchorTime.microseconds),
                clock: timeline.anchorTime.microseconds, isPlaying: state.isPlaying, click: click)
        }
        playing =
            switch state.program {
            case .queue(let run): run.map { kept($0.run.timeline, entry: $0.entry) }
            case .click(let click): kept(click.run.timeline, entry: Course.noEntry, click: KeptClick(click))
            // What plays there is found out anew.
            case .followed, .live: nil
            }
    }

    package init(_ rows: KeptRows) throws {
        self = try KeptRoom(text: rows.state)
        try take(rows)
    }

    /// Adds what was stored beside the text. A text of an older version already contains all of it.
    private mutating func take(_ rows: KeptRows) throws {
        guard oldEntries == nil else { return }
        let bytes = rows.parts[KeptPart.order.rawValue] ?? []
        guard let order = KeptOrder.numbers(bytes, atMost: RoomQueue.mostEntries) else { throw Self.badOrder }
        let unshuffled = try rows.parts[KeptPart.places.rawValue].map { bytes in
            guard let places = KeptOrder.numbers(bytes, atMost: RoomQueue.mostEntries) else { throw Self.badOrder }
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
        if let look = rows.parts[KeptPart.look.rawValue] {
            settings.look = try JSON.read([String: LookValue].self, from: look, atMost: Self.longest)
        }
        if let bytes = rows.parts[KeptPart.groups.rawValue] {
            groups = try JSON.read([ScreenGroup].self, from: bytes, atMost: Self.longest)
        }
        if let bytes = rows.parts[KeptPart.guests.rawValue] {
            adders = try JSON.read([Int: String].self, from: bytes, atMost: Self.longest)
        }
        if let played = rows.parts[KeptPart.history.rawValue] { history = try KeptHistory(played) }
        // Entries without a place in the order were removed just before the end, when that could still be undone.
        hasRows = pieces.count <= numbers.count
        try check()
    }

    /// The restored room, advanced to now. Unknown pieces are skipped until they are known.
    ///
    /// `tracks` maps the catalog rows of an older version to pieces; entries of other rows are removed from the queue. Without its live
    /// source the queue comes back.
    package func state(
        _ known: [Piece: QueuedPiece], tracks: [Int: Piece] = [:], now: ServerTime, wall: Int64, epoch: String? = nil,
        liveStart: (String) -> LiveStart? = { _ in nil }
    ) -> RoomState {
        var state = RoomState(seed: seed)
        let entries =
            entries
            ?? (oldEntries ?? []).compactMap { entry in
                tracks[entry.track].map { Entry(number: entry.number, piece: $0, place: entry.place) }
            }
        state.queue = RoomQueue(
            entries: entries.map { entry in
                let queued = known[entry.piece]
                return RoomQueue.Entry(
                    number: entry.number, queued: queued ?? QueuedPiece(entry.piece, duration: nil), place: entry.place,
                    trouble: queued == nil ? QueuedPiece.gone : nil)
            }, isShuffled: isShuffled, seed: seed, edition: entries.count == numbers.count ? 0 : 1, lastNumber: lastNumber)
        state.settings = settings
        state.metronome = metronome?.metronome ?? Metronome()
        state.revision = revision + 1
        state.generation = Generation(generation).changed
        for screen in screens ?? [] where state.memories[screen.client] == nil {
            state.memories[screen.client] = screen.memory
            state.memoryOrder.append(screen.client)
        }
        state.guests.adders = adders.filter { state.queue.index(of: $0.key) != nil }
        state.groups = groups.map { group in
            ScreenGroup(name: group.name, clients: group.clients.filter { state.memories[$0] != nil })
        }
        state.aside = place.map { Aside(entry: $0.entry, position: MediaTime(microseconds: $0.position)) }
        if let following {
            state.program = .followed(FollowedRun(following.following(now: now, wall: wall)))
            state.showFollowed(at: now)
        } else if let live {
            if let start = liveStart(live.name) {
                state.start(start, at: now)
                if !live.isPlaying { try? state.pause(at: now) }
            } else {
                state.comeBack(at: now)
            }
        } else if let playing, let click = playing.click {
            let timeline = timeline(.click(click.train), playing, state.generation, now: now, wall: wall, epoch: epoch)
            state.program = .click(click.run(on: timeline))
        } else if let playing, let entry = state.queue.entry(playing.entry) {
            let timeline = timeline(entry.queued.piece, playing, state.generation, now: now, wall: wall, epoch: epoch)
            state.program = .queue(QueueRun(Run(timeline, from: timeline.anchorTime), entry: playing.entry))
            // If no piece is known, the catalog may just be new: the music continues when its files are found.
            if let trouble = entry.trouble, state.queue.entries.contains(where: { $0.trouble == nil }) {
                state.passOver(timeline.piece, trouble, at: now)
            }
        }
        if let timeline = state.timeline { state.generation = timeline.generation }
        state = state.advanced(to: now)
        state.resume(history.played(now: now, wall: wall))
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

    /// The room as it is on disk, so that only later changes are written; nil if all of it must be rewritten.
    package func base(of state: RoomState) -> RoomState? {
        guard hasRows else { return nil }
        var base = state
        base.revision = revision
        base.history = []
        let entries = (entries ?? []).map { entry in
            RoomQueue.Entry(number: entry.number, queued: QueuedPiece(entry.piece, duration: nil), place: entry.place)
        }
        base.queue = RoomQueue(entries: entries, isShuffled: isShuffled, seed: seed, edition: 0, lastNumber: lastNumber)
        return base
    }

    /// The text to store.
    package var text: String {
        do {
            return String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        } catch {
            // All numbers are finite, since settings are bounded when they are set.
            preconditionFailure("\(error)")
        }
    }

    package init(text: String) throws {
        self = try JSON.read(KeptRoom.self, from: Array(text.utf8), atMost: Self.longest)
        try check()
    }
}

/// Where the queue stands while the room plays something else, as it is stored.
struct KeptAside: Codable {
    let entry: Int
    /// In microseconds.
    let position: Int64
}

/// The metronome as it is stored.
private struct KeptMetronome: Codable {
    private enum Key: String, CodingKey { case asideEntry, asidePosition }

    let metronome: Metronome
    /// In a room kept by an older version.
    var aside: KeptAside?

    init(_ metronome: Metronome) {
        self.metronome = metronome
    }

    init(from decoder: any Decoder) throws {
        metronome = try Metronome(from: decoder)
        let object = try decoder.container(keyedBy: Key.self)
        if let entry = try object.decodeIfPresent(Int.self, forKey: .asideEntry) {
            aside = KeptAside(entry: entry, position: try object.decode(Int64.self, forKey: .asidePosition))
        }
    }

    func encode(to encoder: any Encoder) throws { try metronome.encode(to: encoder) }
}

/// Why a stored room cannot be restored.
package struct KeptRoomProblem: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

/// A stored room is checked when it is read, since the disk or a person may have changed it.
extension KeptRoom {
    /// Longest text in bytes: a queue of 10,000 takes one million.
    private static let longest = 8 << 20
    /// Counts up to this are exact in every JSON number, and far below overflow of sums.
    private static let counts = 0...(1 << 52)
    /// Ids start at one, and stay within the range of `KeptOrder`.
    private static let ids = 0...(1 << 40)

    /// Longest time from the announcement of a start to the start, in microseconds.
    private static let mostNotice: Int64 = 1_000_000

    /// Longest key of a screen in bytes: an address and a name, or the client's own id.
    private static let longestKey = 256

    /// Longest settings of a screen in bytes: a look of the most and longest settings, each character escaped.
    private static let longestSettings = 1 << 16

    private static let badOrder = KeptRoomProblem(description: "the order of its queue is damaged")

    private func check() throws(KeptRoomProblem) {
        let (numbers, screens) = (numbers, screens ?? [])
        try Self.hold(Self.counts.contains(revision), "its revision is \(revision)")
        try Self.hold(numbers.count <= RoomQueue.mostEntries, "its queue has \(numbers.count) entries")
        try Self.hold(numbers.allSatisfy(Self.ids.contains), "an entry of its queue has a number out of range")
        try Self.hold(Set(numbers).count == numbers.count, "two entries of its queue have one number")
        try Self.check(screens.map { ($0.client, $0.memory) }, groups)
        try Self.check(settings)
        try Self.hold(following?.isWithinBounds ?? true, "what it follows is out of bounds")
        try Self.hold(live.map { LiveSource.isName($0.name) } ?? true, "the name of its live source is not valid")
        if let position = place?.position {
            try Self.hold(MediaTime(checking: position) != nil, "its queue stands at \(position) µs")
        }
        if let playing {
            try Self.hold(MediaTime(checking: playing.position) != nil, "its position is \(playing.position) µs")
            for at in [playing.at, playing.clock ?? 0] {
                try Self.hold(MediaTime(checking: at) != nil, "it was kept at \(at) µs")
            }
        }
    }

    static func check(
        _ screens: [(client: String, memory: RoomState.Memory)], _ groups: [ScreenGroup]
    ) throws(KeptRoomProblem) {
        try hold(screens.count <= RoomState.mostMemories, "it remembers \(screens.count) screens")
        for (client, memory) in screens {
            try hold(client.utf8.count <= longestKey, "the key of a screen is too long")
            try hold(memory.name?.utf8.count ?? 0 <= Hello.longestName, "the name of a screen is too long")
            try hold(Wish.offsets.contains(memory.offset), "the offset of a screen is \(memory.offset) ms")
            try hold(memory.settings?.isWithinBounds ?? true, "the settings of a screen are out of bounds")
            try hold(memory.place?.isWithinBounds ?? true, "the place of a screen is out of bounds")
        }
        try hold(groups.count <= ScreenGroup.most, "it has \(groups.count) groups of screens")
        try hold(groups.allSatisfy(\.isWithinBounds), "a group of screens is out of bounds")
        try hold(Set(groups.map(\.name)).count == groups.count, "two groups of screens have one name")
    }

    static func check(_ settings: RoomSettings) throws(KeptRoomProblem) {
        try hold(settings.label?.utf8.count ?? 0 <= RoomName.longest && settings.label?.isOneLine ?? true, "its label is not valid")
        try hold(RoomSettings.crossfades.contains(settings.crossfade), "its crossfade is \(settings.crossfade) s")
        try hold((0...1).contains(settings.volume), "its volume is \(settings.volume)")
        try hold((0...1).contains(settings.voteShare), "its share of votes is \(settings.voteShare)")
        try hold(settings.look.count <= LookValue.mostSettings, "its look has \(settings.look.count) settings")
        for (name, value) in settings.look {
            try hold(name.utf8.count <= LookValue.longestName, "the name of a setting is too long")
            if case .text(let text) = value { try hold(text.utf8.count <= LookValue.longestText, "a setting is too long") }
        }
    }

    private static func hold(_ isSo: Bool, _ problem: @autoclosure () -> String) throws(KeptRoomProblem) {
        guard isSo else { throw KeptRoomProblem(description: problem()) }
    }
}
