import Library
import Music
import Session
import System
import Text
import Web
import Workers

/// One room: what it plays, its members, and what is sent to them. It acts at `wake` and after events, on one thread.
package final class Room {
    /// Least time between two state messages: a volume slider that is dragged changes the state a hundred times a second.
    private static let statePause = MediaTime(seconds: 0.05)
    /// Least time between two lists of screens: nobody reads numbers faster.
    static let screensPause = MediaTime(seconds: 1)
    /// Time between two sendings of sound: two chunks at a time.
    private static let soundPause = MediaTime(seconds: 0.1)
    /// Least time between two actions without an event.
    private static let breath = MediaTime(seconds: 0.001)
    /// How far ahead the room looks: for pieces to fetch, and for the end of its music if it plays on by itself.
    static let foresight = MediaTime(seconds: 60)

    let name: String
    let crumb: WorkBoard.Crumb
    let site: RoomSite
    let outlet: RoomOutlet
    let sound: RoomSound
    var state: RoomState
    /// What is shown of the queue's pieces.
    var cards: [Piece: TrackCard]
    var music = RoomMusic()
    var feeds: [Feed.Key: Feed] = [:]
    var members: [ConnectionID: Member] = [:]
    /// Timelines up to this generation have been announced.
    var announced: Generation
    /// When each list of beats that was sent must be replaced, by generation; nil for one that holds all beats.
    var gridsSent: [Generation: ServerTime?] = [:]
    /// When the room must act next; nil if only an event can make that necessary.
    var wake: ServerTime?
    /// Dirty flag: something has happened since the room last acted.
    var isTouched = true
    var stateShown = Shown(pause: statePause)
    var screensShown = Shown(pause: screensPause)
    /// Cache of the encoded list of screens, and when it was encoded.
    var screensMade: (bytes: [UInt8], at: ServerTime)?
    /// The edition of the queue that was sent last.
    var queueShown: Int?
    var queueRevision = 0
    /// Counts up whenever the content of the queue message changes.
    var queueEdition = 0
    /// Cache of the encoded queue.
    var sheet: QueueSheet?
    var isEncoding = false
    /// Requests that wait for the queue to be encoded, each with the least edition that answers it.
    var sheetWaiters: [(edition: Int, answer: @Sendable (QueueSheet) -> Void)] = []
    /// When decoding ends because nobody listens any more.
    var soundUntil: ServerTime?
    /// The asker that opened the room; nil for a host, and for a restored room.
    let founder: Asker?
    var nextLook = ServerTime(microseconds: 0)
    /// The last problem, for people to read.
    var trouble: String?
    /// The last time somebody was here.
    var lastVisit: ServerTime
    /// The last time somebody was here or music played.
    var lastUse: ServerTime

    init(
        _ name: String, _ site: RoomSite, _ state: RoomState, cards: [Piece: TrackCard] = [:], founder: Asker? = nil,
        at now: ServerTime
    ) {
        self.name = name
        crumb = WorkBoard.Crumb("room", name)
        self.founder = founder
        self.site = site
        self.state = state
        self.cards = cards
        outlet = RoomOutlet(name, site.server, site.figures)
        sound = site.sound(of: name)
        announced = state.generation
        lastVisit = now
        lastUse = now
    }

    var isEmpty: Bool { members.isEmpty && !outlet.hasListeners }

    /// Acts if it is time to, or if something has happened.
    func actIfDue(at now: ServerTime) {
        guard isTouched || wake.map({ $0 <= now }) == true else { return }
        isTouched = false
        act(at: now)
        wake = nextWake(after: now)
    }

    /// Advances the state to now. Tracks that have ended meanwhile make the state message due.
    func advance(to now: ServerTime) {
        let revision = state.revision
        state = state.advanced(to: now)
        if state.revision != revision { stateShown.isDue = true }
    }

    private func act(at now: ServerTime) {
        buffer(at: now)
        // The feeds use the state before: they may still have to send what was due just before a track ended.
        let before = state
        advance(to: now)
        if !isEmpty { lastVisit = now }
        if !isEmpty || state.isPlaying { lastUse = now }
        announce(at: now)
        fetch(at: now)
        lookForMore(at: now)
        for (key, feed) in feeds where outlet.isWanted(key) {
            for message in feed.next(before, score, at: now) { outlet.send(RoomOutlet.Letter(message.bytes, of: key)) }
        }
        play(at: now)
        show(at: now)
    }

    private func nextWake(after now: ServerTime) -> ServerTime? {
        var moments = feeds.filter { outlet.isWanted($0.key) }.map { $0.value.wake(state, score, after: now) }
        moments += [stateShown.wake, screensShown.wake, soundUntil, Buffering.wake(of: state, scoreOfNow)] + gridsSent.values
        if wantsMore(at: now) { moments.append(nextLook) }
        if outlet.isWanted(.audio), state.isPlaying { moments.append(now.later(Self.soundPause)) }
        if let change = state.nextChange, state.isPlaying {
            moments.append(change)
            // What follows is announced this long before it begins.
            let announcement = change.earlier(RoomState.horizon)
            if announcement > now { moments.append(announcement) }
            let foresight = change.earlier(Self.foresight)
            if foresight > now { moments.append(foresight) }
        }
        // Overdue work that cannot be done now must not keep the thread busy.
        return moments.compactMap { $0 }.min().map { max($0, now.later(Self.breath)) }
    }

    /// Applies a command; the next `act` sends the result.
    func obey(_ command: RoomCommand, tracks: [TrackCard] = [], at now: ServerTime) throws(Refusal) {
        advance(to: now)
        let before = state
        for card in tracks { cards[card.piece] = card }
        state = try state.after(command, at: now)
        if state.queue.entries.count < cards.count / 2 { dropCards() }
        guard state != before else { return }
        stateShown.isDue = true
        if state.queue != before.queue {
            queueRevision = state.revision
            queueEdition += 1
        }
        if state.memories != before.memories { screensShown.isDue = true }
        guard state.generation != before.generation else { return }
        switch command {
        // The same music goes on, so its trouble stays.
        case .wait, .goOn: break
        default: trouble = nil
        }
        if state.generation < before.generation { sendAllAway() }
        for feed in feeds.values { feed.restart(at: now) }
        gridsSent = [:]
        if state.course == nil {
            announced = state.generation
            outlet.send(.timeline(JSON.bytes(TimelineMessage(TimelineNews(nothing: state.generation, from: now), sent: now))))
        }
    }

    func resolve(_ place: Wish.Place, at now: ServerTime) throws -> MediaTime {
        guard let course = state.advanced(to: now).course else { throw Refusal.nothingPlays }
        let position = course.timeline.position(at: now)
        return try place.position(from: position, in: score(course.timeline.piece))
    }

    /// Applies a command of the server itself. A room should never refuse one; if it does, that is logged.
    @discardableResult
    func carryOut(_ command: RoomCommand, tracks: [TrackCard] = [], at now: ServerTime) -> Bool {
        do {
            try obey(command, tracks: tracks, at: now)
            return true
        } catch {
            site.log.warning("a room refused a command of the server", ["room": name, "reason": error.sentence])
            return false
        }
    }

    /// Takes the result of fetching a piece's score, unless a later fetch was answered first.
    func take(_ outcome: RoomMusic.Outcome, of piece: Piece, asked ticket: Int, at now: ServerTime) {
        guard music.take(outcome, of: piece, asked: ticket) else { return }
        stateShown.isDue = true
        switch outcome {
        case .score(let score, _): carryOut(.learned(QueuedPiece(piece, score.analysis)), at: now)
        case .failed(let reason): passOver(piece, reason, at: now)
        }
    }

    /// Takes the first part of a score while its piece is analyzed.
    func take(_ growing: GrowingScore, _ sound: SoundFile, of piece: Piece) {
        if music.take(growing, sound, of: piece) { stateShown.isDue = true }
    }

    func passOver(_ piece: Piece, _ reason: String, at now: ServerTime) {
        carryOut(.unplayable(piece, reason: reason), at: now)
        report(reason)
    }

    /// Updates a card if more is known of its piece now.
    func renew(_ card: TrackCard) {
        let known = cards[card.piece]
        guard known != card, known != nil || state.queue.entries.contains(where: { $0.queued.piece == card.piece }) else { return }
        cards[card.piece] = card
        stateShown.isDue = true
        if (known?.id, known?.title, known?.artist) != (card.id, card.title, card.artist) { queueEdition += 1 }
    }

    /// Fetches a piece's score again after people corrected its beats; then what was sent of it becomes void.
    func correct(_ piece: Piece) {
        guard music.part(piece) != nil else { return }
        site.fetch(piece, .playing, for: name, ticket: music.ticket(), isCorrection: true)
    }

    func takeCorrected(_ outcome: RoomMusic.Outcome, of piece: Piece, asked ticket: Int, at now: ServerTime) {
        guard case .score = outcome, music.take(outcome, of: piece, asked: ticket) else { return }
        carryOut(.regrid(piece), at: now)
    }

    func report(_ reason: String) {
        trouble = reason
        stateShown.isDue = true
    }

    /// Clears a reported problem that has been solved.
    func withdraw(_ reason: String) {
        guard trouble == reason else { return }
        trouble = nil
        stateShown.isDue = true
    }

    func score(_ piece: Piece) -> (any Score)? { music.score(piece) }

    /// The catalog's row of a piece, for clients that ask for more of it over HTTP.
    func row(_ piece: Piece) -> Int? { cards[piece]?.id }

    func news(_ course: Course) -> TimelineNews { TimelineNews(course, track: row) }
}
