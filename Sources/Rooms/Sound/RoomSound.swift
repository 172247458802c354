import Clicks
import Live
import Music
import Session
import Workers

/// The sound of one room, decoded once for all listeners: makes the chunks that are due next from the room's courses.
///
/// The code that drives the room owns it and calls it repeatedly, by a timer and on news; nothing here blocks. It decodes from
/// the first call until `stop`.
final class RoomSound {
    /// Why a piece is silent or breaks off; reported once.
    struct Trouble: Equatable, Sendable {
        let piece: Piece
        let reason: WorkerFailure
    }

    /// The result of one call.
    struct Yield: Sendable {
        var chunks: [SoundPart] = []
        var troubles: [Trouble] = []
        /// Whether some of it is still being decoded: `news` will follow.
        var isIncomplete = false
        /// Whether all decoders are taken by other rooms.
        var isCrowded = false
        /// All chunks that are made and not too late yet, for new listeners.
        var ahead: [SoundPart] = []
    }

    /// How long before its first chunk is wanted a course's feed is opened, in microseconds: time for a sleeping disk and a slow
    /// start.
    private static let opening: Int64 = 4_000_000
    /// How long a course is remembered after its end: as long as a click rings, and chunks are late.
    private static let memory = MediaTime(seconds: 2)

    /// How far the chunks of one course are made.
    private struct Progress {
        let timeline: Timeline
        /// The first sample of its next chunk.
        var next: Int
        /// Whether there is no more of it, or never was.
        var isOver = false
    }

    private struct Part {
        enum Source {
            case decoder(SoundFeed, SoundSeats.Seat)
            case live(LiveInput)
            /// After a failure.
            case silence
        }

        let piece: Piece
        var source: Source

        func samples(_ range: Range<Int>) throws(WorkerFailure) -> SoundFeed.Answer {
            switch source {
            case .decoder(let feed, _): try feed.samples(range)
            case .live(let input): input.sound(range).map { .samples($0) } ?? .notYet
            case .silence: .end
            }
        }

        func reaches(_ sample: Int) -> Bool {
            switch source {
            case .decoder(let feed, _): feed.reaches(sample)
            case .live: true
            case .silence: false
            }
        }
    }

    private let program: WorkerProgram
    private let seats: SoundSeats
    /// Finds a kit of the metronome by its name.
    private let kit: @Sendable (String) -> ClickKit?
    private let tellMissing: @Sendable (String) -> Void
    private let news: @Sendable () -> Void
    private var progress: [Generation: Progress] = [:]
    /// The decoded tracks by the generation of their timelines: a track is also used in the next course while it fades out.
    private var parts: [Generation: Part] = [:]
    /// The courses whose last clicks may still ring.
    private var ringing: [Generation: Course] = [:]
    /// How much softer their clicks are.
    private var headrooms: [Generation: (timeline: Timeline, factor: Float)] = [:]

    /// The chunks that were made but not due at the last call, in order.
    private(set) var ahead: [SoundPart] = []
    /// Whether all decoders are taken.
    private var isCrowded = false

    /// `news` is called from any thread when samples that were missing have arrived: then call `chunks` again.
    init(
        program: WorkerProgram, seats: SoundSeats = SoundSeats(),
        kit: @escaping @Sendable (String) -> ClickKit? = ClickKit.builtIn(_:),
        tellMissing: @escaping @Sendable (String) -> Void = { _ in },
        news: @escaping @Sendable () -> Void = {}
    ) {
        self.program = program
        self.seats = seats
        self.kit = kit
        self.tellMissing = tellMissing
        self.news = news
    }

    /// The chunks due until `through` that no call has returned yet, as far as they are decoded; late ones are left out.
    ///
    /// `courses` are the current one and the announced ones. `source` returns the sound of a piece, nil if it is not known yet.
    func chunks(
        of courses: [Course], _ clicks: RoomClicks = RoomClicks(), now: ServerTime, through: ServerTime,
        source: (Piece) -> PieceSound?
    ) -> Yield {
        var yield = Yield()
        isCrowded = false
        let generations = Set(courses.map(\.timeline.generation))
        progress = progress.filter { generations.contains($0.key) }
        let soon = ServerTime(microseconds: through.microseconds + Self.opening)
        let courses = courses.filter { $0.from < soon && $0.until ?? soon > now }
            .sorted { $0.timeline.generation < $1.timeline.generation }
        let fading = courses.compactMap(\.fade).filter { $0.until > now }.map(\.timeline.generation)
        let needed = Set(courses.map(\.timeline.generation) + fading)
        remember(courses, at: now)
        for course in courses {
            if let cut = SoundChunks(course) {
                play(course, cut, clicks, now: now, through: through, needed, source, &yield)
            } else if course.from <= now {
                // Not before it stands still: until then the course that ends there uses the decoder that this one takes over.
                let position = SoundSample.first(from: course.timeline.position(at: now))
                prepare(course.timeline, at: position, needed, source)
            }
        }
        parts = parts.filter { needed.contains($0.key) }
        ahead = ahead.filter { generations.contains($0.generation) && $0.isUseful(at: now) } + yield.chunks
        yield.ahead = ahead
        yield.isCrowded = isCrowded
        return yield
    }

