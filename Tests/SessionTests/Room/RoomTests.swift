import Music
import Session
import Testing
import Yardstick

@Suite("A room")
struct RoomTests {
    private func after(_ seconds: Double) -> ServerTime { RoomTrial.after(seconds) }
    private func position(_ state: RoomState, at seconds: Double) -> Double? {
        state.advanced(to: after(seconds)).course?.timeline.position(at: after(seconds)).seconds
    }
    private func track(_ state: RoomState, at seconds: Double) -> Piece? {
        state.advanced(to: after(seconds)).course?.timeline.piece
    }

    @Test("tracks follow each other without a gap, and the music stops at the end of the last")
    func gapless() throws {
        let state = try RoomTrial.playing([10, 20, 30])
        #expect(state.course?.until == after(10))
        #expect(track(state, at: 9.999) == 1 && track(state, at: 10) == 2 && track(state, at: 30) == 3)
        #expect(position(state, at: 10) == 0 && position(state, at: 29.5) == 19.5)
        let end = state.advanced(to: after(100))
        #expect(!end.isPlaying && end.course?.timeline.position(at: after(1000)).seconds == 30)
        let again = try end.after(.play, at: after(200))
        #expect(track(again, at: 200) == 1 && position(again, at: 201) == 1)
    }

    @Test("with a crossfade the next track begins before the end, and the look changes half-way")
    func crossfade() throws {
        let state = try RoomTrial.playing([60, 60], RoomTrial.settings { $0.crossfade = 8 })
        #expect(state.course?.until == after(52))
        let course = try #require(state.advanced(to: after(53)).course)
        #expect(course.timeline.piece == 2 && course.timeline.position(at: after(53)).seconds == 1)
        let fade = try #require(course.fade)
        #expect(fade.timeline.piece == 1 && fade.until == after(60))
        #expect(fade.timeline.position(at: after(53)).seconds == 53)
        // At most half of a short track overlaps.
        #expect(try RoomTrial.playing([60, 6], RoomTrial.settings { $0.crossfade = 8 }).course?.until == after(57))
    }

    @Test("a longer crossfade near the end begins at once and never jumps back")
    func lateCrossfade() throws {
        let state = try RoomTrial.playing([60, 60]).after(RoomTrial.settings { $0.crossfade = 12 }, at: after(55))
        #expect(state.course?.until == after(55))
        #expect(track(state, at: 55) == 2 && position(state, at: 55) == 0)
        #expect(state.advanced(to: after(56)).course?.fade?.until == after(60))
    }

    @Test("silence at both ends is skipped if set")
    func silence() throws {
        let state = try RoomTrial.playing([10, 20], RoomTrial.settings { $0.skipsSilence = true })
        #expect(position(state, at: 0) == 1)
        #expect(state.course?.until == after(7))
        #expect(track(state, at: 7) == 2 && position(state, at: 7) == 1)
    }

    @Test("`previous` restarts a track after three seconds, and before that goes back")
    func previous() throws {
        let state = try RoomTrial.playing([10, 20], start: 1)
        #expect(track(try state.after(.previous, at: after(3.5)), at: 3.5) == 2)
        #expect(position(try state.after(.previous, at: after(3.5)), at: 3.5) == 0)
        #expect(track(try state.after(.previous, at: after(3)), at: 3) == 1)
        let first = try RoomTrial.playing([10, 20])
        #expect(track(try first.after(.previous, at: after(1)), at: 1) == 1)
        let round = try first.after(.repeating(.all), at: after(1)).after(.previous, at: after(1))
        #expect(track(round, at: 1) == 2)
    }

    @Test("`next` also works while one track repeats, and paused music stays paused")
    func next() throws {
        let state = try RoomTrial.playing([10, 20], .repeating(.one))
        #expect(track(state, at: 35) == 1 && position(state, at: 35) == 5)
        #expect(track(try state.after(.next, at: after(1)), at: 1) == 2)
        let paused = try state.after(.pause, at: after(1)).after(.next, at: after(2))
        #expect(!paused.isPlaying && paused.course?.timeline.piece == 2)
        let over = try state.after(.next, at: after(1)).after(.next, at: after(2))
        #expect(!over.isPlaying && over.course?.timeline.position(at: after(9)).seconds == 20)
    }

    @Test("shuffling keeps the current track, and unshuffling restores the order")
    func shuffle() throws {
        let state = try RoomTrial.playing(Array(repeating: 60, count: 40), start: 17)
        let order = state.queue.entries
        let shuffled = try state.after(.shuffle(true), at: after(5))
        #expect(shuffled.queue.entries[0] == order[17] && shuffled.queue.entries.map(\.number) != order.map(\.number))
        #expect(shuffled.course?.timeline == state.course?.timeline)
        #expect(Set(shuffled.queue.entries) == Set(order))
        #expect(try shuffled.after(.shuffle(false), at: after(6)).queue.entries == order)
        #expect(try state.after(.shuffle(true), at: after(5)).queue.entries == shuffled.queue.entries)
        let other = try shuffled.after(.shuffle(false), at: after(6)).after(.shuffle(true), at: after(7))
        #expect(other.queue.entries != shuffled.queue.entries)
    }

