package import Music

/// Frames or beats in one form: made once, for all of a room's clients that want just this.
package final class Feed {
    package enum Content: Hashable, Sendable {
        case frames(FrameForm)
        case beats
    }

    package struct Key: Hashable, Sendable {
        package let content: Content
        package let timing: Timing
        /// How much of what was before comes first.
        package var back: MediaTime

        package init(content: Content, timing: Timing, back: MediaTime = .zero) {
            self.content = content
            self.timing = timing
            self.back = back
        }
    }

    /// A message, and when the last of what it holds is due.
    package struct Message {
        package let bytes: [UInt8]
        package let generation: Generation
        package let due: ServerTime
    }

    /// What is made of a stretch of a course.
    private struct Yield {
        /// What was just before the course began, or before the stream did.
        var past: [Message] = []
        var messages: [Message] = []
        /// What would have come next, had the music not stopped.
        var further: [Message] = []

        /// For those who have seen nothing yet.
        var all: [Message] { past + messages + further }
    }

    /// What the courses look like, as far as that is known yet.
    package typealias Scores = (_ track: Int) -> (any Score)?

    /// How much is sent at a time ahead: fewer sendings cost less, more come sooner.
    package static let batch = MediaTime(seconds: 0.5)
    /// Frames of one message at most, in seconds of them.
    private static let longest = MediaTime(seconds: 1)
    /// Music that stands is to look as it did when it ran, smoothed with the frames to come: so much of them counts.
    private static let beyond = MediaTime(seconds: 0.25)
    /// What is late by more is no longer worth sending: three frames.
    private static let patience = MediaTime(seconds: 0.05)

    package let key: Key
    /// Everything that is due until then has been sent, as far as it could be.
    private var sentThrough: ServerTime
    /// What those who come later are sent: what was sent ahead and is not yet over, and what was before.
    private var recent: [Message] = []
    /// Nothing more can be made before it is known how a track looks.
    private var isBlocked = false
    /// What was sent last: whoever has it knows what was before all that goes on from there.
    private var last: Timeline?

    package init(_ key: Key, at now: ServerTime) {
        self.key = key
        sentThrough = now
        restart(at: now)
    }

    /// What was sent is void: begins anew with what is seen now.
    package func restart(at now: ServerTime) {
        recent = []
        sentThrough = now.earlier(shown)
    }

    /// What is sent to somebody who comes while a generation is in force, of which and of later ones it has been told.
    package func recent(since generation: Generation?) -> [[UInt8]] {
        recent.filter { message in generation.map { message.generation >= $0 } ?? true }.map(\.bytes)
    }

    /// What is to be sent now.
    package func next(_ room: RoomState, _ scores: Scores, at now: ServerTime) -> [Message] {
        let kept = now.earlier(max(shown, key.back))
        recent.removeAll { $0.due < kept }
        guard let end = end(at: now) else { return [] }
        let start = max(sentThrough, now.earlier(late))
        var messages: [Message] = []
        isBlocked = false
        for course in room.courses(through: end) {
            guard let score = scores(course.timeline.track), isSeen(score, course) else {
                // Nothing waits for what is over.
                if let until = course.until, until <= now { continue }
                // It goes on from here when it is known how the track looks.
                isBlocked = true
                sentThrough = max(start, min(end, course.from.earlier(MediaTime(microseconds: 1))))
                break
            }
            let yield = made(of: score, course, after: start, through: end, at: now)
            recent += yield.all.filter { $0.due > kept }
            // Those who come later are sent what was before, those who have it are not.
            messages += goesOn(course) ? yield.messages : yield.all
            if !yield.messages.isEmpty { last = course.timeline }
            if let horizon = horizon(of: score, on: course), horizon < min(end, course.until ?? end) {
                // The rest follows when more is known.
                isBlocked = true
                sentThrough = max(start, horizon)
                break
            }
        }
        if !isBlocked { sentThrough = end }
        return messages
    }

    /// When there is something to send next; nil while only a change can bring that about.
    package func wake(_ room: RoomState, _ scores: Scores, after now: ServerTime) -> ServerTime? {
        guard let course = room.course, course.timeline.rate == .playing, !isBlocked else { return nil }
        if case .ahead(let lead) = key.timing { return max(sentThrough.earlier(lead), now.later(MediaTime(seconds: 0.01))) }
        guard let score = scores(course.timeline.track) else { return nil }
        switch key.content {
        case .frames(let form):
            return FrameSchedule.nextFrame(form.rate, on: course, duration: known(of: score, form.rate), after: sentThrough)
        case .beats:
            return BeatSchedule.nextBeat(of: score.grid, on: course, after: sentThrough)
        }
    }

    /// Through which moment to send now; nil when enough is on its way.
    private func end(at now: ServerTime) -> ServerTime? {
        switch key.timing {
        case .live: return now > sentThrough ? now : nil
        case .ahead(let lead): return sentThrough <= now.later(lead) ? now.later(lead + Self.batch) : nil
        }
    }

    /// The last moment of which everything is known; nil where that is all of the course, or the music stands still.
    private func horizon(of score: any Score, on course: Course) -> ServerTime? {
        let known =
            switch key.content {
            case .frames(let form): score.framesThrough(rate: form.rate)
            case .beats: score.beatsThrough
            }
        return known.flatMap { course.timeline.due(of: $0 - MediaTime(microseconds: 1)) }
    }

    /// Music that stands still is seen as soon as the one frame is known that it shows.
    private func isSeen(_ score: any Score, _ course: Course) -> Bool {
        guard course.timeline.rate == .still, case .frames(let form) = key.content,
            let known = score.framesThrough(rate: form.rate)
        else { return true }
        return course.timeline.anchor < known
    }

    /// How far frames can be made.
    private func known(of score: any Score, _ rate: Int) -> MediaTime {
        score.framesThrough(rate: rate) ?? score.duration ?? .zero
    }

    /// Live, what comes late is still of use for a moment; ahead, what is seen now is.
    private var late: MediaTime {
        if case .ahead = key.timing, case .frames = key.content { shown } else { Self.patience }
    }

    /// How long each frame is to be seen; a beat is over at once.
    private var shown: MediaTime {
        guard case .frames(let form) = key.content else { return .zero }
        return MediaTime(microseconds: Int64(1_000_000 / form.rate) + 1)
    }

    private func made(
        of score: any Score, _ course: Course, after start: ServerTime, through end: ServerTime, at now: ServerTime
    ) -> Yield {
        switch key.content {
        case .beats:
            let beats = BeatSchedule.beats(of: score.grid, on: course, after: start, through: end)
            return Yield(
                messages: beats.compactMap { beat in
                    course.timeline.due(of: score.grid.beats[beat].time).map { due in
                        let bytes = BeatMessage.bytes(score, on: course, beat: beat, sent: now)
                        return Message(bytes: bytes, generation: course.timeline.generation, due: due)
                    }
                })
        case .frames(let form):
            guard course.timeline.rate == .playing else { return still(score, course, form, at: now) }
            let frames = FrameSchedule.frames(
                form.rate, on: course, duration: known(of: score, form.rate), after: start, through: end)
            guard !frames.isEmpty else { return Yield() }
            let before = hasBegun(course) ? 0..<0 : FrameSchedule.before(frames.lowerBound, form.rate, back: key.back)
            return Yield(
                past: packets(score, course, form, before, at: now), messages: packets(score, course, form, frames, at: now))
        }
    }

    private func hasBegun(_ course: Course) -> Bool { last?.generation == course.timeline.generation }

    /// Whether a course goes on where the one before it was then: after a pause, for one, and not after a jump.
    private func goesOn(_ course: Course) -> Bool {
        guard let last, last.track == course.timeline.track else { return false }
        return last.position(at: course.from) == course.timeline.position(at: course.from)
    }

    private func packets(
        _ score: any Score, _ course: Course, _ form: FrameForm, _ frames: Range<Int>, at now: ServerTime
    ) -> [Message] {
        let most = key.timing == .live ? 1 : max(1, Int(Self.longest.seconds * Double(form.rate)))
        return stride(from: frames.lowerBound, to: frames.upperBound, by: most).compactMap { first in
            packet(score, course, form, first..<min(first + most, frames.upperBound), at: now)
        }
    }

    private func packet(
        _ score: any Score, _ course: Course, _ form: FrameForm, _ frames: Range<Int>, at now: ServerTime
    ) -> Message? {
        guard let due = course.timeline.due(of: SpectrumFrame.time(of: frames.upperBound - 1, rate: form.rate)) else { return nil }
        let bytes =
            form.isText
            ? FramePacket.text(score, form, on: course, frames: frames, sent: now)
            : FramePacket.binary(score, form, on: course, frames: frames, sent: now)
        return Message(bytes: bytes, generation: course.timeline.generation, due: due)
    }

    /// Standing music has one picture, which everyone sees from the moment it stands.
    private func still(_ score: any Score, _ course: Course, _ form: FrameForm, at now: ServerTime) -> Yield {
        guard !hasBegun(course) else { return Yield() }
        let position = course.timeline.anchor
        let count = Int(known(of: score, form.rate).seconds * Double(form.rate))
        let frame = min(Int((position.seconds * Double(form.rate)).rounded(.down)), max(count - 1, 0))
        guard frame >= 0 else { return Yield() }
        // Due as if it had come to stand there: just before.
        let running = Timeline(
            track: course.timeline.track, generation: course.timeline.generation, anchor: position,
            anchorTime: course.timeline.anchorTime, rate: .playing)
        let shown = Course(timeline: running, entry: course.entry, from: course.from, until: nil)
        // Whoever was there while it ran has been sent what came then, and what was to come.
        let before = FrameSchedule.before(frame, form.rate, back: key.back)
        let further = key.back > .zero ? Int((Self.beyond.seconds * Double(form.rate)).rounded(.up)) : 0
        let after = frame + 1..<max(frame + 1, min(frame + 1 + further, count))
        // They stay to be seen for as long as the music stands.
        let lasting = { (frames: Range<Int>) in
            self.packets(score, shown, form, frames, at: now).map {
                Message(bytes: $0.bytes, generation: $0.generation, due: ServerTime(microseconds: .max))
            }
        }
        return Yield(past: lasting(before), messages: lasting(frame..<frame + 1), further: lasting(after))
    }
}
