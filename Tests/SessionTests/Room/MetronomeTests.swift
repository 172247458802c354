import Music
import Session
import Testing
import Yardstick

@Suite("A metronome")
struct MetronomeTests {
    private func after(_ seconds: Double) -> ServerTime { RoomTrial.after(seconds) }

    private func change(_ body: (inout MetronomeChange) -> Void) -> MetronomeChange {
        var change = MetronomeChange()
        body(&change)
        return change
    }

    private func running(bpm: Double = 120, groups: [Int] = [4]) throws -> RoomState {
        let start = change { ($0.rhythm.bpm, $0.rhythm.groups) = (bpm, groups) }
        return try RoomState(seed: 1).after(.metronome(.start(start)), at: after(0))
    }

    /// When the pulses of a room are due, with their places in the bar and the bars.
    private func pulses(_ state: RoomState, from: Double, to: Double) -> [(due: Double, place: Int, bar: Int)] {
        var pulses: [(Double, Int, Int)] = []
        for course in state.courses(through: after(to)) {
            guard let train = course.timeline.piece.train else { continue }
            let end = min(course.until ?? after(to), after(to))
            var pulse = train.pulse(atOrAfter: course.timeline.position(at: max(course.from, after(from))))
            while let due = course.timeline.due(of: train.time(ofPulse: pulse)), due < end {
                pulses.append((due.since(RoomTrial.start).seconds, train.place(ofPulse: pulse), train.bar(ofPulse: pulse)))
                pulse += 1
            }
        }
        return pulses
    }

    @Test("it starts with bar 1, a moment after the command, and goes on without end")
    func starts() throws {
        let state = try running()
        #expect(state.runningTrain != nil && state.isPlaying && state.course?.until == nil)
        let first = pulses(state, from: 0, to: 2.2)
        #expect(first.map(\.due) == [0.15, 0.65, 1.15, 1.65, 2.15])
        #expect(first.map(\.place) == [0, 1, 2, 3, 0] && first.map(\.bar) == [1, 1, 1, 1, 2])
        #expect(state.advanced(to: after(100_000)) == state)
    }

    @Test("a change of tempo is heard at the next pulse, and keeps the place in the bar")
    func tempo() throws {
        let state = try running()
        let faster = try state.after(.metronome(.set(change { $0.rhythm.bpm = 240 })), at: after(0.7))
        let heard = pulses(faster, from: 0, to: 2.2)
        #expect(heard.map(\.due) == [0.15, 0.65, 1.15, 1.4, 1.65, 1.9, 2.15])
        #expect(heard.map(\.place) == [0, 1, 2, 3, 0, 1, 2])
        // The next pulse comes too soon to be announced.
        let late = try state.after(.metronome(.set(change { $0.rhythm.bpm = 240 })), at: after(1.1))
        #expect(pulses(late, from: 1, to: 2.2).map(\.due) == [1.15, 1.65, 1.9, 2.15])
        #expect(late.generation > state.generation)
    }

    @Test("changes in quick succession are all heard, the last of each kind")
    func quick() throws {
        var state = try running()
        for step in 0..<10 {
            let change = change { $0.rhythm.bpm = 100 + Double(step) }
            state = try state.after(.metronome(.set(change)), at: after(0.7 + Double(step) * 0.01))
        }
        state = try state.after(.metronome(.set(change { $0.kit = "beep" })), at: after(0.81))
        let train = state.advanced(to: after(2)).runningTrain
        #expect(train?.rhythm.tempo.beatsPerMinute == 109 && train?.kit == "beep")
        #expect(pulses(state, from: 0.7, to: 1.2).map(\.due) == [1.15])
    }

