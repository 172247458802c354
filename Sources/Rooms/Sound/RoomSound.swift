import Music
import Session
import Workers

/// The sound of one room, decoded once however many listen: from its courses it makes the chunks that are due next.
///
/// It belongs to whoever drives the room, and is asked again and again, by a timer and on news: nothing here waits. It decodes from the
/// first time it is asked until `stop`.
final class RoomSound {
    /// A chunk as it is sent: left and right in turns.
    struct Chunk: Equatable, Sendable {
        let generation: Generation
        /// Of the first sample.
        let due: ServerTime
        let samples: [Int16]
    }

    /// Why a piece is not heard, or no further; told once.
    struct Trouble: Equatable, Sendable {
        let piece: Piece
        let reason: WorkerFailure
    }

    /// What one call brought.
    struct Yield: Sendable {
        var chunks: [Chunk] = []
        var troubles: [Trouble] = []
        /// Whether some of it is still being decoded: there will be news.
        var isIncomplete = false
        /// Whether all decoders are taken by other rooms.
        var isCrowded = false
    }

    /// Microseconds by which a chunk may be late and still be of use to somebody.
    private static let lateness: Int64 = 50_000
    /// Microseconds before its first chunk is wanted that a course's feed is opened: time for a sleeping disk and a slow start.
    private static let opening: Int64 = 4_000_000

    /// Where one course stands.
    private struct Progress {
        /// The sample its next chunk begins with.
        var next: Int
        /// There is no more of it, or never was.
        var isOver = false
    }

    private struct Part {
        let piece: Piece
        /// Nil where there was a failure: then it is silent.
        var feed: SoundFeed?
        var seat: SoundSeats.Seat?
    }

    private let program: String
    private let seats: SoundSeats
    private let tellMissing: @Sendable (String) -> Void
    private let news: @Sendable () -> Void
    private var progress: [Generation: Progress] = [:]
    /// What sounds, by the generation of its timeline: it goes on in the next course while it fades out.
    private var parts: [Generation: Part] = [:]

    /// The chunks that are made already and were not due yet when it was asked last, in their order.
    private(set) var ahead: [Chunk] = []
    /// Whether all decoders are taken.
    private var isCrowded = false

    /// `news` is called from some thread when samples have come that were missing: then it is time to ask again.
    init(
        program: String = "/proc/self/exe", seats: SoundSeats = SoundSeats(),
        tellMissing: @escaping @Sendable (String) -> Void = { _ in },
        news: @escaping @Sendable () -> Void = {}
    ) {
        self.program = program
        self.seats = seats
        self.tellMissing = tellMissing
        self.news = news
    }

    /// The chunks due until `through` that no call brought before, as far as they are decoded; those that are late are left out.
    ///
    /// `courses` are the one in force and those that are announced. `file` gives what is known of a piece, nil if nothing is yet.
    func chunks(of courses: [Course], now: ServerTime, through: ServerTime, file: (Piece) -> SoundFile?) -> Yield {
        var yield = Yield()
        isCrowded = false
        let generations = Set(courses.map(\.timeline.generation))
        progress = progress.filter { generations.contains($0.key) }
        let soon = ServerTime(microseconds: through.microseconds + Self.opening)
        let courses = courses.filter { $0.from < soon && $0.until ?? soon > now }
            .sorted { $0.timeline.generation < $1.timeline.generation }
        let fading = courses.compactMap(\.fade).filter { $0.until > now }.map(\.timeline.generation)
        let needed = Set(courses.map(\.timeline.generation) + fading)
        for course in courses {
            if let cut = SoundChunks(course) {
                play(course, cut, now: now, through: through, needed, file, &yield)
            } else if course.from <= now {
                // Not before it stands still: until then the course that ends there has the decoder it will go on with.
                let position = SoundSample.first(from: course.timeline.position(at: now))
                prepare(course.timeline, at: position, needed, file)
            }
        }
        parts = parts.filter { needed.contains($0.key) }
        let late = ServerTime(microseconds: now.microseconds - Self.lateness)
        ahead = ahead.filter { generations.contains($0.generation) && $0.due >= late } + yield.chunks
        yield.isCrowded = isCrowded
        return yield
    }

