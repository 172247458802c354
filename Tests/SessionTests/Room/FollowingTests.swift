import Music
import Testing
import Yardstick

@testable import Session

@Suite("Following what somebody plays elsewhere")
struct FollowingTests {
    private let anna = Following.Target(server: "home", user: "anna")

    private func at(_ seconds: Double) -> ServerTime { RoomTrial.after(seconds) }

    private func song(_ number: Int = 5, seconds: Double? = 180) -> Following.Song {
        Following.Song(
            id: "\(number)", title: "Song \(number)", artist: "Band", album: nil, piece: seconds.map { RoomTrial.track(number, $0) }
        )
    }

    /// What a server says that was asked at a moment, and answers 20 ms later.
    private func sighting(
        _ song: Following.Song?, asked: Double, minutes: Double? = nil, position: Double? = nil, isPlaying: Bool = true,
        before: Double? = nil
    ) -> Sighting {
        let report = position.map {
            PlayingElsewhere.Report(position: MediaTime(seconds: $0), isPlaying: isPlaying, rate: 1)
        }
        let playing = song.map { PlayingElsewhere(user: "anna", player: "Phone", song: $0, report: report, minutesAgo: minutes) }
        return Sighting(playing, asked: at(asked), answered: at(asked + 0.02), before: before.map(at))
    }

    private func seen(_ state: RoomState, _ sighting: Sighting) throws -> RoomState {
        try state.after(.follow(.see(sighting, RoomTrial.grid)), at: sighting.answered)
    }

    private func following(_ sighting: Sighting) throws -> RoomState {
        try seen(try RoomState(seed: 1).after(.follow(.start(anna)), at: at(0)), sighting)
    }

    private func position(_ state: RoomState, at seconds: Double) -> Double? {
        state.advanced(to: at(seconds)).course?.timeline.position(at: at(seconds)).seconds
    }

