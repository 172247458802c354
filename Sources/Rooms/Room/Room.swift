import Library
import Music
import Session
import System
import Text
import Web
import Workers

/// One room: what it plays, its members, and what is sent to them. It acts at `wake` and after events.
///
/// A pure value: it sends, reads and starts nothing itself, but says in `effects` what it wants done, for `Rooms` to do.
package struct Room: Sendable {
    /// Least time between two state messages: a volume slider that is dragged changes the state a hundred times a second.
    private static let statePause = MediaTime(seconds: 0.05)
    /// Least time between two lists of screens: nobody reads numbers faster.
    static let screensPause = MediaTime(seconds: 1)
    /// Least time between two messages of a party: a hundred people may vote at once.
    private static let partyPause = MediaTime(seconds: 0.5)
    /// Time between two sendings of sound: two chunks at a time.
    private static let soundPause = MediaTime(seconds: 0.1)
    /// Least time between two actions without an event.
    private static let breath = MediaTime(seconds: 0.001)
    /// How far ahead the room looks: for pieces to fetch.
    static let foresight = MediaTime(seconds: 60)
    /// Pieces after the current one whose files are fetched from other servers, and how long before they begin at most.
    static let mostAhead = 3
    static let provision = MediaTime(seconds: 6 * 3600)

    let name: String
    let crumb: WorkBoard.Crumb
    var state: RoomState
    /// What the room wants done since the last `takeEffects`.
    private(set) var effects: [RoomEffect] = []
    /// What has changed its state since the last `takeLog`.
    private var log: [LogEntry] = []
    /// What is shown of the queue's pieces.
    var cards: PieceCards
    /// The position from which the card is valid that was told last.
    var cardShown: MediaTime?
    var music = RoomMusic()
    /// Finds out which plays count.
    private var plays: PlayMeter
    var places: PlaceMeter
    var feeds: [Feed.Key: SentFeed] = [:]
    var members = Members()
    var audience: Audience
    var announced: Announcements
    /// When the room must act next; nil if only an event can make that necessary.
    var wake: ServerTime?
    /// Dirty flag: something has happened since the room last acted.
    var isTouched = true
    var stateShown = Throttle(pause: statePause)
    var screensShown = Throttle(pause: screensPause)
    var partyShown = Throttle(pause: partyPause)
    /// What each screen is told about itself.
    var selvesShown = Throttle(pause: statePause)
    private(set) var memoryNumbers = MemoryNumbers()
    /// Cache of the encoded list of screens, and when it was encoded.
    var screensMade: (message: StreamMessage, at: ServerTime)?
    var queue = QueueShowing()
    /// The pieces whose files were wanted last, from this machine or another.
    var ahead: [Piece] = []
    /// When that was looked up.
    var aheadOf: (generation: Generation, revision: Int)?
    var sound = SoundSending()
    /// The asker that opened the room; nil if a host opened or changed it, and for a restored room.
    var founder: Asker?
    var nextLook = ServerTime(microseconds: 0)
    private(set) var trouble = Trouble()
    /// How many titles of a live source are among the cards.
    var titlesTaken: (source: LiveSource, count: Int)?
    /// What was told of the live source that plays, and is silent.
    private var silence: String?
    /// Whether somebody has asked for what plays, and nobody has fetched it since.
    var isPressed = false
    /// The last ticket when that was: what was asked for before may have failed before, too.
    private var ticketAtPress = 0
    /// When the lyrics of a piece that is shown or comes soon last changed: screens fetch them again.
    var lyricsChanged: ServerTime?
    /// The last time somebody was here.
    var lastVisit: ServerTime
    /// The last time somebody was here or music played.
    var lastUse: ServerTime

    init(
        _ name: String, _ state: RoomState, cards: PieceCards = PieceCards(), founder: Asker? = nil,
        observed: Set<RoomStream> = [], at now: ServerTime
    ) {
        self.name = name
        crumb = WorkBoard.Crumb("room", name)
        self.founder = founder
        self.state = state
        self.cards = cards
        audience = Audience(observed: observed)
        announced = Announcements(through: state.generation)
        plays = PlayMeter(state, at: now)
        places = PlaceMeter(state, at: now)
        lastVisit = now
        lastUse = now
        memoryNumbers.update(state)
        for case .feed(let key) in observed { feeds[key] = SentFeed(key, at: now) }
        nameLive()
    }

    var isEmpty: Bool { audience.isEmpty }

    /// Whether it is time to act, or something has happened.
    func isDue(at now: ServerTime) -> Bool { isTouched || wake.map { $0 <= now } == true }

    mutating func actIfDue(at now: ServerTime) {
        guard isDue(at: now) else { return }
        isTouched = false
        act(at: now)
        wake = nextWake(after: now)
    }

    /// Advances the state to now. Tracks that have ended meanwhile make the state message due.
    mutating func advance(to now: ServerTime) {
        let (revision, last, piece) = (state.revision, state.history.last, state.course?.timeline.piece)
        let asked = state.party?.playing
        for piece in plays.hear(state, until: now, isHeard: !isEmpty) { want(.countPlay(piece)) }
        state = state.advanced(to: now)
        if state.revision != revision { (stateShown.isDue, partyShown.isDue) = (true, true) }
        // What was asked for leaves the queue once it has played.
        if state.party?.playing != asked { queue.change(at: state.revision) }
        // A server that dies afterwards knows that it was played.
        if state.history.last != last { log.append(LogEntry(.passed, by: .server, at: now)) }
        guard state.course?.timeline.piece != piece else { return }
        isPressed = false
        trouble.pass()
    }

    mutating func want(_ effect: RoomEffect) {
        effects.append(effect)
    }

    /// What the room wants done, once.
    mutating func takeEffects() -> [RoomEffect] {
        defer { effects = [] }
        return effects
    }

    /// The new entries of its log, once.
    mutating func takeLog() -> [LogEntry] {
        defer { log = [] }
        return log
    }

    /// Sends a message to all who hear its stream, if anybody does.
    mutating func publish(_ stream: RoomStream, _ message: (Room) -> StreamMessage) {
        if audience.hears(stream) { want(.publish(message(self))) }
    }

    private mutating func act(at now: ServerTime) {
        buffer(at: now)
        // The feeds use the state before: they may still have to send what was due just before a track ended.
        let before = state
        advance(to: now)
        for place in places.look(state, at: now) { want(.keepPlace(place)) }
        skipIfVoted(at: now)
        fallAsleep(at: now)
        if !isEmpty { lastVisit = now }
        if !isEmpty || state.isPlaying { lastUse = now }
        announce(at: now)
        turnCard(at: now)
        fetch(at: now)
        fetchAhead(at: now)
        lookForMore(at: now)
        for key in feeds.keys where audience.hears(key) {
            let scores = scores(for: key)
            for message in feeds[key]?.next(before, scores, at: now) ?? [] { want(.publish(message)) }
        }
        play(at: now)
        tellScreens(at: now)
        show(at: now)
    }

    private func nextWake(after now: ServerTime) -> ServerTime? {
        var moments = feeds.filter { audience.hears($0.key) }.map { $0.value.wake(state, scores(for: $0.key), after: now) }
        moments += [stateShown.wake, screensShown.wake, partyShown.wake, selvesShown.wake, announced.wake]
        moments += [sound.until, state.sleepAt, Buffering.wake(of: state, scoreOfNow)]
        if wantsMore(at: now) { moments.append(nextLook) }
        moments += [plays.due(state), places.due, nextCard(after: now)]
        if audience.hearsSound, state.isPlaying { moments.append(now.later(Self.soundPause)) }
        if let change = state.nextChange, state.isPlaying {
            moments.append(change)
            // What follows is announced this long before it begins.
            let before = [RoomState.horizon, Self.foresight, Self.outlook].map { change.earlier($0) }
            moments += before.filter { $0 > now }
        }
        // Overdue work that cannot be done now must not keep the thread busy.
        return moments.compactMap { $0 }.min().map { max($0, now.later(Self.breath)) }
    }

    /// Applies a command; the next `act` sends the result.
    mutating func apply(_ command: RoomCommand, by author: Author = .host, tracks: [TrackCard] = [], at now: ServerTime)
        throws(Refusal)
    {
        advance(to: now)
        let before = state
        for card in tracks { cards[card.piece] = card }
        state = try state.after(command, by: author, at: now)
        if state.queue.entries.count < cards.count / 2 { dropCards() }
        guard state != before else { return }
        log.append(LogEntry(command, by: author, at: now))
        (stateShown.isDue, partyShown.isDue) = (true, true)
        nameLive()
        if state.queue != before.queue || command.changesAskers { queue.change(at: state.revision) }
        if state.openParty?.seal != before.openParty?.seal { want(.tellParties) }
        if state.following?.target != before.following?.target { want(.watch) }
        if state.settings.switchTo != before.settings.switchTo { want(.watchInput) }
        if state.memories != before.memories || state.groups != before.groups {
            (screensShown.isDue, selvesShown.isDue) = (true, true)
            memoryNumbers.update(state)
        }
        guard state.generation != before.generation else { return }
        switch command {
        // The same music goes on, so its trouble stays.
        case .wait, .goOn: break
        case .unplayable, .learned, .regrid: trouble.clear()
        default:
            trouble.clear()
            (isPressed, ticketAtPress) = (true, music.lastTicket)
        }
        if state.generation < before.generation { sendAllAway() }
        for key in feeds.keys { feeds[key]?.restart(at: now) }
        announced.restart(nothingPlays: state.course == nil ? state.generation : nil)
        if state.course == nil {
            publish(.timeline) { StreamMessage(TimelineNews(nothing: $0.state.generation, from: now), sent: now) }
        }
    }

    func resolve(_ place: Wish.Place, at now: ServerTime) throws -> MediaTime {
        guard let course = state.advanced(to: now).course else { throw Refusal.nothingPlays }
        let position = course.timeline.position(at: now)
        return try place.position(from: position, in: music.score(course.timeline.piece))
    }

    /// Applies a command of the server itself. A room should never refuse one; if it does, that is logged.
    @discardableResult
    mutating func carryOut(_ command: RoomCommand, tracks: [TrackCard] = [], at now: ServerTime) -> Bool {
        do {
            try apply(command, by: .server, tracks: tracks, at: now)
            return true
        } catch {
            want(.warn(error))
            return false
        }
    }

    /// Takes the result of fetching a piece's score, unless a later fetch was answered first.
    mutating func take(_ outcome: RoomMusic.Outcome, of piece: Piece, asked ticket: Int, at now: ServerTime) {
        guard music.take(outcome, of: piece, asked: ticket) else { return }
        stateShown.isDue = true
        // Words whose times are estimated lie on onsets from now on.
        if state.course?.timeline.piece == piece { lyricsChanged = now }
        switch outcome {
        case .score(let score, _): carryOut(.learned(QueuedPiece(piece, score.analysis)), at: now)
        // It was asked for before somebody asked for it again, and is fetched anew for them.
        case .failed where ticket <= ticketAtPress && state.course?.timeline.piece == piece: isTouched = true
        case .failed(let reason): passOver(piece, reason, at: now)
        }
    }

    /// Takes the first part of a score while its piece is analyzed.
    mutating func take(_ growing: GrowingScore, _ sound: SoundFile, of piece: Piece) {
        if music.take(growing, sound, of: piece) { stateShown.isDue = true }
    }

    /// Takes what is known of a live piece by now. Returns whether it is still played, or soon.
    mutating func take(_ live: LiveScore, _ sound: PieceSound, of piece: Piece, at now: ServerTime) -> Bool {
        if music.take(live, sound, of: piece) { stateShown.isDue = true }
        return state.courses(through: now.later(Self.foresight)).contains { $0.timeline.piece == piece }
    }

    mutating func passOver(_ piece: Piece, _ reason: String, at now: ServerTime) {
        advance(to: now)
        let isAwaited = state.courses(through: now.later(Self.foresight)).contains { $0.timeline.piece == piece }
        carryOut(.unplayable(piece, reason: reason), at: now)
        // Whoever plays something else by now would take it for what happened to that.
        if isAwaited { report("\(name(of: piece)) was skipped. \(reason)", passes: true) }
    }

    /// What a piece is called in a sentence.
    func name(of piece: Piece) -> String { cards[piece].map { "“\($0.title)”" } ?? "A track" }

    /// Updates a card if more is known of its piece now.
    mutating func renew(_ card: TrackCard) {
        let known = cards[card.piece]
        guard known != card, known != nil || state.queue.entries.contains(where: { $0.queued.piece == card.piece }) else { return }
        cards[card.piece] = card
        stateShown.isDue = true
        if (known?.id, known?.title, known?.artist) != (card.id, card.title, card.artist) { queue.renew() }
    }

    /// Fetches a piece's score again after people corrected its beats; then what was sent of it becomes void.
    mutating func correct(_ piece: Piece) {
        guard music.part(piece) != nil else { return }
        want(.fetchCorrected(piece, ticket: music.ticket()))
    }

    /// Tells screens that people corrected a piece's lyrics.
    mutating func correctLyrics(_ piece: Piece, at now: ServerTime) {
        guard music.part(piece) != nil else { return }
        (lyricsChanged, stateShown.isDue) = (now, true)
        if music.hasLyrics(piece) { want(.fetchLyrics(piece, ticket: music.ticket())) }
    }

    /// Takes the lyrics of a piece; those that were sent become void if they were others.
    mutating func take(_ lyrics: Lyrics, of piece: Piece, asked ticket: Int, at now: ServerTime) {
        if music.take(lyrics, of: piece, asked: ticket) { carryOut(.regrid(piece), at: now) }
    }

    mutating func takeCorrected(_ outcome: RoomMusic.Outcome, of piece: Piece, asked ticket: Int, at now: ServerTime) {
        guard case .score = outcome, music.take(outcome, of: piece, asked: ticket) else { return }
        carryOut(.regrid(piece), at: now)
    }

    /// Has people read of a problem. One that passes is over when something else plays.
    mutating func report(_ reason: String, passes: Bool = false) {
        trouble.report(reason, passes: passes)
        stateShown.isDue = true
    }

    /// Has people read why the live source that plays is silent; nil if it sounds.
    mutating func tell(silence words: String?) {
        // Something else may have taken its place.
        guard words != silence || words != nil && trouble.sentence == nil else { return }
        if let silence { withdraw(silence) }
        silence = words
        if let words { report(words, passes: true) }
    }

    /// Clears a reported problem that has been solved.
    mutating func withdraw(_ reason: String) {
        guard trouble.sentence == reason else { return }
        trouble.clear()
        stateShown.isDue = true
    }

    /// The catalog's row of a piece, for clients that ask for more of it over HTTP.
    func row(_ piece: Piece) -> Int? { cards[piece].flatMap(\.id) }

    func news(_ course: Course) -> TimelineNews { TimelineNews(course, track: row) }
}
