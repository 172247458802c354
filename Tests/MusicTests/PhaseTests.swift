import Testing

@testable import Music

@Suite("The phase of a grid")
struct PhaseTests {
    /// Four minutes that accelerate from 100 to 140 BPM, each beat to the microsecond, in bars of four.
    private var hurrying: BeatGrid {
        var time = 1.25
        var beats: [Beat] = []
        while time < 240 {
            beats.append(Beat(time: MediaTime(seconds: time), position: UInt8(beats.count % 4 + 1)))
            time += 60 / (100 + 40 * time / 240)
        }
        return BeatGrid(beats: beats, meter: 4, confidence: 0.9)
    }

    private func grid(_ seconds: [Double], positions: [UInt8], meter: Int) -> BeatGrid {
        BeatGrid(
            beats: zip(seconds, positions).map { Beat(time: MediaTime(seconds: $0), position: $1) }, meter: meter,
            confidence: 0.9)
    }

    @Test("is 0 on every beat, with that beat's index and position in the bar")
    func onBeats() throws {
        let grid = hurrying
        for (index, beat) in grid.beats.enumerated() {
            let phase = try #require(grid.phase(at: beat.time))
            #expect(phase.beat == index && phase.fraction == 0 && phase.position == Int(beat.position))
        }
    }

    @Test("beat plus fraction rises at the local tempo without a jump, also beyond both ends")
    func continuity() throws {
        let grid = hurrying
        var before = try #require(grid.phase(at: MediaTime(seconds: -20)))
        for time in stride(from: Int64(-19_997_000), through: 270_000_000, by: 3000) {
            let phase = try #require(grid.phase(at: MediaTime(microseconds: time)))
            let step = Double(phase.beat - before.beat) + phase.fraction - before.fraction
            let low = 0.003 * min(phase.tempo, before.tempo) / 60
            let high = 0.003 * max(phase.tempo, before.tempo) / 60
            #expect(step > low - 1e-9 && step < high + 1e-9, "at \(time)")
            #expect(phase.fraction >= 0 && phase.fraction < 1)
            before = phase
        }
    }

    @Test("the tempo is that of the interval around the time")
    func drift() throws {
        for seconds in [2.0, 60, 120, 200, 239] {
            let tempo = try #require(hurrying.phase(at: MediaTime(seconds: seconds))).tempo
            #expect(abs(tempo - (100 + 40 * seconds / 240)) < 0.1)
        }
    }

    @Test("beats and bars continue beyond both ends at the interval of the nearest two beats")
    func outside() throws {
        let grid = grid([1, 1.5, 2.25], positions: [2, 3, 1], meter: 3)
        let early = try #require(grid.phase(at: MediaTime(seconds: -0.125)))
        #expect(early == Phase(beat: -3, fraction: 0.75, position: 2, tempo: 120))
        #expect(try #require(grid.phase(at: MediaTime(seconds: 0.5))).position == 1)
        let late = try #require(grid.phase(at: MediaTime(seconds: 2.25 + 0.75 * 4.5)))
        #expect(late == Phase(beat: 6, fraction: 0.5, position: 2, tempo: 80))
    }

    @Test("unknown bars stay unknown")
    func noBars() throws {
        let grid = grid([1, 2], positions: [0, 0], meter: 0)
        for seconds in [-3.0, 1.5, 9] { #expect(try #require(grid.phase(at: MediaTime(seconds: seconds))).position == 0) }
    }

    @Test("fewer than two beats have no phase")
    func none() {
        #expect(BeatGrid.none.phase(at: .zero) == nil)
        #expect(grid([1], positions: [1], meter: 4).phase(at: .zero) == nil)
    }

    @Test("extreme times and grids give finite values")
    func extremes() throws {
        let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for (first, second) in [(Int64.min, Int64.max), (0, 1), (.min, .min + 1), (.max - 1, .max)] {
            let beats = [first, second].map { Beat(time: MediaTime(microseconds: $0), position: 1) }
            let grid = BeatGrid(beats: beats, meter: 4, confidence: 1)
            for time in ends {
                let phase = try #require(grid.phase(at: MediaTime(microseconds: time)))
                #expect(phase.fraction >= 0 && phase.fraction < 1, "\(first) \(second) \(time)")
                #expect(phase.tempo > 0 && (0...4).contains(phase.position))
            }
        }
    }

    @Test("a walk gives the same phases as a search, in any direction")
    func walk() {
        let grid = hurrying
        var walk = PhaseWalk(grid, near: MediaTime(seconds: 100))
        for time in [100, 100.01, 101, 99, 250, 249.9, -3, -2.99, 1.25, 1.249_999, 1.75, 239.5] {
            let moment = MediaTime(seconds: time)
            #expect(walk.phase(at: moment) == grid.phase(at: moment))
        }
        var nowhere = PhaseWalk(.none, near: .zero)
        #expect(nowhere.phase(at: .zero) == nil)
    }

    @Test("the tempo around a beat is the mean over two bars")
    func tempoAround() {
        let grid = grid([1, 1.5, 2.25], positions: [1, 2, 3], meter: 3)
        // Two intervals in 1.25 s at every beat.
        #expect([0, 1, 2].map { grid.tempo(around: $0) } == [96, 96, 96])
        #expect(BeatGrid.none.tempo(around: 0) == nil)
        // Eight intervals around a beat at which the tempo drops from 120 to 60 BPM: four of each.
        let times = Array(stride(from: 0.0, to: 5, by: 0.5)) + Array(stride(from: 5.0, through: 15, by: 1))
        let turning = BeatGrid(beats: times.map { Beat(time: MediaTime(seconds: $0), position: 0) }, meter: 0, confidence: 1)
        #expect([0, 4, 6, 10, 16, 20].map { turning.tempo(around: $0) } == [120, 120, 120, 80, 60, 60])
    }

    @Test("the first beat at or after a time")
    func index() {
        let grid = grid([1, 1.5, 2.25], positions: [1, 2, 3], meter: 3)
        #expect(
            [0, 1, 1.000_001, 1.5, 2, 2.25, 2.3].map { grid.index(atOrAfter: MediaTime(seconds: $0)) } == [0, 0, 1, 1, 2, 2, 3])
    }
}
