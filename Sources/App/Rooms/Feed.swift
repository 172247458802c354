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
    }

    /// A message, and when the last of what it holds is due.
    struct Piece {
        let message: [UInt8]
        let due: ServerTime
    }

    /// What the courses look like, as far as that is known yet.
    typealias Scores = (_ track: Int) -> Score?

    /// How much is sent at a time ahead: fewer sendings cost less, more come sooner.
    static let batch = MediaTime(seconds: 0.5)
    /// Frames of one message at most, in seconds of them.
    private static let longest = MediaTime(seconds: 1)
    /// What is late by more is no longer worth sending: three frames.
    private static let patience = MediaTime(seconds: 0.05)

    let key: Key
    /// Everything that is due until then has been sent, as far as it could be.
    private var sentThrough: ServerTime
    /// What was sent ahead and is not yet over, for those who come later.
    private(set) var recent: [Piece] = []
    /// Nothing more can be made before it is known how a track looks.
    private var isBlocked = false
    /// The generation of the picture of standing music that was sent last.
    private var stillShown: Generation?

    init(_ key: Key, at now: ServerTime) {
        self.key = key
        sentThrough = now
        restart(at: now)
    }

    /// What was sent is void: begins anew with what is seen now.
    func restart(at now: ServerTime) {
        recent = []
        stillShown = nil
        sentThrough = now.earlier(shown)
    }

    /// What is to be sent now.
    func next(_ room: RoomState, _ scores: Scores, at now: ServerTime) -> [Piece] {
        recent.removeAll { $0.due < now.earlier(shown) }
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
            pieces += made(of: score, course, after: start, through: end, at: now)
        }
        if !isBlocked { sentThrough = end }
        recent += pieces.filter { $0.due > now.earlier(shown) }
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
    ) -> [Piece] {
        switch key.content {
        case .beats:
            return BeatSchedule.beats(of: score.grid, on: course, after: start, through: end).compactMap { beat in
                course.timeline.due(of: score.grid.beats[beat].time).map { due in
                    Piece(message: BeatMessage.bytes(score, on: course, beat: beat, sent: now), due: due)
                }
            }
        case .frames(let form):
            guard course.timeline.rate == .playing else { return still(score, course, form, at: now) }
            let frames = FrameSchedule.frames(
                form.rate, on: course, duration: score.analysis.duration, after: start, through: end)
            let most = key.timing == .live ? 1 : max(1, Int(Self.longest.seconds * Double(form.rate)))
            return stride(from: frames.lowerBound, to: frames.upperBound, by: most).compactMap { first in
                let part = first..<min(first + most, frames.upperBound)
                return packet(score, course, form, part, at: now)
            }
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
        return Piece(message: message, due: due)
    }

    /// Standing music has one picture, which everyone sees from the moment it stands.
    private func still(_ score: Score, _ course: Course, _ form: FrameForm, at now: ServerTime) -> [Piece] {
        guard stillShown != course.timeline.generation else { return [] }
        stillShown = course.timeline.generation
        let position = course.timeline.anchor
        let count = Int(score.analysis.duration.seconds * Double(form.rate))
        let frame = min(Int((position.seconds * Double(form.rate)).rounded(.down)), max(count - 1, 0))
        guard frame >= 0 else { return [] }
        // Due as if it had come to stand there: just before.
        let running = Timeline(
            track: course.timeline.track, generation: course.timeline.generation, anchor: position,
            anchorTime: course.timeline.anchorTime, rate: .playing)
        let shown = Course(timeline: running, entry: course.entry, from: course.from, until: nil)
        guard let piece = packet(score, shown, form, frame..<frame + 1, at: now) else { return [] }
        // It stays to be seen for as long as the music stands.
        return [Piece(message: piece.message, due: ServerTime(microseconds: .max))]
    }
}
