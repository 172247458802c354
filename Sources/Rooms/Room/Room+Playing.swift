import Library
import Music
import Session
import Text
import Workers

/// How a room fetches its music and sends it.
extension Room {
    /// Most tracks before the current one that stay in the queue of a room that plays on by itself.
    private static let mostHeard = 100
    /// Most pieces that are looked up when the library has changed.
    private static let mostDoubtful = 100
    /// Random tracks that are added at a time.
    private static let handful = 10
    private static let crowded = "Sound has to wait: too many rooms are listened to at once."
    /// Pause between two searches for more music: there may be none yet.
    private static let lookPause = MediaTime(seconds: 10)
    /// How long before its end a queue is added to: enough for an analysis, and late enough that a queue somebody has just cleared stays so.
    static let outlook = MediaTime(seconds: 30)
    /// How long after its end a queue still goes on: time for some searches, and for a screen that reloads its page.
    private static let lull = MediaTime(seconds: 60)

    /// Buffers if screens would run out of frames, and resumes when enough of the score is known.
    mutating func buffer(at now: ServerTime) {
        // A track that has ended must not buffer.
        let coming = state.advanced(to: now)
        let known = coming.course.flatMap { course in music.score(course.timeline.piece) }
        if let command = Buffering.command(for: coming, known, at: now) { carryOut(command, at: now) }
    }

    /// The score of a piece as it is shown.
    func shownScore(_ piece: Piece) -> (any Score)? { Self.shown(music.score(piece), of: piece, vague: state.vaguePiece) }

    /// Where a feed gets its messages from.
    func scores(for key: Feed.Key) -> Feed.Scores {
        // The room itself is not held: a copy of it would be copied again by each change.
        let (music, vague, isSung) = (music, state.vaguePiece, key.content == .lyrics)
        return { piece in Self.shown(isSung ? music.sung(piece) : music.score(piece), of: piece, vague: vague) }
    }

    /// Of a piece whose place in time is not known nothing is shown.
    private static func shown(_ score: (any Score)?, of piece: Piece, vague: Piece?) -> (any Score)? {
        piece == vague ? score.map { VagueScore($0) } : score
    }

    /// The score of the music that plays, as far as it is known.
    var scoreOfNow: (any Score)? { state.course.flatMap { course in music.score(course.timeline.piece) } }

    /// Announces what plays next, early enough to send all its data in time.
    mutating func announce(at now: ServerTime) {
        for course in state.courses(through: now.later(RoomState.horizon)) {
            let generation = course.timeline.generation
            if announced.takes(generation) {
                publish(.timeline) { StreamMessage($0.news(course), sent: now) }
            }
            guard let score = shownScore(course.timeline.piece) else { continue }
            for list in CourseList.allCases {
                guard let edition = list.edition(of: score), !announced.holds(list, generation, at: now, edition: edition) else {
                    continue
                }
                if announced.has(list, generation), list.standsStill(score, on: course) { continue }
                let moment = max(now, course.from)
                announced.note(list, generation, edition: edition, until: list.validUntil(score, on: course, at: moment))
                publish(list.stream) {
                    list.message(score, on: course, track: $0.row(course.timeline.piece), at: moment, sent: now)
                }
            }
        }
        announced.drop(before: state.course?.timeline.generation)
    }

    /// Fetches every piece that will be shown soon; in an empty room only while music plays.
    mutating func fetch(at now: ServerTime) {
        guard !isEmpty || state.isPlaying else { return }
        // Pieces that cannot be played now are retried when somebody asks for them.
        let courses = state.courses(through: now.later(Self.foresight)).filter { state.queue.entry($0.entry)?.trouble == nil }
        for piece in music.need(courses.map(\.timeline.piece).reversed()) {
            let isFirst = piece == courses.first?.timeline.piece
            want(.fetch(piece, isFirst ? .playing : .queued, ticket: music.ticket(), isPressed: isFirst && isPressed))
            if isFirst { isPressed = false }
        }
        guard audience.hearsLyrics else { return }
        for piece in music.needLyrics(courses.map(\.timeline.piece)) {
            want(.fetchLyrics(piece, ticket: music.ticket()))
        }
    }