    /// Stops decoding, since nobody listens.
    func stop() {
        progress = [:]
        parts = [:]
        ringing = [:]
        headrooms = [:]
        ahead = []
    }

    private func remember(_ courses: [Course], at now: ServerTime) {
        let generations = Set(courses.map(\.timeline.generation))
        let (longAgo, soon) = (now.earlier(Self.memory), now.later(Self.memory))
        // One that was replaced would have ended later.
        ringing = ringing.filter { generations.contains($0.key) || $0.value.until.map { $0 > longAgo && $0 < soon } ?? false }
        for course in courses where course.timeline.rate.isRunning { ringing[course.timeline.generation] = course }
        headrooms = headrooms.filter { ringing[$0.key] != nil }
    }

    private func play(
        _ course: Course, _ cut: SoundChunks, _ clicks: RoomClicks, now: ServerTime, through: ServerTime, _ needed: Set<Generation>,
        _ source: (Piece) -> PieceSound?, _ yield: inout Yield
    ) {
        let generation = course.timeline.generation
        let start = cut.start(from: ServerTime(microseconds: now.microseconds - SoundPart.lateness))
        // A change that was announced may have been replaced by another one.
        let known = progress[generation].flatMap { $0.timeline == course.timeline ? $0 : nil }
        var here = known ?? Progress(timeline: course.timeline, next: start)
        defer { progress[generation] = here }
        here.next = max(here.next, start)
        let isClick = course.timeline.piece.train != nil
        if !isClick, let first = cut.chunk(from: here.next) {
            prepare(course.timeline, at: first.samples.lowerBound, needed, source)
            if let fade = course.fade, let fading = first.fading { prepare(fade.timeline, at: fading.lowerBound, needed, source) }
        }
        while !here.isOver, let chunk = cut.chunk(from: here.next), chunk.due <= through {
            let count = cut.heard(of: chunk.samples)
            guard let mixed = isClick ? Self.silence(count) : mix(chunk, of: course, count, source, &yield) else { return }
            if mixed.isEmpty {
                here.isOver = true
            } else {
                let music = SoundMixer.sixteenBits(mixed)
                let sound = added(clicks, to: mixed, chunk.samples, of: course, cut).map(SoundMixer.sixteenBits)
                yield.chunks.append(
                    SoundPart(generation: generation, due: chunk.due, samples: sound ?? music, music: isClick ? [] : music))
            }
            here.next = chunk.samples.upperBound
        }
    }

    /// The samples of a chunk; nil if they are not decoded yet, empty if there are no more.
    private func mix(
        _ chunk: SoundChunk, of course: Course, _ count: Int, _ source: (Piece) -> PieceSound?, _ yield: inout Yield
    ) -> [Float]? {
        guard let rising = voice(course.timeline, chunk.samples, count, source, &yield) else { return nil }
        guard let fade = course.fade, let fading = chunk.fading, let crossfade = Crossfade(course) else {
            return SoundMixer.mix(rising)
        }
        guard let falling = voice(fade.timeline, fading, count, source, &yield) else { return nil }
        return SoundMixer.mix(rising, over: falling, crossfade, due: chunk.due)
    }