    @Test("a ramp steps by itself, survives other changes, and its start comes back on stop")
    func ramp() throws {
        let ramp = change {
            ($0.rhythm.bpm, $0.rhythm.ramp) = (120, .some(RhythmChange.Ramp(step: 10, every: 4, to: 140)))
        }
        let state = try RoomState(seed: 1).after(.metronome(.start(ramp)), at: after(0))
        func tempo(_ state: RoomState, at seconds: Double) -> Double? {
            state.advanced(to: after(seconds)).runningTrain?.rhythm.tempo.beatsPerMinute
        }
        #expect([2.1, 2.2, 4, 60].map { tempo(state, at: $0) } == [120, 130, 140, 140])
        let changed = try state.after(.metronome(.set(change { $0.kit = "hat" })), at: after(2.5))
        #expect(tempo(changed, at: 3.5) == 130 && tempo(changed, at: 4) == 140)
        #expect(pulses(changed, from: 2.5, to: 6).map(\.due) == pulses(state, from: 2.5, to: 6).map(\.due))
        let stopped = try changed.after(.metronome(.stop), at: after(30))
        #expect(stopped.runningTrain?.rhythm.tempo.beatsPerMinute == 120 && !stopped.isPlaying && stopped.runningTrain != nil)
        #expect(tempo(try stopped.after(.play, at: after(40)), at: 40.2) == 120)
    }