    /// Has the files of what plays and of the next pieces brought here from other servers.
    mutating func fetchAhead(at now: ServerTime) {
        // Of what plays elsewhere only the analysis is needed, and its app tells the server that it plays.
        guard state.isPlaying, state.soundsHere, let generation = state.course?.timeline.generation else { return }
        // Rooms are touched whenever somebody comes or goes; only commands and the passing of tracks change what comes.
        guard aheadOf?.generation != generation || aheadOf?.revision != state.revision else { return }
        aheadOf = (generation, state.revision)
        let next = state.courses(through: now.later(Self.provision), atMost: 1 + Self.mostAhead).map(\.timeline.piece)
            .filter(\.isRecording)
        guard next != ahead else { return }
        if let piece = next.first, piece != ahead.first { want(.begins(piece)) }
        ahead = next
        want(.fetchAhead(next))
    }

    /// Pieces whose files must be checked now: those that come soon or are kept, and those that were missing.
    func doubtful(at now: ServerTime) -> [Piece] {
        let soon = state.courses(through: now.later(Self.foresight)).dropFirst().map(\.timeline.piece).filter(\.isRecording)
        // From the current one onwards, then those before it.
        let entries = state.queue.entries
        let index = state.course.flatMap { state.queue.index(of: $0.entry) } ?? 0
        let lost = (entries[index...] + entries[..<index]).filter { QueuedPiece.mayPass($0.trouble) }.map(\.queued.piece)
        // What plays is known to be there, unless it has waited since the start for a catalog that is being rebuilt.
        let playing = state.course.flatMap { state.queue.entry($0.entry) }.flatMap { $0.trouble == nil ? $0.queued.piece : nil }
        let kept = Set(music.kept)
        let doubtful = soon + entries.map(\.queued.piece).filter(kept.contains) + lost
        return Array(doubtful.filter { $0 != playing }.firstOfEach.prefix(Self.mostDoubtful))
    }

    /// Takes the result of a lookup: a missing piece is skipped, and one that is back can be played again. True if it is back.
    mutating func review(_ piece: Piece, _ found: (QueuedPiece, TrackCard)?, at now: ServerTime) -> Bool {
        let isLost = state.queue.entries.contains { $0.queued.piece == piece && QueuedPiece.mayPass($0.trouble) }
        switch found {
        case nil where !isLost:
            music.fail(piece)
            passOver(piece, QueuedPiece.gone, at: now)
            return false
        case .some((let queued, let card)) where isLost: return carryOut(.learned(queued), tracks: [card], at: now)
        default: return false
        }
    }

    /// Pauses the music when the sleep timer has run out.
    mutating func fallAsleep(at now: ServerTime) {
        guard let end = state.sleepAt, end <= now else { return }
        if state.isPlaying { carryOut(.pause, at: now) }
        var change = SettingsChange()
        change.sleep = 0
        carryOut(.set(change), at: now)
    }

    mutating func lookForMore(at now: ServerTime) {
        guard wantsMore(at: now), now >= nextLook else { return }
        nextLook = now.later(Self.lookPause)
        let isDemo = state.settings.autoplay == .demo
        want(.findMore(isDemo ? .demo(after: state.queue.entries.last?.queued.piece) : .some(Self.handful)))
    }

    /// Whether nothing plays until a song of the demo is ready.
    var waitsForDemo: Bool { state.settings.autoplay == .demo && state.course == nil && state.playsQueue }

    /// Whether the room plays on by itself, and its queue is near its end. Only the demo begins in a room in which nothing plays.
    func wantsMore(at now: ServerTime) -> Bool {
        let isDemo = state.settings.autoplay == .demo
        guard state.settings.autoplay != .off, !isEmpty, state.playsQueue else { return false }
        guard let course = state.course else { return isDemo }
        // Music that has reached the end of the queue continues; music that somebody paused does not.
        guard course.timeline.rate.isRunning else {
            // Who comes hours after the end is not met by music.
            return state.hasEnded && (isDemo || now <= course.timeline.anchorTime.later(Self.lull))
        }
        return state.courses(through: now.later(Self.outlook)).last?.timeline.rate.isRunning == false
    }