    private func place(_ state: RoomState, at seconds: Double) throws -> Double { try #require(position(state, at: seconds)) }

    @Test("the room's own music stands aside, and stands where it was when the following ends")
    func aside() throws {
        let music = try RoomTrial.playing([60, 60])
        var state = try music.after(.follow(.start(anna)), at: at(20))
        #expect(state.course == nil && state.generation > music.generation && state.currentEntry == music.currentEntry)
        state = try seen(state, sighting(song(), asked: 25, minutes: 0, before: 20))
        #expect(state.course?.timeline.piece == 5 && state.queue == music.queue)
        #expect(state.history.map(\.piece) == [1])
        let stopped = try state.after(.follow(.stop), at: at(50))
        #expect(stopped.following == nil && !stopped.isPlaying && stopped.queue == music.queue && stopped.history == state.history)
        #expect(position(stopped, at: 99) == 20 && stopped.course?.timeline.piece == 1)
        #expect(stopped.generation > state.generation)
    }

    @Test("whole minutes tell the place roughly, their change tells it better, and nothing of it is shown")
    func minutes() throws {
        var state = try following(sighting(song(), asked: 10, minutes: 1))
        #expect(state.following?.accuracy == .rough && state.vaguePiece == 5)
        #expect(try abs(#require(state.following?.placeError) - 30.5) < 0.1 && state.following?.beatError == nil)
        for asked in [15.0, 20, 25] { state = try seen(state, sighting(song(), asked: asked, minutes: 1)) }
        let before = state
        // It became two minutes between 25 and 30 s, or a second later: the song began between 95 and 89 s before the first moment.
        state = try seen(state, sighting(song(), asked: 30, minutes: 2))
        #expect(state.generation > before.generation)
        #expect(try abs(place(state, at: 30.02) - 122) < 0.1)
        #expect(try abs(#require(state.following?.placeError) - 3) < 0.1)
        #expect(state.vaguePiece == 5)
    }

    @Test("a song that changed between two questions began between them")
    func change() throws {
        var state = try following(sighting(song(5), asked: 10, minutes: 2))
        state = try seen(state, sighting(song(6), asked: 15, minutes: 0, before: 10))
        #expect(state.course?.timeline.piece == 6 && state.following?.accuracy == .rough)
        #expect(try abs(place(state, at: 15.02) - 2.5) < 0.05)
        // Servers that count seconds tell it to one.
        state = try seen(state, sighting(song(7), asked: 20, minutes: 2.0 / 60.0001, before: 15))
        #expect(try abs(place(state, at: 20) - 2) < 0.1 && state.following?.placeError ?? 9 < 1.1)
    }

    @Test("a reported position is shown at once, and what agrees with it changes nothing")
    func reported() throws {
        var numbers = SeededGenerator(seed: 4)
        // The answer took 20 ms, and the song began at 3 s.
        func report(_ asked: Double) -> Sighting {
            sighting(song(), asked: asked, minutes: 0, position: asked - 3 + .random(in: 0...0.02, using: &numbers))
        }
        var state = try following(report(10))
        #expect(state.following?.accuracy == .reported && state.vaguePiece == nil)
        #expect(try abs(place(state, at: 12) - 9) <= 0.01)
        let generation = state.generation
        for step in 3..<30 { state = try seen(state, report(Double(step * 5))) }
        #expect(state.generation <= Generation(generation.number + 512), "the generations are few")
        #expect(try abs(place(state, at: 150) - 147) <= 0.01)
        #expect(try #require(state.following?.beatError) <= 0.01)
        let again = report(150)
        state = try seen(state, again)
        #expect(try seen(state, again) == state, "nothing is told or kept anew")
    }

    @Test("a seek, a pause and a speed that are reported are followed; a report that was held up is not")
    func reports() throws {
        var state = try following(sighting(song(), asked: 10, position: 7))
        let late = try seen(state, sighting(song(), asked: 15, position: 11.8))
        #expect(late.course == state.course)
        let sought = try seen(state, sighting(song(), asked: 15, position: 90))
        #expect(try abs(place(sought, at: 16) - 91) <= 0.02)
        let paused = try seen(sought, sighting(song(), asked: 20, position: 95, isPlaying: false))
        #expect(!paused.isPlaying && position(paused, at: 40) == 95 && paused.following?.isPlaying == false)
        #expect(try seen(paused, sighting(song(), asked: 25, position: 95, isPlaying: false)) == paused)
        state = try seen(paused, sighting(song(), asked: 30, position: 96))
        #expect(try state.isPlaying && abs(place(state, at: 31) - 97) <= 0.02)
    }

    @Test("two taps that agree by chance are not taken for an exact hand")
    func fewTaps() throws {
        var state = try following(sighting(song(), asked: 12, minutes: 0))
        for heard in [15.0, 15.5] { state = try state.after(.follow(.tap(at: at(heard), RoomTrial.grid)), at: at(heard + 0.05)) }
        #expect(try #require(state.following?.beatError) > 0.02)
    }

    @Test(
        "taps with 20 ms of jitter bring the beats within 20 ms, mostly within 10", arguments: Array(1...200 as ClosedRange<UInt64>)
    )
    func taps(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        // Its first moment was heard at this time; the server only knows it to the minute.
        let start = Double.random(in: -20...10, using: &numbers)
        var state = try following(sighting(song(), asked: 12, minutes: 0))
        #expect(state.vaguePiece == 5)
        let first = (15 - start) / 0.5
        for beat in 0..<12 {
            let jitter = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0...1, using: &numbers) } * 0.02
            let heard = start + (first.rounded(.up) + Double(beat)) * 0.5 + jitter
            state = try state.after(.follow(.tap(at: at(heard), RoomTrial.grid)), at: at(heard + 0.05))
        }
        #expect(state.following?.accuracy == .tapped && state.following?.tapCount == 12 && state.vaguePiece == nil)
        let phase = try #require(RoomTrial.grid.phase(at: MediaTime(seconds: place(state, at: 25))))
        let truth = try #require(RoomTrial.grid.phase(at: MediaTime(seconds: 25 - start)))
        let away = phase.fraction - truth.fraction
        let off = abs(away - away.rounded()) * 0.5
        let stated = try #require(state.following?.beatError)
        #expect(off < 0.022 && off < 3 * stated && stated < 0.015, "seed \(seed)")
    }

    @Test("what is known better later moves tapped beats by whole beats only, and a new song needs new taps")
    func better() throws {
        var state = try following(sighting(song(), asked: 10, minutes: 1))
        for beat in 0..<4 {
            state = try state.after(.follow(.tap(at: at(12.1 + Double(beat) / 2), RoomTrial.grid)), at: at(14))
        }
        func fraction(_ state: RoomState) throws -> Double {
            try #require(RoomTrial.grid.phase(at: MediaTime(seconds: place(state, at: 40.1)))).fraction
        }
        #expect(try fraction(state) < 0.001 || fraction(state) > 0.999)
        for asked in [15.0, 20, 25] { state = try seen(state, sighting(song(), asked: asked, minutes: 1)) }
        state = try seen(state, sighting(song(), asked: 30, minutes: 2))
        #expect(try abs(place(state, at: 30) - 122.5) < 3)
        #expect(try fraction(state) < 0.001 || fraction(state) > 0.999)
        #expect(state.following?.accuracy == .tapped)
        // In mid-song, an app may only say again what it plays.
        let told = try seen(state, sighting(song(), asked: 35, minutes: 0))
        #expect(told.course == state.course)
        let next = try seen(state, sighting(song(6), asked: 35, minutes: 0, before: 30))
        #expect(next.following?.accuracy == .rough && next.vaguePiece == 6)
    }

    @Test("with reports, taps tell how late the sound is, also for the next song")
    func delay() throws {
        var state = try following(sighting(song(), asked: 10, position: 7))
        // The first moment was due at 3.01 s; the beats are heard 0.1 s later.
        for beat in 30..<38 {
            let heard = 3.01 + 0.1 + Double(beat) / 2
            state = try state.after(.follow(.tap(at: at(heard), RoomTrial.grid)), at: at(heard + 0.05))
        }
        #expect(state.following?.accuracy == .tapped)
        #expect(try abs(place(state, at: 30) - 26.89) < 0.002)
        state = try seen(state, sighting(song(6), asked: 40, position: 5, before: 35))
        #expect(try abs(place(state, at: 41) - 5.89) < 0.002 && state.following?.accuracy == .reported)
        let shifted = try state.after(.follow(.shift(MediaTime(seconds: 0.05))), at: at(42))
        #expect(try abs(place(shifted, at: 43) - 7.84) < 0.002)
    }

    @Test("what people do to the room's own music is refused meanwhile; what they choose to play ends it")
    func refusals() throws {
        var state = try RoomTrial.playing([60, 60]).after(.follow(.start(anna)), at: at(20))
        state = try seen(state, sighting(song(), asked: 21, position: 7))
        let refused: [RoomCommand] = [.play, .pause, .toggle, .next, .previous, .seek(.zero), .loop(from: .zero, to: .furthest)]
        for command in refused { #expect(throws: Refusal.follows("anna")) { try state.after(command, at: at(22)) } }
        let chosen = try state.after(.playPieces([RoomTrial.track(9, 60)], start: 0, position: .zero), at: at(22))
        #expect(chosen.following == nil && chosen.course?.timeline.piece == 9 && chosen.isPlaying)
        #expect(try state.after(.playEntry(2), at: at(22)).following == nil)
        let click = try state.after(.metronome(.start(MetronomeChange())), at: at(22))
        #expect(click.following == nil && click.runningTrain != nil && click.currentEntry == 1)
        let added = try state.after(.add([RoomTrial.track(9, 60)], isNext: true), at: at(22))
        #expect(added.course == state.course && added.queue.entries.map(\.queued.piece) == [1, 9, 2])
        #expect(throws: Refusal.followsNobody) { try RoomState(seed: 1).after(.follow(.shift(.zero)), at: at(1)) }
        #expect(throws: Refusal.noBeats) { try state.after(.follow(.tap(at: at(22), .none)), at: at(22)) }
        let rough = try following(sighting(song(), asked: 10, minutes: 1))
        #expect(throws: Refusal.nothingTapped) { try rough.after(.follow(.shift(.zero)), at: at(11)) }
    }

    @Test("of a song that is not in the catalog only the title is known")
    func unknown() throws {
        let state = try following(sighting(song(seconds: nil), asked: 10, position: 7))
        #expect(
            state.course == nil && state.following?.song?.title == "Song 5" && state.following?.accuracy == Following.Accuracy.none)
        #expect(throws: Refusal.nothingPlays) { try state.after(.follow(.tap(at: at(11), RoomTrial.grid)), at: at(11)) }
        // It is found a moment later.
        #expect(try seen(state, sighting(song(), asked: 15, position: 12)).course?.timeline.piece == 5)
    }

    @Test("a song stands still at its end; one that a server forgets plays on until then, unless its app reports")
    func ends() throws {
        let state = try following(sighting(song(), asked: 10, position: 7))
        #expect(position(state, at: 500) == 180 && !state.advanced(to: at(500)).isPlaying)
        #expect(state.advanced(to: at(500)).history.isEmpty)
        #expect(try seen(state, sighting(nil, asked: 15)).course == nil)
        let rough = try following(sighting(song(), asked: 10, minutes: 1))
        let forgotten = try seen(rough, sighting(nil, asked: 40))
        #expect(forgotten.course == rough.course)
        #expect(try seen(forgotten, sighting(nil, asked: 170)).course == nil)
    }

    @Test("it goes on over a restart, with the beats that were tapped")
    func restart() throws {
        var state = try RoomTrial.playing([60, 60]).after(.follow(.start(anna)), at: at(5))
        state = try seen(state, sighting(song(), asked: 10, minutes: 1))
        state = try state.after(.follow(.tap(at: at(12.3), RoomTrial.grid)), at: at(12.4))
        let now = ServerTime(microseconds: 1_000_000)
        let disk = RoomDisk(state, at: at(13), wall: 5_000_000_000)
        let kept = try disk.restored(at: now, wall: 5_004_000_000, epoch: "two")
        #expect(kept.pieces.contains(5))
        let known = Dictionary(state.queue.entries.map { ($0.queued.piece, $0.queued) }) { first, _ in first }
        let back = kept.state(known, now: now, wall: 5_004_000_000)
        #expect(back.following?.target == anna && back.following?.accuracy == .tapped && back.generation > state.generation)
        let shown = back.course?.timeline.position(at: now).seconds
        #expect(try abs(#require(shown) - place(state, at: 17)) < 0.001)
        #expect(try back.after(.follow(.stop), at: ServerTime(microseconds: 2_000_000)).course?.timeline.piece == 1)
    }

    @Test("of several apps of a user the one that plays and began last is meant, and never this program itself")
    func choice() {
        func one(_ player: String?, _ minutes: Double?, _ user: String = "anna", isPaused: Bool = false) -> PlayingElsewhere {
            let report = PlayingElsewhere.Report(position: .zero, isPlaying: false, rate: 1)
            return PlayingElsewhere(
                user: user, player: player, song: song(), report: isPaused ? report : nil, minutesAgo: minutes)
        }
        let all = [
            one("Downbeat", 0), one("TV", 3), one("Phone", 1), one("Tab", 0, isPaused: true), one("Phone", 0, "ben"), one(nil, nil),
        ]
        #expect(anna.choice(of: all)?.player == "Phone" && anna.choice(of: all)?.user == "anna")
        #expect(Following.Target(server: "home", user: "anna", player: "TV").choice(of: all)?.player == "TV")
        #expect(Following.Target(server: "home", user: "anna", player: "Car").choice(of: all) == nil)
        #expect(Following.Target(server: "home", user: "carl").choice(of: all) == nil)
    }
}
