import Foundation
import Music
import Session
import Synchronization
import Text
import Web

/// One room at work: what it plays, who is there, and what is sent to them. It acts at the moments it says, on one thread.
final class Room {
    /// More different ways of being sent frames and beats than people think of; each costs as much as the first.
    private static let mostFeeds = 32
    /// A volume that is being turned changes a hundred times a second.
    private static let statePause = MediaTime(seconds: 0.05)
    /// Nobody reads numbers faster.
    private static let screensPause = MediaTime(seconds: 1)
    /// Two chunks of sound at a time.
    private static let soundPause = MediaTime(seconds: 0.1)
    /// Before the music ends, more is looked for where the room plays on by itself.
    private static let foresight = MediaTime(seconds: 60)
    /// More fit on no controller's screen; of the others the list tells how many there are.
    private static let mostScreensShown = 200
    /// After a look that found nothing, perhaps because there is no music yet.
    private static let lookPause = MediaTime(seconds: 10)
    /// Tracks of a queue that goes on by itself that stay after they were heard.
    private static let mostHeard = 100
    /// Tracks found at a time.
    private static let handful = 10

    let name: String
    private let site: RoomSite
    let outlet: RoomOutlet
    private let sound: RoomSound
    private(set) var state: RoomState
    /// What is shown of the queue's tracks.
    private var cards: [Int: TrackCard]
    private var music = RoomMusic()
    private(set) var feeds: [Feed.Key: Feed] = [:]
    private(set) var members: [ConnectionID: Member] = [:]
    /// Timelines up to this generation have been announced.
    private var announced: Generation
    /// When the list of beats runs out, by generation.
    private var gridEnds: [Generation: ServerTime] = [:]
    private var gridsSent: Set<Generation> = []
    /// When the room wants to act next; nil while only news can bring that about.
    private(set) var wake: ServerTime?
    /// Something has happened since it acted last.
    var isTouched = true
    private var stateShown = Shown(pause: statePause)
    private var screensShown = Shown(pause: screensPause)
    private var queueShown: Int?
    private var queueRevision = 0
    private var nextLook = ServerTime(microseconds: 0)
    /// What went wrong last, for people to read.
    private(set) var trouble: String?
    /// The last moment at which somebody was here.
    private(set) var lastVisit: ServerTime
    /// The last moment at which somebody was here or music played.
    private(set) var lastUse: ServerTime

