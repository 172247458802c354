import Music
import Session

/// Frames or beats in one form: made once, for all of a room's clients that want just this.
final class Feed {
    enum Content: Hashable {
        case frames(FrameForm)
        case beats
    }

    struct Key: Hashable {
        let content: Content
        let timing: Timing
        /// How much of what was before comes first.
        var back = MediaTime.zero
    }

    /// A message, and when the last of what it holds is due.
    struct Piece {
        let message: [UInt8]
        let generation: Generation
        let due: ServerTime
    }

    /// What is made of a stretch of a course.
    private struct Yield {
        /// What was just before the course began, or before the stream did.
        var past: [Piece] = []
        var pieces: [Piece] = []
        /// What would have come next, had the music not stopped.
        var further: [Piece] = []

        /// For those who have seen nothing yet.
        var all: [Piece] { past + pieces + further }
    }

    /// What the courses look like, as far as that is known yet.
    typealias Scores = (_ track: Int) -> Score?

    /// How much is sent at a time ahead: fewer sendings cost less, more come sooner.
    static let batch = MediaTime(seconds: 0.5)
    /// Frames of one message at most, in seconds of them.
    private static let longest = MediaTime(seconds: 1)
    /// Music that stands is to look as it did when it ran, smoothed with the frames to come: so much of them counts.
    private static let beyond = MediaTime(seconds: 0.25)
    /// What is late by more is no longer worth sending: three frames.
    private static let patience = MediaTime(seconds: 0.05)

    let key: Key
    /// Everything that is due until then has been sent, as far as it could be.
    private var sentThrough: ServerTime
    /// What those who come later are sent: what was sent ahead and is not yet over, and what was before.
    private var recent: [Piece] = []
    /// Nothing more can be made before it is known how a track looks.
    private var isBlocked = false
    /// What was sent last: whoever has it knows what was before all that goes on from there.
    private var last: Timeline?

    init(_ key: Key, at now: ServerTime) {
        self.key = key
        sentThrough = now
        restart(at: now)
    }

    /// What was sent is void: begins anew with what is seen now.
    func restart(at now: ServerTime) {
        recent = []
        sentThrough = now.earlier(shown)
    }

    /// What is sent to somebody who comes while a generation is in force, of which and of later ones it has been told.
    func recent(since generation: Generation?) -> [[UInt8]] {
        recent.filter { piece in generation.map { piece.generation >= $0 } ?? true }.map(\.message)
    }

    /// What is to be sent now.
    func next(_ room: RoomState, _ scores: Scores, at now: ServerTime) -> [Piece] {
        let kept = now.earlier(max(shown, key.back))
        recent.removeAll { $0.due < kept }
        guard let end = end(at: now) else { return [] }
        let start = max(sentThrough, now.earlier(late))
        var pieces: [Piece] = []
        isBlocked = false
        for course in room.courses(through: end) {
            guard let score = scores(course.timeline.track) else {
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
            pieces += goesOn(course) ? yield.pieces : yield.all
            if !yield.pieces.isEmpty { last = course.timeline }
        }
        if !isBlocked { sentThrough = end }
        return pieces
    }

    /// When there is something to send next; nil while only a change can bring that about.
    func wake(_ room: RoomState, _ scores: Scores, after now: ServerTime) -> ServerTime? {
        guard let course = room.course, course.timeline.rate == .playing, !isBlocked else { return nil }
        if case .ahead(let lead) = key.timing { return max(sentThrough.earlier(lead), now.later(MediaTime(seconds: 0.01))) }
        guard let score = scores(course.timeline.track) else { return nil }
        switch key.content {
        case .frames(let form):
            return FrameSchedule.nextFrame(form.rate, on: course, duration: score.analysis.duration, after: sentThrough)
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
        of score: Score, _ course: Course, after start: ServerTime, through end: ServerTime, at now: ServerTime
    ) -> Yield {
        switch key.content {
        case .beats:
            let beats = BeatSchedule.beats(of: score.grid, on: course, after: start, through: end)
            return Yield(
                pieces: beats.compactMap { beat in
                    course.timeline.due(of: score.grid.beats[beat].time).map { due in
                        let message = BeatMessage.bytes(score, on: course, beat: beat, sent: now)
                        return Piece(message: message, generation: course.timeline.generation, due: due)
                    }
                })
        case .frames(let form):
            guard course.timeline.rate == .playing else { return still(score, course, form, at: now) }
            let frames = FrameSchedule.frames(
                form.rate, on: course, duration: score.analysis.duration, after: start, through: end)
            guard !frames.isEmpty else { return Yield() }
            let before = hasBegun(course) ? 0..<0 : FrameSchedule.before(frames.lowerBound, form.rate, back: key.back)
            return Yield(
                past: packets(score, course, form, before, at: now), pieces: packets(score, course, form, frames, at: now))
        }
    }

    private func hasBegun(_ course: Course) -> Bool { last?.generation == course.timeline.generation }

    /// Whether a course goes on where the one before it was then: after a pause, for one, and not after a jump.
    private func goesOn(_ course: Course) -> Bool {
        guard let last, last.track == course.timeline.track else { return false }
        return last.position(at: course.from) == course.timeline.position(at: course.from)
    }

    private func packets(
        _ score: Score, _ course: Course, _ form: FrameForm, _ frames: Range<Int>, at now: ServerTime
    ) -> [Piece] {
        let most = key.timing == .live ? 1 : max(1, Int(Self.longest.seconds * Double(form.rate)))
        return stride(from: frames.lowerBound, to: frames.upperBound, by: most).compactMap { first in
            packet(score, course, form, first..<min(first + most, frames.upperBound), at: now)
        }
    }

    private func packet(
        _ score: Score, _ course: Course, _ form: FrameForm, _ frames: Range<Int>, at now: ServerTime
    ) -> Piece? {
        guard let due = course.timeline.due(of: SpectrumFrame.time(of: frames.upperBound - 1, rate: form.rate)) else { return nil }
        let message =
            form.isText
            ? FramePacket.text(score, form, on: course, frames: frames, sent: now)
            : FramePacket.binary(score, form, on: course, frames: frames, sent: now)
        return Piece(message: message, generation: course.timeline.generation, due: due)
    }

    /// Standing music has one picture, which everyone sees from the moment it stands.
    private func still(_ score: Score, _ course: Course, _ form: FrameForm, at now: ServerTime) -> Yield {
        guard !hasBegun(course) else { return Yield() }
        let position = course.timeline.anchor
        let count = Int(score.analysis.duration.seconds * Double(form.rate))
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
                Piece(message: $0.message, generation: $0.generation, due: ServerTime(microseconds: .max))
            }
        }
        return Yield(past: lasting(before), pieces: lasting(frame..<frame + 1), further: lasting(after))
    }
}