    @Test("music stands aside, and stands where it was when the metronome is closed")
    func aside() throws {
        let music = try RoomTrial.playing([60, 60])
        let click = try music.after(.metronome(.start(MetronomeChange())), at: after(20))
        #expect(click.runningTrain != nil && click.queue == music.queue)
        let closed = try click.after(.metronome(.close), at: after(50))
        #expect(closed.course?.timeline.piece == 1 && closed.course?.timeline.position(at: after(99)).seconds == 20)
        #expect(!closed.isPlaying && closed.generation > click.generation)
        let another = try click.after(.playEntry(2), at: after(50)).after(.metronome(.close), at: after(51))
        #expect(another.course?.timeline.piece == 2 && another.isPlaying)
        #expect(
            try RoomState(seed: 1).after(.metronome(.start(MetronomeChange())), at: after(1))
                .after(.metronome(.close), at: after(2)).course == nil)
    }

    @Test("what stands aside is what plays, for everything that is done with the queue")
    func queue() throws {
        let music = try RoomTrial.playing([60, 60, 60]).after(.next, at: after(5))
        let click = try music.after(.metronome(.start(MetronomeChange())), at: after(20))
        let cleared = try click.after(.clear(keepsPlaying: true), at: after(21))
        #expect(cleared.queue.entries.map(\.queued.piece) == [2])
        #expect(try cleared.after(.metronome(.close), at: after(22)).course?.timeline.piece == 2)
        let next = try click.after(.add([RoomTrial.track(9, 60)], isNext: true), at: after(21))
        #expect(next.queue.entries.map(\.queued.piece) == [1, 2, 9, 3])
        #expect(try click.after(.shuffle(true), at: after(21)).queue.entries.first?.queued.piece == 2)
    }

    @Test("a set list that changes meanwhile goes on with the song behind the current one")
    func setList() {
        func next(_ index: Int, _ step: Int, of songs: [Int]) -> Int {
            Metronome.SetList(id: 1, title: "", songs: [1, 2, 3, 2], index: index).place(step, in: songs)
        }
        #expect(next(1, 1, of: [1, 2, 3, 2]) == 2 && next(3, -1, of: [1, 2, 3, 2]) == 2)
        #expect(next(2, 1, of: [2, 3, 2]) == 2, "one before it was removed")
        #expect(next(2, 1, of: [7, 1, 2, 3, 2]) == 4, "one was added before it")
        #expect(next(2, 1, of: [1, 2, 2]) == 2 && next(2, -1, of: [1, 2, 2]) == 1, "it was removed itself")
        #expect(next(3, 1, of: [1, 2, 3, 2, 9]) == 4, "one was added at the end")
    }

    @Test("play, pause and toggle start and stop it; what needs a track is refused")
    func transport() throws {
        let state = try running()
        let stopped = try state.after(.pause, at: after(3))
        #expect(!stopped.isPlaying && stopped.runningTrain != nil)
        #expect(try stopped.after(.toggle, at: after(4)).isPlaying)
        #expect(pulses(try stopped.after(.play, at: after(5)), from: 5, to: 5.7).map(\.place) == [0, 1])
        #expect(throws: Refusal.nothingPlays) { try state.after(.seek(MediaTime(seconds: 3)), at: after(1)) }
        #expect(throws: Refusal.nothingPlays) { try state.after(.next, at: after(1)) }
    }

    @Test("clicks count in a track that a person starts, in its tempo, up to its first bar line")
    func countIn() throws {
        var over = OverMusicChange()
        over.countIn = 2
        let waiting = try RoomTrial.playing([60], .metronome(.over(over)))
        #expect(waiting.isBuffering && waiting.isPlaying && waiting.countIn == 2)
        // The first downbeat is the third beat; the bar before it would begin at 0.2 − 1 s.
        let grid = BeatGrid.made((0..<40).map { 0.2 + Double($0) / 2 }, from: 3)
        let score = StoredScore(try MadeAnalysis.track(frames: [], duration: MediaTime(seconds: 60)), grid: grid)
        let command = try #require(Buffering.command(for: waiting, score, at: after(1)))
        #expect(command == .goOn(from: MediaTime(seconds: 1.2 - 2 * 2 - 0.25)))
        let counting = try waiting.after(command, at: after(1))
        #expect(counting.course?.timeline.rate == .playing && !counting.isBuffering)
        #expect(counting.course?.timeline.due(of: .zero) == after(4.05))
        // Later waits of the same track are not counted in.
        let later = try counting.after(.wait(at: MediaTime(seconds: 20)), at: after(25))
        #expect(later.isBuffering && later.countIn == nil)
        let paused = try waiting.after(.pause, at: after(1)).after(.play, at: after(2))
        #expect(paused.countIn == nil)
        // Without beats there is nothing to count.
        let plain = StoredScore(try MadeAnalysis.track(frames: [], duration: MediaTime(seconds: 60)), grid: .none)
        #expect(Buffering.command(for: waiting, plain, at: after(1)) == .goOn())
        // A jump into the track needs none.
        let sought = try waiting.after(.seek(MediaTime(seconds: 30)), at: after(1))
        #expect(Buffering.command(for: sought, score, at: after(1)) == .goOn())
    }

    @Test("it goes on over a restart, with the changes that were announced")
    func restart() throws {
        let state = try running(bpm: 137.3, groups: [3, 2])
            .after(.metronome(.set(change { $0.rhythm.bpm = 200 })), at: after(1.3))
        let kept = try RoomDisk(state, at: after(1.35), wall: 5_000_000).restored(at: after(9), wall: 99_000_000)
        let back = kept.state([:], now: after(9), wall: 99_000_000)
        let (one, other) = (pulses(state, from: 9, to: 20), pulses(back, from: 9, to: 20))
        #expect(one.map(\.due) == other.map(\.due) && one.map(\.bar) == other.map(\.bar) && one.count > 30)
        #expect(back.metronome == state.metronome)
    }

    @Test("frames and beats of it never end, and light up at the clicks")
    func score() throws {
        let score = ClickScore(ClickTrain(Rhythm(), kit: "wood"))
        let day = 86_400
        for second in [0, 1, day, 10 * day] {
            let first = second * SpectrumFrame.perSecond
            let levels = score.withFrames(first..<first + 60) { bytes in
                (0..<60).map { bytes[$0 * SpectrumFrame.byteCount + SpectrumFrame.loudness] }
            }
            // Clicks at 0 and 30, where the picture jumps up, and fades after.
            #expect(levels[0] > 150 && levels[30] > 150 && levels[15] < 60 && levels[29] < 60)
            let time = MediaTime(seconds: Double(second))
            let beats = score.beats(around: time..<time)
            #expect(beats.total == nil && beats.grid.beats.contains { $0.time == time && $0.isDownbeat == (second % 2 == 0) })
            #expect(beats.grid.phase(at: time)?.fraction == 0)
            #expect(beats.first == max(0, second * 2 - 1))
        }
    }
}
