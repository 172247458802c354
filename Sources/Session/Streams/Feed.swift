package import Music
import Text

/// Frames, beats, lyrics or cues in one form, made once for all clients of a room that want this form.
package struct Feed: Sendable {
    package enum Content: Hashable, Sendable {
        case frames(FrameForm)
        case beats
        case lyrics
        case cues
    }

    package struct Key: Hashable, Sendable {
        package let content: Content
        package let timing: Timing
        /// How much of the past is sent first.
        package var back: MediaTime

        package init(content: Content, timing: Timing, back: MediaTime = .zero) {
            self.content = content
            self.timing = timing
            self.back = back
        }
    }

    /// An item to be sent.
    package struct Message: Sendable {
        /// Unlike that of any other message of this feed; it counts up.
        package let number: Int
        package let item: FeedItem
        package let made: ServerTime
        package let generation: Generation
        /// When its last frame or beat is due, or its line over.
        package let due: ServerTime
    }

    /// The messages for a part of a course.
    private struct Yield {
        /// The past before the course or the stream began.
        var past: [Message] = []
        var messages: [Message] = []
        /// What would have followed without the pause.
        var further: [Message] = []

        /// For new clients.
        var all: [Message] { past + messages + further }
    }

    /// Returns the score of a piece, as far as it is known yet.
    package typealias Scores = (_ piece: Piece) -> (any Score)?

    /// How much an ahead stream sends at a time: larger batches cost less, smaller ones arrive sooner.
    package static let batch = MediaTime(seconds: 0.5)
    /// Most frames in a message, in seconds.
    private static let longest = MediaTime(seconds: 1)
    /// A picture that ends or stands still is smoothed with this much of the following frames, like one that goes on.
    private static let beyond = MediaTime(seconds: 0.25)
    /// What is later than this is not sent at its moment: the duration of three frames.
    private static let patience = MediaTime(seconds: 0.05)
    /// What is sent ahead is still drawn behind the present frame: trails and rivers show the past. Live sound that was held up comes so late.
    private static let trail = MediaTime(seconds: 0.5)
    /// A beat that may still be predicted otherwise is sent this long before it is due, not earlier.
    private static let notice = MediaTime(seconds: 0.25)

    package let key: Key
    /// Everything due until then has been sent, as far as it was known.
    private var sentThrough: ServerTime
    /// What new clients are sent: messages sent ahead that are not over yet, and the past.
    private var recent: [Message] = []
    private var lastNumber = 0
    /// Whether it waits for a track's analysis.
    private var isBlocked = false
    /// Whether nothing was asked of it since it began with the present.
    private var isNew = true
    /// The timeline that was sent last. Clients that have it know the past of any timeline that continues it.
    private var last: Timeline?

    package init(_ key: Key, at now: ServerTime) {
        self.key = key
        sentThrough = now
        restart(at: now)
    }

    /// What was sent is void: starts again from the present.
    package mutating func restart(at now: ServerTime) {
        recent = []
        isNew = true
        // Screens need the present frame, at whatever speed it began.
        sentThrough = now.earlier(shown(at: key.timing == .live ? .playing : .slowest))
    }

    /// The messages for a new client that has been told the timelines of `generation` and later ones.
    package func recent(since generation: Generation?, at now: ServerTime) -> [Message] {
        recent.filter { message in message.due >= kept(at: now) && (generation.map { message.generation >= $0 } ?? true) }
    }

    /// Messages with a smaller number are sent to nobody any more.
    package var firstKept: Int { recent.first?.number ?? lastNumber + 1 }

    /// New clients are sent what is due from then on.
    private func kept(at now: ServerTime) -> ServerTime { now.earlier(max(shown(at: last?.rate), key.back)) }

    /// The messages to send now.
    package mutating func next(_ room: RoomState, _ scores: Scores, at now: ServerTime) -> [Message] {
        let kept = kept(at: now)
        recent.removeAll { $0.due < kept }
        guard let end = end(at: now) else { return [] }
        let start = max(sentThrough, now.earlier(late(at: room.course?.timeline.rate)))
        isNew = false
        var messages: [Message] = []
        isBlocked = false
        for course in room.courses(through: end) {
            guard let score = scores(course.timeline.piece), isSeen(score, course) else {
                // Skip what is over.
                if let until = course.until, until <= now { continue }
                // Continues from here when the track's analysis is known.
                isBlocked = true
                sentThrough = max(start, min(end, course.from.earlier(MediaTime(microseconds: 1))))
                break
            }
            let horizon = horizon(of: score, on: course, at: now)
            isBlocked = horizon.map { $0 < min(end, course.until ?? end) } ?? false
            // The rest follows when it is known.
            let through = isBlocked ? max(start, horizon ?? start) : end
            let yield = made(of: score, course, after: start, through: through, at: now)
            recent += yield.all.filter { $0.due > kept }
            // New clients are sent the past, others are not.
            messages += goesOn(course) ? yield.messages : yield.all
            if !yield.messages.isEmpty { last = course.timeline }
            messages += faded(course, scores, after: start, through: through, at: now)
            guard isBlocked else { continue }
            sentThrough = through
            break
        }
        if !isBlocked { sentThrough = end }
        return messages
    }

    /// When to send next; nil if only a change can make that necessary.
    package func wake(_ room: RoomState, _ scores: Scores, after now: ServerTime) -> ServerTime? {
        guard let course = room.course, course.timeline.rate.isRunning, !isBlocked else { return nil }
        if case .ahead(let lead) = key.timing { return max(sentThrough.earlier(lead), now.later(MediaTime(seconds: 0.01))) }
        guard let score = scores(course.timeline.piece) else { return nil }
        switch key.content {
        case .frames(let form):
            return FrameSchedule.nextFrame(form.rate, on: course, known: score.known(rate: form.rate), after: sentThrough)
        case .beats:
            let beats = score.beats(on: course, at: max(sentThrough, course.from))
            return BeatSchedule.nextBeat(of: beats.grid, on: course, after: sentThrough)
        case .lyrics: return LineSchedule.nextLine(of: score.lyrics, on: course, after: sentThrough)
        case .cues: return score.plan.flatMap { CueSchedule.nextCue(of: $0, on: course, after: sentThrough) }
        }
    }

    /// The time until which to send now; nil if enough was sent.
    private func end(at now: ServerTime) -> ServerTime? {
        switch key.timing {
        case .live: return now > sentThrough ? now : nil
        case .ahead(let lead): return sentThrough <= now.later(lead) ? now.later(lead + Self.batch) : nil
        }
    }

    /// The last moment of which all is known; nil if the whole course is known or paused.
    private func horizon(of score: any Score, on course: Course, at now: ServerTime) -> ServerTime? {
        guard !score.isComplete else { return nil }
        let known: MediaTime? =
            switch key.content {
            case .frames(let form): score.known(rate: form.rate).upperBound
            case .beats: sureBeats(of: score, on: course, at: now)
            case .cues: Self.knownCues(of: score)
            // Whole, or not yet.
            case .lyrics: nil
            }
        return known.flatMap { course.timeline.due(of: $0) }.map { $0.earlier(MediaTime(microseconds: 1)) }
    }

    /// The position up to which cues are known; nil if all are. Sound without an end has none before its plan.
    private static func knownCues(of score: any Score) -> MediaTime? {
        if let plan = score.plan { plan.knownThrough } else { score.duration == nil ? .zero : nil }
    }

    /// The position up to which beats are sent: the final ones, and predicted ones that are due in a moment.
    private func sureBeats(of score: any Score, on course: Course, at now: ServerTime) -> MediaTime {
        guard let beats = score.knownBeats else { return .zero }
        return max(beats.final, min(beats.through, course.timeline.position(at: now.later(Self.notice))))
    }

    /// Paused music only needs the one frame that it shows.
    private func isSeen(_ score: any Score, _ course: Course) -> Bool {
        guard !course.timeline.rate.isRunning, case .frames(let form) = key.content, !score.isComplete else { return true }
        return course.timeline.anchor < score.known(rate: form.rate).upperBound
    }

    /// How late a message may be sent: a live one a moment; ahead, the present frame and those before it are still needed.
    private func late(at rate: Timeline.Rate?) -> MediaTime {
        guard case .ahead = key.timing, case .frames = key.content else { return Self.patience }
        return isNew ? shown(at: rate) : max(Self.trail, shown(at: rate))
    }

    /// How long a frame is visible; a beat is over at once.
    private func shown(at rate: Timeline.Rate?) -> MediaTime {
        guard case .frames(let form) = key.content else { return .zero }
        let running = rate.flatMap { $0.isRunning ? $0 : nil } ?? .playing
        return MediaTime(microseconds: running.time(for: Int64(1_000_000 / form.rate) + 1))
    }

    private mutating func made(
        of score: any Score, _ course: Course, after start: ServerTime, through end: ServerTime, at now: ServerTime
    ) -> Yield {
        switch key.content {
        case .beats:
            let (first, last) = (course.timeline.position(at: start), course.timeline.position(at: end))
            let beats = score.beats(around: first..<max(first, last))
            let due = BeatSchedule.beats(of: beats.grid, on: course, after: start, through: end)
            return Yield(
                messages: due.compactMap {
                    message(.beat(beats, on: course, $0), on: course, until: beats.grid.beats[$0].time, at: now)
                })
        case .lyrics:
            guard course.timeline.rate.isRunning else { return Yield() }
            // A new generation voids what was sent before, and with it the line that is being sung.
            let sung = hasBegun(course) ? 0..<0 : LineSchedule.lines(of: score.lyrics, at: course.timeline.position(at: start))
            let due = LineSchedule.lines(of: score.lyrics, on: course, after: start, through: end)
            return Yield(
                messages: (Array(sung) + Array(due)).compactMap {
                    // New clients are sent a line until it is over.
                    message(
                        .line(score.lyrics, on: course, $0), on: course,
                        until: LineSchedule.span(of: $0, in: score.lyrics).upperBound,
                        at: now)
                })
        case .cues:
            guard let plan = score.plan else { return Yield() }
            let beats = score.beats(on: course, at: start)
            let due = CueSchedule.cues(of: plan, on: course, after: start, through: end)
            return Yield(
                messages: due.compactMap {
                    message(.cue(plan, beats, on: course, $0), on: course, until: plan.cues[$0], at: now)
                })
        case .frames(let form):
            guard course.timeline.rate.isRunning else { return still(score, course, form, at: now) }
            let known = score.known(rate: form.rate)
            let frames = FrameSchedule.frames(form.rate, on: course, known: known, after: start, through: end)
            guard !frames.isEmpty else { return Yield() }
            let back = course.timeline.reach(in: key.back)
            let before =
                hasBegun(course) ? 0..<0 : FrameSchedule.before(frames.lowerBound, form.rate, back: back, known: known)
            return Yield(
                past: packets(score, course, form, before, at: now), messages: packets(score, course, form, frames, at: now))
        }
    }

    /// The frames of the piece that fades out while a course begins: screens show it until half-way of the crossfade. Who draws each frame at
    /// its moment is sent one piece only, the one that begins.
    private mutating func faded(
        _ course: Course, _ scores: Scores, after start: ServerTime, through end: ServerTime, at now: ServerTime
    ) -> [Message] {
        guard case .ahead = key.timing, case .frames(let form) = key.content, let fade = course.fade,
            fade.timeline.piece != course.timeline.piece, let score = scores(fade.timeline.piece)
        else { return [] }
        let half = ServerTime(microseconds: (course.from.microseconds + fade.until.microseconds) / 2)
        let shown = Course(timeline: fade.timeline, entry: course.entry, from: course.from, until: half.later(Self.beyond))
        let frames = FrameSchedule.frames(
            form.rate, on: shown, known: score.known(rate: form.rate), after: start, through: end)
        return packets(score, shown, form, frames, at: now)
    }

    /// A message whose item is over at a position.
    private mutating func message(_ item: FeedItem, on course: Course, until position: MediaTime, at now: ServerTime) -> Message? {
        course.timeline.due(of: position).map { message(item, on: course, until: $0, at: now) }
    }

    private mutating func message(_ item: FeedItem, on course: Course, until due: ServerTime, at now: ServerTime) -> Message {
        lastNumber += 1
        return Message(number: lastNumber, item: item, made: now, generation: course.timeline.generation, due: due)
    }

    private func hasBegun(_ course: Course) -> Bool { last?.generation == course.timeline.generation }

    /// Whether a course continues the one before without a jump, as after a pause.
    private func goesOn(_ course: Course) -> Bool {
        guard let last, last.piece == course.timeline.piece else { return false }
        return last.position(at: course.from) == course.timeline.position(at: course.from)
    }

    /// `until` is when they are over, if not when the last of them is due.
    private mutating func packets(
        _ score: any Score, _ course: Course, _ form: FrameForm, _ frames: Range<Int>, until: ServerTime? = nil, at now: ServerTime
    ) -> [Message] {
        let most = key.timing == .live ? 1 : max(1, Int(Self.longest.seconds * Double(form.rate)))
        return stride(from: frames.lowerBound, to: frames.upperBound, by: most).compactMap { first in
            let some = first..<min(first + most, frames.upperBound)
            let last = SpectrumFrame.time(of: some.upperBound - 1, rate: form.rate)
            guard let due = until ?? course.timeline.due(of: last) else { return nil }
            return message(.frames(score, form, on: course, some), on: course, until: due, at: now)
        }
    }

    /// Paused music has one picture, which is due from the moment of the pause.
    private mutating func still(_ score: any Score, _ course: Course, _ form: FrameForm, at now: ServerTime) -> Yield {
        guard !hasBegun(course) else { return Yield() }
        let position = course.timeline.anchor
        let known = score.known(rate: form.rate)
        let count = Int(known.upperBound.seconds * Double(form.rate))
        let frame = min(Int((position.seconds * Double(form.rate)).rounded(.down)), max(count - 1, 0))
        // Of sound without an end it may be gone.
        guard frame >= FrameSchedule.frames(form.rate, in: known).lowerBound else { return Yield() }
        // Due just before, as if it had played up to there.
        let running = Timeline(
            course.timeline.piece, generation: course.timeline.generation, anchor: position,
            anchorTime: course.timeline.anchorTime, rate: .playing)
        let shown = Course(timeline: running, entry: course.entry, from: course.from, until: nil)
        // Clients that were present while it played already have the past and the following frames.
        let before = FrameSchedule.before(frame, form.rate, back: key.back, known: known)
        let further = key.back > .zero ? Int((Self.beyond.seconds * Double(form.rate)).rounded(.up)) : 0
        let after = frame + 1..<max(frame + 1, min(frame + 1 + further, count))
        // They stay visible as long as the pause lasts.
        let end = ServerTime.endless
        return Yield(
            past: packets(score, shown, form, before, until: end, at: now),
            messages: packets(score, shown, form, frame..<frame + 1, until: end, at: now),
            further: packets(score, shown, form, after, until: end, at: now))
    }
}
