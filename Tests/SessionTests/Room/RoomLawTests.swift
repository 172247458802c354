import Music
import Session
import Testing

@Suite("A room after random commands")
struct RoomLawTests {
    private static let seeds = Array(1...200 as ClosedRange<UInt64>)

    @Test("any order of commands gives a valid state that can continue", arguments: seeds)
    func valid(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        var state = RoomState(seed: seed)
        var now = RoomTrial.start
        for step in 0..<60 {
            now = now.later(MediaTime(seconds: .random(in: 0...90, using: &numbers)))
            let command = RoomTrial.command(state, &numbers)
            let before = state.advanced(to: now)
            do throws(Refusal) {
                state = try state.after(command, at: now)
            } catch {
                state = before
            }
            check(state, before, now, "seed \(seed), step \(step): \(command)")
        }
    }

    private func check(_ state: RoomState, _ before: RoomState, _ now: ServerTime, _ comment: Comment) {
        let entries = state.queue.entries
        #expect(Set(entries.map(\.number)).count == entries.count, comment)
        #expect(entries.map(\.place).sorted() == Array(entries.indices), comment)
        #expect(entries.indices.allSatisfy { state.queue.index(of: entries[$0].number) == $0 }, comment)
        if !state.queue.isShuffled { #expect(entries.map(\.place) == Array(entries.indices), comment) }
        #expect(state.generation >= before.generation, comment)
        #expect(state.revision >= before.revision, comment)
        guard let course = state.course else { return #expect(!state.isPlaying, comment) }
        if let song = state.following?.song {
            #expect(course.entry == Course.noEntry && course.timeline.piece == song.piece?.piece, comment)
            #expect(course.from <= now && course.timeline.position(at: now) >= .zero, comment)
        } else if let live = state.live {
            #expect(course.entry == Course.noEntry && course.timeline.piece == .live(live) && course.until == nil, comment)
        } else if course.timeline.piece.train == nil {
            #expect(entries.contains { $0.number == course.entry && $0.queued.piece == course.timeline.piece }, comment)
            #expect(course.from <= now, comment)
            #expect(course.timeline.position(at: now) >= .zero, comment)
        } else {
            // A start is announced a moment before.
            #expect(course.entry == Course.noEntry && course.from <= now.later(MediaTime(seconds: 0.15)), comment)
        }
        if let until = course.until { #expect(until >= now, comment) }
        #expect(state.generation == course.timeline.generation, comment)
        checkPlan(state, course, now, comment)
        checkAnnounced(state, before, now, comment)
    }

    /// The next track begins when the one before it ends, as announced.
    private func checkPlan(_ state: RoomState, _ course: Course, _ now: ServerTime, _ comment: Comment) {
        let courses = state.courses(through: now.later(MediaTime(seconds: 1000)))
        #expect(courses.first == course, comment)
        for (one, next) in zip(courses, courses.dropFirst()) {
            #expect(next.from == one.until, comment)
            #expect(next.timeline.generation == one.timeline.generation.following, comment)
            let come = state.advanced(to: next.from)
            #expect(come.course?.timeline == next.timeline && come.course?.entry == next.entry, comment)
        }
        // One step and several steps give the same result.
        let far = now.later(MediaTime(seconds: 777))
        let half = state.advanced(to: now.later(MediaTime(seconds: 333))).advanced(to: far)
        #expect(half.course == state.advanced(to: far).course, comment)
    }

    /// What was announced within the horizon keeps its generation unless it changes.
    private func checkAnnounced(_ state: RoomState, _ before: RoomState, _ now: ServerTime, _ comment: Comment) {
        let end = now.later(RoomState.horizon)
        let announced = before.courses(through: end)
        let after = state.courses(through: end)
        for one in announced {
            guard let other = after.first(where: { $0.timeline.generation == one.timeline.generation }) else { continue }
            #expect(one.timeline == other.timeline && one.from == other.from, comment)
            if let until = one.until, until <= end { #expect(other.until == until, comment) }
            if let until = other.until, until <= end { #expect(one.until == until, comment) }
        }
    }

    @Test("the same commands at the same times give the same state", arguments: seeds.prefix(50))
    func replay(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        var log: [(RoomCommand, ServerTime)] = []
        var state = RoomState(seed: seed)
        var now = RoomTrial.start
        for _ in 0..<80 {
            now = now.later(MediaTime(seconds: .random(in: 0...40, using: &numbers)))
            let command = RoomTrial.command(state, &numbers)
            log.append((command, now))
            // The state is read between the commands here, and not in the repetition.
            state = state.advanced(to: now.earlier(MediaTime(seconds: 0.001)))
            if let next = try? state.after(command, at: now) { state = next }
        }
        var again = RoomState(seed: seed)
        for (command, moment) in log {
            if let next = try? again.after(command, at: moment) { again = next }
        }
        #expect(again.advanced(to: now).course == state.advanced(to: now).course, "seed \(seed)")
        #expect(again.queue == state.queue && again.settings == state.settings, "seed \(seed)")
    }

    @Test("commands to one room do not affect another")
    func rooms() throws {
        var numbers = SeededGenerator(seed: 5)
        let other = try RoomTrial.playing([100, 200])
        let copy = other
        var state = other
        for _ in 0..<100 {
            if let next = try? state.after(RoomTrial.command(state, &numbers), at: RoomTrial.after(50)) { state = next }
        }
        #expect(other == copy)
    }

    @Test("a pause that ends at once changes neither position nor end", arguments: seeds.prefix(50))
    func pauseAndResume(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let state = try RoomTrial.playing([60, 70, 80], RoomTrial.settings { $0.crossfade = Double(seed % 13) })
        let now = RoomTrial.after(.random(in: 0...200, using: &numbers))
        let resumed = try state.after(.pause, at: now).after(.play, at: now)
        let before = state.advanced(to: now)
        for distance in [0, 0.5, 1, 50] {
            let moment = now.later(MediaTime(seconds: distance))
            #expect(
                resumed.advanced(to: moment).course?.timeline.position(at: moment)
                    == before.advanced(to: moment).course?.timeline.position(at: moment))
        }
        #expect(resumed.course?.until == before.course?.until)
    }

    @Test("a restored room has the position of the present time", arguments: seeds.prefix(100))
    func keeping(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var state = RoomState(seed: seed)
        var now = RoomTrial.start
        for _ in 0..<30 {
            now = now.later(MediaTime(seconds: .random(in: 0...40, using: &numbers)))
            if let next = try? state.after(RoomTrial.command(state, &numbers), at: now) { state = next }
        }
        let wall: Int64 = 1_800_000_000_000_000
        let disk = RoomDisk(state, at: now, wall: wall)
        let tracks = Dictionary(state.queue.entries.map { ($0.queued.piece, $0.queued) }, uniquingKeysWith: { _, last in last })
        let followed = (state.following?.song?.piece?.piece).map { [$0] } ?? []
        // The server was stopped for a while, and its own clock restarted.
        let away = Int64.random(in: 0...500_000_000, using: &numbers)
        let restart = ServerTime(microseconds: 1_000_000)
        let kept = try disk.restored(at: restart, wall: wall + away, epoch: "two")
        try #require(Set(kept.pieces) == Set(tracks.keys).union(state.history.map(\.piece)).union(followed))
        let restored = kept.state(tracks, now: restart, wall: wall + away)
        let whole = state.queue.entries.allSatisfy { tracks[$0.queued.piece] == $0.queued && $0.trouble == nil }
        #expect(restored.queue.entries.map(\.number) == state.queue.entries.map(\.number), "seed \(seed)")
        #expect(restored.settings == state.settings && restored.generation > state.generation, "seed \(seed)")
        #expect(restored.following?.target == state.following?.target, "seed \(seed)")
        #expect(restored.following?.song?.piece?.piece == state.following?.song?.piece?.piece, "seed \(seed)")
        // The place of what is followed is rounded to what a person sees.
        // A live source is not found here.
        guard whole, state.following == nil, state.live == nil else { return }
        let expected = state.advanced(to: now.later(MediaTime(microseconds: away)))
        let position = expected.course?.timeline.position(at: now.later(MediaTime(microseconds: away)))
        #expect(restored.course?.timeline.position(at: restart) == position, "seed \(seed)")
        #expect(restored.course?.entry == expected.course?.entry, "seed \(seed)")
    }
}