    @Test("an entry that is added next follows the current one, shuffled or not")
    func addNext() throws {
        for isShuffled in [false, true] {
            let state = try RoomTrial.playing([60, 60, 60]).after(.shuffle(isShuffled), at: after(1))
            let added = try state.after(.add([RoomTrial.track(8, 50), RoomTrial.track(9, 50)], isNext: true), at: after(2))
            #expect(added.queue.entries.map(\.queued.piece).prefix(3) == [1, 8, 9])
            let plain = try added.after(.shuffle(false), at: after(3))
            #expect(plain.queue.entries.map(\.queued.piece) == [1, 8, 9, 2, 3])
        }
    }

    @Test("after the current entry is removed the next one plays; after all are removed, none")
    func remove() throws {
        let state = try RoomTrial.playing([60, 60, 60])
        let numbers = state.queue.entries.map(\.number)
        let removed = try state.after(.remove([numbers[0], numbers[1]]), at: after(5))
        #expect(removed.course?.timeline.piece == 3 && position(removed, at: 6) == 1)
        let empty = try state.after(.clear(keepsPlaying: false), at: after(5))
        #expect(empty.course == nil && empty.queue.entries.isEmpty && empty.generation > state.generation)
        #expect(throws: Refusal.noEntry(77)) { try state.after(.remove([77]), at: after(5)) }
        #expect(throws: Refusal.noTracks) { try empty.after(.play, at: after(6)) }
        #expect(throws: Refusal.nothingPlays) { try empty.after(.pause, at: after(6)) }
    }

    @Test("seeking stays within the track")
    func seek() throws {
        let state = try RoomTrial.playing([60, 60])
        #expect(position(try state.after(.seek(MediaTime(seconds: 30)), at: after(5)), at: 6) == 31)
        #expect(track(try state.after(.seek(MediaTime(seconds: 300)), at: after(5)), at: 6) == 2)
    }

    @Test("unplayable tracks are skipped, and if all are unplayable the music stops")
    func unplayable() throws {
        let state = try RoomTrial.playing([60, 60, 60])
        let passed = try state.after(.unplayable(2, reason: "gone"), at: after(5))
        #expect(track(passed, at: 60) == 3)
        #expect(try passed.after(.unplayable(1, reason: "gone"), at: after(6)).course?.timeline.piece == 3)
        var none = passed
        for track in [1, 3] as [Piece] { none = try none.after(.unplayable(track, reason: "gone"), at: after(6)) }
        #expect(!none.isPlaying)
    }

    @Test("a track of unknown length plays until its length is known")
    func unknownLength() throws {
        let tracks = [QueuedPiece(1, duration: nil), RoomTrial.track(2, 60)]
        let state = try RoomState(seed: 1).after(.playPieces(tracks, start: 0, position: .zero), at: after(0))
        #expect(state.course?.until == nil && track(state, at: 10_000) == 1)
        let learned = try state.after(.learned(RoomTrial.track(1, 90)), at: after(10))
        #expect(learned.course?.until == after(90) && learned.course?.timeline == state.course?.timeline)
        // Its length became known after its end.
        #expect(try state.after(.learned(RoomTrial.track(1, 90)), at: after(100)).course?.timeline.piece == 1)
        #expect(try state.after(.learned(RoomTrial.track(1, 90)), at: after(100)).course?.until == after(100))
    }

    @Test("an announced track that changes gets a generation beyond the announced ones")
    func announced() throws {
        let state = try RoomTrial.playing([60, 60, 60])
        let second = state.queue.entries[1].number
        // Long before the end, the next track was not announced yet.
        #expect(try state.after(.remove([second]), at: after(20)).generation == state.generation)
        let late = try state.after(.remove([second]), at: after(50))
        #expect(late.generation == state.generation.changed)
        #expect(late.course?.timeline.position(at: after(50)).seconds == 50)
        #expect(try state.after(.look(["style": .text("rings")]), at: after(50)).generation == state.generation)
    }

    @Test("settings are limited to their ranges, and a look to its size")
    func settings() throws {
        let state = try RoomTrial.playing([60])
        let set = try state.after(
            RoomTrial.settings {
                $0.crossfade = 99
                $0.volume = -1
            }, at: after(1))
        #expect(set.settings.crossfade == 12 && set.settings.volume == 0)
        let look = try state.after(.look(["style": .text("rings"), "speed": .number(2)]), at: after(1))
        #expect(try look.after(.look(["style": nil]), at: after(2)).settings.look == ["speed": .number(2)])
        let many = Dictionary(uniqueKeysWithValues: (0..<33).map { ("\($0)", LookValue?.some(.truth(true))) })
        #expect(throws: Refusal.tooManyLookSettings) { try state.after(.look(many), at: after(1)) }
        #expect(try state.after(.pause, at: after(1)).after(.pause, at: after(2)).revision == state.revision + 1)
    }
}