    /// A user's choice of music ends the demo, after which the room plays on from the library.
    mutating func endDemo(at now: ServerTime) {
        guard state.settings.autoplay == .demo else { return }
        var change = SettingsChange()
        change.autoplay = .library
        carryOut(.set(change), at: now)
    }

    mutating func takeMore(_ tracks: [(QueuedPiece, TrackCard)], at now: ServerTime) {
        guard !tracks.isEmpty, wantsMore(at: now) else { return }
        // Tracks that were played long ago are removed, or the queue would fill up.
        let index = state.course.flatMap { state.queue.index(of: $0.entry) } ?? 0
        let old = state.queue.entries[..<max(0, index - Self.mostHeard)].map(\.number)
        if !old.isEmpty { carryOut(.remove(old), at: now) }
        // People may have filled the queue.
        guard state.queue.entries.count + tracks.count <= RoomQueue.mostEntries else { return }
        let (last, hadEnded) = (state.queue.lastNumber, state.hasEnded)
        carryOut(.add(tracks.map(\.0), isNext: false), tracks: tracks.map(\.1), at: now)
        if hadEnded, let next = state.queue.added(since: last).first {
            carryOut(.playEntry(next.number), at: now)
        } else if !state.isPlaying, state.queue.entries.contains(where: { $0.trouble == nil }) {
            carryOut(.play, at: now)  // else all may be unplayable, and more are looked for
        }
    }

    /// Sends the sound that is due soon, if anybody listens.
    mutating func play(at now: ServerTime) {
        guard audience.hearsSound, state.soundsHere else {
            if sound.rests(at: now) { want(.silence) }
            return
        }
        sound.goOn()
        let courses = state.courses(through: now.later(RoomState.horizon))
        var sources: [Piece: PieceSound] = [:]
        for piece in courses.flatMap({ [$0.timeline.piece] + ($0.fade.map { [$0.timeline.piece] } ?? []) }) {
            sources[piece] = music.sound(piece, normalized: state.settings.normalizes)
        }
        want(.sound(courses, through: now.later(Streams.mostSoundLead), sources, clicks: clicks(on: courses, at: now)))
    }

    /// Takes the sound that is decoded, and sends it.
    mutating func take(_ yield: RoomSound.Yield, at now: ServerTime) {
        sound.ahead = yield.ahead
        for chunk in yield.chunks {
            for hasClicks in [true, false] {
                guard audience.hears(.audio(hasClicks: hasClicks)),
                    let message = StreamMessage(chunk, hasClicks: hasClicks, sent: now)
                else { continue }
                want(.publish(message))
            }
        }
        for trouble in yield.troubles { report("\(name(of: trouble.piece)) is not heard: \(trouble.reason).", passes: true) }
        let isCrowded = yield.isCrowded && trouble.sentence != Self.crowded
        if isCrowded { report(Self.crowded) }
        if isCrowded || !yield.troubles.isEmpty { isTouched = true }
    }

    /// The clicks in the sound of these courses.
    private func clicks(on courses: [Course], at now: ServerTime) -> RoomClicks {
        let metronome = state.metronome
        var clicks = RoomClicks(volume: metronome.volume, kit: metronome.kit)
        if metronome.over.isOn { clicks.over = RoomClicks.Over(rate: metronome.over.rate, volume: metronome.over.volume) }
        clicks.countInVolume = metronome.over.volume
        // Only a track that counts in needs its beats otherwise.
        for course in courses where clicks.over != nil || course.timeline.anchor < .zero {
            guard course.timeline.piece.isRecording, let score = music.score(course.timeline.piece), score.hasBeats
            else {
                continue
            }
            clicks.grids[course.timeline.piece] = score.beats(around: .zero..<(.zero)).grid
        }
        return clicks
    }
}