    init(_ name: String, _ site: RoomSite, _ state: RoomState, cards: [Int: TrackCard] = [:], at now: ServerTime) {
        self.name = name
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

    // What happens

    /// Does what is due, if the moment for that has come or something has happened.
    func actIfDue(at now: ServerTime) {
        guard isTouched || wake.map({ $0 <= now }) == true else { return }
        isTouched = false
        act(at: now)
        wake = nextWake(after: now)
    }

    private func act(at now: ServerTime) {
        let revision = state.revision
        state = state.advanced(to: now)
        if state.revision != revision { stateShown.isDue = true }
        if !isEmpty { lastVisit = now }
        if !isEmpty || state.isPlaying { lastUse = now }
        announce(at: now)
        fetch(at: now)
        lookForMore(at: now)
        for (key, feed) in feeds where outlet.isWanted(key) {
            for piece in feed.next(state, score, at: now) { outlet.send(RoomOutlet.Letter(piece.message, of: key)) }
        }
        play(at: now)
        show(at: now)
    }

    /// Sends the sound that is due within the next moments, if anybody listens.
    private func play(at now: ServerTime) {
        guard outlet.isWanted(.audio) else { return sound.stop() }
        let yield = sound.chunks(
            of: state.courses(through: now.later(RoomState.horizon)), now: now, through: now.later(Streams.mostSoundLead)
        ) { music.sound($0, normalized: state.settings.normalizes) }
        for chunk in yield.chunks { outlet.send(.audio(packet(chunk, at: now))) }
        for trouble in yield.troubles { report("A track is not heard: \(trouble.reason).") }
    }

    private func packet(_ chunk: RoomSound.Chunk, at now: ServerTime) -> [UInt8] {
        AudioPacket.binary(chunk.samples.span, generation: chunk.generation, due: chunk.due, sent: now)
    }

    private func nextWake(after now: ServerTime) -> ServerTime? {
        var moments = feeds.filter { outlet.isWanted($0.key) }.map { $0.value.wake(state, score, after: now) }
        moments += [stateShown.wake, screensShown.wake, gridEnds.values.min()]
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
        return moments.compactMap { $0 }.min()
    }

    /// Does what somebody asked; what comes of it is sent by the next `act`.
    func obey(_ command: RoomCommand, tracks: [TrackCard] = [], at now: ServerTime) throws(Refusal) {
        let before = state.advanced(to: now)
        for card in tracks { cards[card.id] = card }
        state = try state.after(command, at: now)
        if state.queue.entries.count < cards.count / 2 { dropCards() }
        guard state != before else { return }
        stateShown.isDue = true
        if state.queue != before.queue { queueRevision = state.revision }
        guard state.generation != before.generation else { return }
        trouble = nil
        for feed in feeds.values { feed.restart(at: now) }
        gridEnds = [:]
        gridsSent = []
        if state.course == nil {
            announced = state.generation
            outlet.send(.timeline(JSON.bytes(TimelineMessage(TimelineNews(nothing: state.generation, from: now), sent: now))))
        }
    }

    func resolve(_ place: Wish.Place, at now: ServerTime) throws -> MediaTime {
        guard let course = state.advanced(to: now).course else { throw Refusal.nothingPlays }
        let position = course.timeline.position(at: now)
        return try place.position(from: position, in: score(course.timeline.track))
    }

    /// A track's score has come, or cannot.
    func take(_ outcome: RoomMusic.Outcome, of track: Int, at now: ServerTime) {
        music.take(outcome, of: track)
        stateShown.isDue = true
        do {
            switch outcome {
            case .score(let score, _):
                gridsSent = []
                try obey(.learned(QueuedTrack(track, score.analysis)), at: now)
            case .failed(let reason):
                trouble = reason
                try obey(.unplayable(track: track, reason: reason), at: now)
                trouble = reason
            }
        } catch {
            // Neither is ever refused: a room that no longer has the track stays as it is.
        }
    }

    /// People corrected a track's beats: it is fetched anew, and what was sent of it is void.
    func correct(_ track: Int) {
        guard music.part(track) != nil else { return }
        site.fetch(track, .playing, for: name, isCorrection: true)
    }

    func takeCorrected(_ outcome: RoomMusic.Outcome, of track: Int, at now: ServerTime) {
        guard case .score = outcome else { return }
        music.take(outcome, of: track)
        do {
            try obey(.regrid(track: track), at: now)
        } catch {
            // Nothing plays any more.
        }
    }

    func report(_ reason: String) {
        trouble = reason
        stateShown.isDue = true
    }

    private func score(_ track: Int) -> Score? { music.score(track) }

    /// Makes known what plays next, so early that everything of it can be sent in time.
    private func announce(at now: ServerTime) {
        for course in state.courses(through: now.later(RoomState.horizon)) {
            let generation = course.timeline.generation
            if generation > announced {
                announced = generation
                outlet.send(.timeline(JSON.bytes(TimelineMessage(TimelineNews(course), sent: now))))
            }
            guard !gridsSent.contains(generation) || gridEnds[generation].map({ $0 <= now }) == true,
                let score = score(course.timeline.track)
            else { continue }
            gridsSent.insert(generation)
            gridEnds[generation] = GridMessage.validUntil(score, on: course, at: max(now, course.from))
            outlet.send(.grid(GridMessage.bytes(score, on: course, at: max(now, course.from), sent: now)))
        }
        let current = state.course?.timeline.generation
        gridEnds = gridEnds.filter { generation, _ in current.map { generation >= $0 } == true }
    }

    /// Has everything fetched that will soon be shown; in a room without anyone only what plays.
    private func fetch(at now: ServerTime) {
        guard !isEmpty || state.isPlaying else { return }
        let courses = state.courses(through: now.later(Self.foresight))
        for track in music.need(courses.map(\.timeline.track).reversed()) {
            site.fetch(track, track == courses.first?.timeline.track ? .playing : .queued, for: name)
        }
    }

    private func lookForMore(at now: ServerTime) {
        guard wantsMore(at: now), now >= nextLook else { return }
        nextLook = now.later(Self.lookPause)
        site.findMore(Self.handful, for: name)
    }

    /// Whether the room plays on by itself, and is near its end or has nothing to play.
    private func wantsMore(at now: ServerTime) -> Bool {
        guard state.settings.autoplay == .library, !isEmpty else { return false }
        guard let course = state.course else { return true }
        guard course.timeline.rate == .playing else { return false }
        return state.courses(through: now.later(Self.foresight)).last?.timeline.rate == .still
    }

    func takeMore(_ tracks: [(QueuedTrack, TrackCard)], at now: ServerTime) {
        guard !tracks.isEmpty, wantsMore(at: now) else { return }
        do {
            // What was heard long ago makes room, or the queue would be full some day.
            let index = state.course.flatMap { state.queue.index(of: $0.entry) } ?? 0
            let old = state.queue.entries[..<max(0, index - Self.mostHeard)].map(\.number)
            if !old.isEmpty { try obey(.remove(old), at: now) }
            try obey(.add(tracks.map(\.0), isNext: false), tracks: tracks.map(\.1), at: now)
            if state.course == nil { try obey(.play, at: now) }
        } catch {
            // The queue is full of what somebody put there.
        }
    }

    // What is shown

    private func show(at now: ServerTime) {
        if stateShown.takeDue(at: now) {
            if outlet.isWanted(.state) { outlet.send(.state(JSON.bytes(stateMessage(at: now)))) }
            if queueShown != queueRevision {
                queueShown = queueRevision
                if outlet.isWanted(.queue) { outlet.send(.queue(JSON.bytes(queueMessage(at: now)))) }
            }
        }
        if screensShown.takeDue(at: now), outlet.isWanted(.screens) {
            outlet.send(.screens(JSON.bytes(screensMessage(at: now))))
        }
    }

    func stateMessage(at now: ServerTime) -> StateMessage {
        let courses = state.courses(through: now.later(Self.foresight))
        let next = courses.dropFirst().first { $0.timeline.rate == .playing }
        return StateMessage(
            sent: now, room: name, state: state, queueRevision: queueRevision,
            track: courses.first.flatMap { cards[$0.timeline.track] },
            next: next.flatMap { next in cards[next.timeline.track].map { StateMessage.Next(card: $0, from: next.from) } },
            analysis: courses.first.map { music.part($0.timeline.track)?.word ?? "pending" }, screens: members.count,
            trouble: trouble)
    }

    func queueMessage(at now: ServerTime) -> QueueMessage {
        QueueMessage(sent: now, revision: queueRevision, entries: state.queue.entries, cards: cards)
    }

    func screensMessage(at now: ServerTime) -> ScreensMessage {
        let shown = members.values.sorted { $0.number < $1.number }.prefix(Self.mostScreensShown)
        return ScreensMessage(shown.map { screen($0) }, total: members.count, sent: now)
    }

    private func screen(_ member: Member) -> Screen {
        let memory = state.memories[member.key]
        var screen = Screen(
            id: member.number, name: memory?.name ?? member.name, kind: member.kind, address: member.address)
        screen.isVisible = member.isVisible
        screen.report = member.report
        screen.offsetMs = memory?.offset ?? 0
        screen.streams = member.streams
        return screen
    }

    private func dropCards() {
        let needed = Set(state.queue.entries.map(\.track.track))
        cards = cards.filter { needed.contains($0.key) }
    }

    // Who is there

    func member(numbered number: Int) -> Member? { members.values.first { $0.number == number } }

    /// Takes a client in, and sends it everything that the others have been sent and that still counts.
    func join(_ member: Member, isController: Bool, at now: ServerTime) throws(MessageProblem) {
        state = state.advanced(to: now)
        try makeRoom(for: member.sent, at: now)
        members[member.id] = member
        screensShown.isDue = true
        stateShown.isDue = true
        var first = [
            JSON.bytes(
                WelcomeMessage(
                    server: Version.text, id: member.number, role: isController ? .controller : .viewer, room: name,
                    streams: member.streams, sent: now))
        ]
        if let memory = state.memories[member.key] {
            first.append(JSON.bytes(YouMessage(name: memory.name ?? member.name, offsetMs: memory.offset, sent: now)))
        }
        first += announcedTimelines(at: now).map { JSON.bytes($0) }
        send(first, and: member.sent, to: member.id, before: nil, at: now)
    }

    func leave(_ id: ConnectionID) {
        guard let member = members.removeValue(forKey: id) else { return }
        screensShown.isDue = true
        stateShown.isDue = true
        outlet.change(id, from: member.sent, to: nil, first: [])
    }

    /// Changes what a client is sent, or how it is known.
    func change(
        _ id: ConnectionID, at now: ServerTime, _ body: (inout Member) -> Void, answer: (Member) -> [UInt8]? = { _ in nil }
    ) throws(MessageProblem) {
        guard let old = members[id] else { return }
        var member = old
        body(&member)
        if member.sent != old.sent { try makeRoom(for: member.sent, at: now) }
        members[id] = member
        screensShown.isDue = true
        send(answer(member).map { [$0] } ?? [], and: member.sent, to: id, before: old.sent, at: now)
    }

    /// A listener to the event stream hears what others have heard already, too.
    func listen(_ streams: Streams, _ stream: BodyStream, at now: ServerTime) throws(MessageProblem) -> Int {
        state = state.advanced(to: now)
        try makeRoom(for: streams, at: now)
        let first = announcedTimelines(at: now).map { ("timeline", JSON.bytes($0)) }
        return outlet.listen(
            stream, to: streams, first: first + missed(streams, since: Streams(), at: now).map { ($0.event, $0.bytes) })
    }

    private func announcedTimelines(at now: ServerTime) -> [TimelineMessage] {
        let courses = state.courses(through: now.later(RoomState.horizon)).filter { $0.timeline.generation <= announced }
        return courses.isEmpty
            ? [TimelineMessage(TimelineNews(nothing: state.generation, from: now), sent: now)]
            : courses.map { TimelineMessage(TimelineNews($0), sent: now) }
    }

    private func send(_ first: [[UInt8]], and streams: Streams, to id: ConnectionID, before: Streams?, at now: ServerTime) {
        guard !first.isEmpty || streams != before else { return }
        let missed = missed(streams, since: before ?? Streams(), at: now)
        outlet.change(id, from: before, to: streams, first: first.map { RoomOutlet.Letter($0) } + missed)
    }

    /// What a client of these streams would know, had it had them all along.
    private func missed(_ streams: Streams, since before: Streams, at now: ServerTime) -> [RoomOutlet.Letter] {
        var letters: [RoomOutlet.Letter] = []
        if streams.state && !before.state { letters.append(.state(JSON.bytes(stateMessage(at: now)))) }
        if streams.queue && !before.queue { letters.append(.queue(JSON.bytes(queueMessage(at: now)))) }
        if streams.screens && !before.screens { letters.append(.screens(JSON.bytes(screensMessage(at: now)))) }
        if streams.grid && !before.grid {
            for course in state.courses(through: now.later(RoomState.horizon)) {
                guard gridsSent.contains(course.timeline.generation), let score = score(course.timeline.track) else { continue }
                letters.append(.grid(GridMessage.bytes(score, on: course, at: max(now, course.from), sent: now)))
            }
        }
        if streams.audio != nil && before.audio == nil {
            letters += sound.ahead.map { .audio(packet($0, at: now)) }
        }
        let known = Set(before.feeds)
        for key in streams.feeds where !known.contains(key) {
            letters += feeds[key]?.recent.map { RoomOutlet.Letter($0.message, of: key) } ?? []
        }
        return letters
    }

    private func makeRoom(for streams: Streams, at now: ServerTime) throws(MessageProblem) {
        feeds = feeds.filter { outlet.isWanted($0.key) }
        for key in streams.feeds where feeds[key] == nil {
            guard feeds.count < Self.mostFeeds else {
                throw MessageProblem(.tooMany, "This room is sending in \(Self.mostFeeds) different ways already.")
            }
            feeds[key] = Feed(key, at: now)
        }
    }
}

/// Something that is shown again after each change, but not more often than people can follow.
private struct Shown {
    let pause: MediaTime
    var isDue = true
    private var next = ServerTime(microseconds: 0)

    init(pause: MediaTime) {
        self.pause = pause
    }

    /// When it is to be shown; nil while nothing has changed.
    var wake: ServerTime? { isDue ? next : nil }

    mutating func takeDue(at now: ServerTime) -> Bool {
        guard isDue, now >= next else { return false }
        isDue = false
        next = now.later(pause)
        return true
    }
}