    /// What is made already, for one who begins to listen now.
    func ahead(from now: ServerTime) -> [Chunk] {
        ahead.filter { $0.due.microseconds >= now.microseconds - Self.lateness }
    }

    /// Whether something is decoded, or was and is kept.
    var isAtWork: Bool { !parts.isEmpty || !ahead.isEmpty }

    /// Stops decoding, since nobody listens.
    func stop() {
        progress = [:]
        parts = [:]
        ahead = []
    }

    private func play(
        _ course: Course, _ cut: SoundChunks, now: ServerTime, through: ServerTime, _ needed: Set<Generation>,
        _ file: (Piece) -> SoundFile?, _ yield: inout Yield
    ) {
        let generation = course.timeline.generation
        let start = cut.start(from: ServerTime(microseconds: now.microseconds - Self.lateness))
        var here = progress[generation] ?? Progress(next: start)
        defer { progress[generation] = here }
        here.next = max(here.next, start)
        if let first = cut.chunk(from: here.next) {
            prepare(course.timeline, at: first.samples.lowerBound, needed, file)
            if let fade = course.fade, let fading = first.fading { prepare(fade.timeline, at: fading.lowerBound, needed, file) }
        }
        while !here.isOver, let chunk = cut.chunk(from: here.next), chunk.due <= through {
            guard let samples = mix(chunk, of: course, file, &yield) else { return }
            if samples.isEmpty {
                here.isOver = true
            } else {
                yield.chunks.append(Chunk(generation: generation, due: chunk.due, samples: samples))
            }
            here.next = chunk.samples.upperBound
        }
    }

    /// The samples of a chunk; nil where they are not decoded yet, none where there are no more.
    private func mix(
        _ chunk: SoundChunk, of course: Course, _ file: (Piece) -> SoundFile?, _ yield: inout Yield
    ) -> [Int16]? {
        guard let rising = voice(course.timeline, chunk.samples, file, &yield) else { return nil }
        guard let fade = course.fade, let fading = chunk.fading, let crossfade = Crossfade(course) else {
            return SoundMixer.sound(of: rising)
        }
        guard let falling = voice(fade.timeline, fading, file, &yield) else { return nil }
        return SoundMixer.sound(of: rising, over: falling, crossfade, due: chunk.due)
    }

    private func voice(
        _ timeline: Timeline, _ samples: Range<Int>, _ file: (Piece) -> SoundFile?, _ yield: inout Yield
    ) -> SoundMixer.Voice? {
        guard let part = parts[timeline.generation], let gain = file(timeline.piece)?.gain else { return nil }
        var voice = SoundMixer.Voice(samples: [], gain: gain)
        do {
            switch try part.feed?.samples(samples) {
            case .samples(let samples): voice.samples = samples
            case .notYet:
                yield.isIncomplete = true
                return nil
            case .end, nil: break
            }
        } catch {
            yield.troubles.append(Trouble(piece: timeline.piece, reason: error))
            parts[timeline.generation]?.feed = nil
            parts[timeline.generation]?.seat = nil
        }
        return voice
    }

    /// Sees to it that a timeline's track is being decoded around a sample.
    private func prepare(_ timeline: Timeline, at sample: Int, _ needed: Set<Generation>, _ file: (Piece) -> SoundFile?) {
        guard parts[timeline.generation] == nil else { return }
        // What was decoded for a timeline that is void goes on: a pause, or a step in the track.
        let heir = parts.first { generation, part in
            !needed.contains(generation) && part.piece == timeline.piece && part.feed?.reaches(sample) ?? false
        }
        if let heir {
            parts[heir.key] = nil
            parts[timeline.generation] = heir.value
        } else if let file = file(timeline.piece) {
            guard let seat = seats.take() else {
                isCrowded = true
                return
            }
            let feed = SoundFeed(
                from: max(0, sample), name: file.name, program: program, tellMissing: tellMissing, news: news, open: file.open)
            parts[timeline.generation] = Part(piece: timeline.piece, feed: feed, seat: seat)
        }
    }
}