    private static func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count * SoundSample.channels) }

    /// A chunk with the clicks that begin in it, and those that ring on from before; nil if there are none.
    private func added(
        _ clicks: RoomClicks, to mixed: [Float], _ samples: Range<Int>, of course: Course, _ cut: SoundChunks
    ) -> [Float]? {
        let from = SoundSample.time(of: cut.sample(heard: ClickSound.longest, before: samples.lowerBound))
        let start = cut.heard(before: samples.lowerBound)
        let through = SoundSample.time(of: samples.upperBound)
        var sound: [Float]?
        // The earliest first, so that each sample is the sum of the same numbers in the same order in every chunk.
        for earlier in predecessors(of: course, from: from).reversed() + [course] {
            let timeline = earlier.timeline
            let shift = (course.timeline.anchor - timeline.anchor).microseconds
            // The same moment on the other timeline, which runs at the same speed, is this much later there.
            let offset =
                MediaTime(microseconds: shift) - timeline.reach(in: course.timeline.anchorTime.since(timeline.anchorTime))
            let strokes = clicks.strokes(of: earlier, in: (from - offset)..<(through - offset), later: offset) {
                cut.heard(before: $0) - start
            }
            guard !strokes.isEmpty else { continue }
            var mix = sound ?? mixed
            let kit = kit(clicks.kit(for: timeline.piece)) ?? .wood
            ClickMixer.add(strokes, of: kit, times: headroom(of: timeline, kit), to: &mix)
            sound = mix
        }
        return sound
    }

    /// How much softer the metronome's clicks are so that all that sound at once stay within full scale; 1 for clicks over music.
    private func headroom(of timeline: Timeline, _ kit: ClickKit) -> Float {
        guard let train = timeline.piece.train else { return 1 }
        if let known = headrooms[timeline.generation], known.timeline == timeline { return known.factor }
        let factor = kit.headroom(for: train.rhythm)
        headrooms[timeline.generation] = (timeline, factor)
        return factor
    }

    /// The courses from which a course follows by itself, the latest first, as far as their clicks may ring on from a position of it.
    private func predecessors(of course: Course, from position: MediaTime) -> [Course] {
        var earlier: [Course] = []
        var next = course
        while earlier.count < Generation.mostAnnounced, let start = course.timeline.due(of: position), next.from > start,
            let last = ringing.values.first(where: { $0.timeline.generation.following == next.timeline.generation }),
            last.until == next.from
        {
            earlier.append(last)
            next = last
        }
        return earlier
    }

    /// A track's samples as they are heard, `count` of them or, at its end, fewer; nil if they are not decoded yet.
    private func voice(
        _ timeline: Timeline, _ samples: Range<Int>, _ count: Int, _ source: (Piece) -> PieceSound?, _ yield: inout Yield
    ) -> SoundMixer.Voice? {
        let isPaced = timeline.rate != .playing
        // Between the last sample and the next one lie others at another speed.
        let samples = isPaced ? samples.lowerBound..<samples.upperBound + 1 : samples
        guard var voice = voice(timeline, samples, source, &yield) else { return nil }
        if isPaced { voice.samples = SoundMixer.paced(voice.samples, by: timeline.rate.speed, count: count) }
        return voice
    }

    private func voice(
        _ timeline: Timeline, _ samples: Range<Int>, _ source: (Piece) -> PieceSound?, _ yield: inout Yield
    ) -> SoundMixer.Voice? {
        // A count-in comes before the first sample.
        let before = min(samples.count, max(0, -samples.lowerBound))
        if before == samples.count { return SoundMixer.Voice(samples: Self.silence(before), gain: 0) }
        guard let part = parts[timeline.generation], let gain = source(timeline.piece)?.gain else { return nil }
        var voice = SoundMixer.Voice(samples: [], gain: gain)
        do {
            switch try part.samples(samples.lowerBound + before..<samples.upperBound) {
            case .samples(let samples): voice.samples = Self.silence(before) + samples
            case .notYet:
                yield.isIncomplete = true
                return nil
            case .end: break
            }
        } catch {
            yield.troubles.append(Trouble(piece: timeline.piece, reason: error))
            parts[timeline.generation]?.source = .silence
        }
        return voice
    }

    /// Makes sure that a timeline's track is decoded from around a sample.
    private func prepare(
        _ timeline: Timeline, at sample: Int, _ needed: Set<Generation>, _ source: (Piece) -> PieceSound?
    ) {
        guard parts[timeline.generation] == nil else { return }
        // After a pause or a short seek, the decoder of the void timeline is reused.
        let heir = parts.first { generation, part in
            !needed.contains(generation) && part.piece == timeline.piece && part.reaches(sample)
        }
        if let heir {
            parts[heir.key] = nil
            parts[timeline.generation] = heir.value
            return
        }
        switch source(timeline.piece) {
        case .file(let file):
            guard let seat = seats.take() else {
                isCrowded = true
                return
            }
            let feed = SoundFeed(
                from: max(0, sample), name: file.name, program: program, tellMissing: tellMissing, news: news, open: file.open)
            parts[timeline.generation] = Part(piece: timeline.piece, source: .decoder(feed, seat))
        case .live(let input): parts[timeline.generation] = Part(piece: timeline.piece, source: .live(input))
        case nil: break
        }
    }
}
