import Foundation
import Testing

@testable import Music

struct GridCorrectionTests {
    private let duration = MediaTime(seconds: 60)

    private func steady(_ bpm: Double, from start: Double = 0.25, count: Int = 61, meter: Int = 4, first: Int = 0) -> BeatGrid {
        let beats = (0..<count).map {
            Beat(time: MediaTime(seconds: start + Double($0) * 60 / bpm), position: UInt8((first + $0) % meter + 1))
        }
        return BeatGrid(beats: beats, meter: meter, confidence: 0.7)
    }

    private func apply(_ steps: GridCorrection.Step..., to grid: BeatGrid) -> BeatGrid {
        GridCorrection(steps: steps).applied(to: grid, duration: duration)
    }

    private func isLawful(_ grid: BeatGrid) -> Bool {
        zip(grid.beats, grid.beats.dropFirst()).allSatisfy { $0.time < $1.time }
            && grid.beats.allSatisfy { (.zero...duration).contains($0.time) && Int($0.position) <= 2 * max(grid.meter, 1) }
    }

    @Test("no steps leave the analyzed grid unchanged")
    func nothing() {
        let grid = steady(120)
        #expect(apply(to: grid) == grid && apply(to: .none) == .none)
    }

    @Test("double keeps every downbeat and adds one half-way between them")
    func double() throws {
        let grid = steady(70)
        let doubled = apply(.double, to: grid)
        #expect(abs(try #require(doubled.tempo) - 140) < 1e-3)
        #expect(doubled.meter == 4 && doubled.confidence == grid.confidence)
        #expect(Set(grid.downbeats).isSubset(of: doubled.downbeats))
        #expect(doubled.beats.prefix(9).map(\.position) == [1, 2, 3, 4, 1, 2, 3, 4, 1])
    }

    @Test("half keeps beats that open bars, and makes one bar of two")
    func half() throws {
        let halved = apply(.half, to: steady(140, first: 1))
        #expect(abs(try #require(halved.tempo) - 70) < 1e-3)
        #expect(halved.beats[0].time == steady(140).beats[1].time)
        #expect(halved.beats.prefix(8).map(\.position) == [4, 1, 2, 3, 4, 1, 2, 3])
        #expect(apply(.half, to: steady(180, meter: 3)).beats.prefix(7).map(\.position) == [1, 2, 3, 1, 2, 3, 1])
    }

    @Test("after a bar with two extra beats, half waits for the next downbeat")
    func irregular() {
        var grid = steady(120, count: 12)
        for (index, position) in [1, 2, 3, 4, 1, 2, 1, 2, 3, 4, 1, 2].enumerated() { grid.beats[index].position = UInt8(position) }
        #expect(apply(.half, to: grid).beats.map(\.position) == [1, 2, 3, 4, 5, 1])
    }

    @Test("half of a grid with bars of 200 beats counts up to 255")
    func hugeMeter() {
        var grid = steady(200, count: 700, meter: 200)
        for index in grid.beats.indices { grid.beats[index].position = index == 0 ? 1 : 2 }
        let halved = GridCorrection(steps: [.half]).applied(to: grid, duration: MediaTime(seconds: 600))
        #expect(halved.beats.count == 350 && halved.beats.map(\.position).max() == 255)
    }

    @Test("half after double gives the original beats, and both steps cancel", arguments: [2, 3, 4, 5, 7])
    func inverse(meter: Int) {
        let grid = steady(93, meter: meter)
        let doubled = apply(.double, to: grid)
        #expect(apply(.half, to: doubled).beats.map(\.time) == grid.beats.map(\.time))
        #expect(apply(.half, to: doubled) == grid)
        #expect(apply(.double, .half, to: grid) == grid && apply(.half, .double, to: grid) == grid)
        let sameCount = apply(.double, to: apply(.half, to: grid))
        #expect(sameCount.beats.map(\.time.microseconds).elementsEqual(grid.beats.map(\.time.microseconds)) { abs($0 - $1) <= 1 })
    }

    @Test("shifts add up, and beats shifted out of the track come back")
    func shift() {
        let grid = steady(120)
        let one = GridCorrection(steps: [.shift(milliseconds: -700), .shift(milliseconds: 712.5)])
        #expect(one.applied(to: grid, duration: duration) == apply(.shift(milliseconds: 12.5), to: grid))
        #expect(apply(.shift(milliseconds: 12.5), to: grid).beats[3].time == grid.beats[3].time + MediaTime(seconds: 0.0125))
        #expect(apply(.shift(milliseconds: 30), .shift(milliseconds: -30), to: grid) == grid)
        #expect(apply(.shift(milliseconds: -2000), to: grid).beats.first?.time == MediaTime(seconds: 0.25))
        #expect(apply(.shift(milliseconds: -900), .downbeat(at: .zero), .shift(milliseconds: 900), to: grid).beats.count == 61)
    }

    @Test("the beat nearest to a given downbeat opens a bar, and so does every one a meter later", arguments: 0..<60)
    func downbeat(beat: Int) {
        let grid = steady(60)
        let corrected = apply(.downbeat(at: grid.beats[beat].time + MediaTime(seconds: -0.4)), to: grid)
        #expect(corrected.beats.indices.allSatisfy { corrected.beats[$0].isDownbeat == (($0 - beat) % 4 == 0) })
    }

    @Test("a meter counts from the first downbeat, or from one that was given before")
    func meter() {
        let grid = steady(120, first: 2)
        #expect(apply(.meter(3), to: grid).beats.prefix(6).map(\.position) == [2, 3, 1, 2, 3, 1])
        let named = apply(.downbeat(at: grid.beats[31].time), .meter(3), to: grid)
        #expect(named.meter == 3 && named.beats[31].isDownbeat && named.beats[34].isDownbeat)
        #expect(apply(.meter(4), to: .none) == .none)
    }

    @Test("a tempo gives a steady grid through its anchor over the whole track, with or without a grid before")
    func tempo() throws {
        let step = GridCorrection.Step.tempo(bpm: 124, anchoredAt: MediaTime(seconds: 30.31))
        let interval = 60.0 / 124
        let lastBeatAfter = 60 - interval
        for grid in [BeatGrid.none, steady(90)] {
            let corrected = apply(step, to: grid)
            #expect(corrected.confidence == 1 && corrected.meter == 4 && isLawful(corrected))
            #expect(corrected.downbeats.contains(MediaTime(seconds: 30.31)))
            #expect(abs(try #require(corrected.tempo) - 124) < 0.01)
            #expect(corrected.beats[0].time.seconds < interval)
            #expect(corrected.beats[corrected.beats.count - 1].time.seconds > lastBeatAfter)
        }
        let shifted = apply(step, .shift(milliseconds: -2000), to: .none)
        #expect(shifted.beats[shifted.beats.count - 1].time.seconds > lastBeatAfter)
        #expect(apply(.meter(3), step, to: .none).meter == 3)
    }

    @Test("a later tempo replaces all but the meter; cancelled steps vanish; a later downbeat or meter replaces an earlier")
    func canonical() {
        let tempo = GridCorrection.Step.tempo(bpm: 100, anchoredAt: .zero)
        let downbeat = GridCorrection.Step.downbeat(at: MediaTime(seconds: 3))
        let taps = [1, 2, 3, 4].map { MediaTime(seconds: $0) }
        let cases: [([GridCorrection.Step], [GridCorrection.Step])] = [
            ([.double, .half, .half, .half, .double], [.half]),
            ([.double, .shift(milliseconds: 5), .half], [.shift(milliseconds: 5)]),
            ([.shift(milliseconds: 5), .double, .shift(milliseconds: -5)], [.double]),
            ([.meter(3), .double, .shift(milliseconds: 9), tempo, downbeat], [.meter(3), tempo, downbeat]),
            (
                [.downbeat(at: .zero), .shift(milliseconds: 1), .meter(3), downbeat],
                [.meter(3), .shift(milliseconds: 1), downbeat]
            ),
            ([tempo, .taps([.zero]), .meter(17)], [tempo]),
            ([downbeat, tempo, .taps(taps)], [.taps(taps)]),
        ]
        for (steps, shortest) in cases {
            let canonical = GridCorrection(steps: steps).canonical
            #expect(canonical.steps == shortest)
            #expect(canonical.canonical == canonical)
        }
    }

    @Test("any steps give beats in order inside the track, and canonical steps give the same")
    func anySteps() {
        for seed in 0..<300 as Range<UInt64> {
            var numbers = SeededGenerator(seed: seed)
            let grid =
                Bool.random(using: &numbers)
                ? steady(.random(in: 40...220, using: &numbers), count: .random(in: 0...39, using: &numbers)) : .none
            let steps = (0..<Int.random(in: 1...30, using: &numbers)).map { _ in GridCorrection.Step.any(&numbers) }
            let correction = GridCorrection(steps: steps)
            let corrected = correction.applied(to: grid, duration: duration)
            #expect(isLawful(corrected), "seed \(seed)")
            #expect(correction.canonical.applied(to: grid, duration: duration) == corrected, "seed \(seed)")
            #expect(corrected.beats.count <= 801, "seed \(seed)")
        }
    }
}

extension GridCorrection.Step {
    static func any(_ numbers: inout SeededGenerator) -> Self {
        let time = MediaTime(seconds: .random(in: 0...70, using: &numbers))
        if Int.random(in: 0..<4, using: &numbers) == 0 { return .from(time, any(&numbers)) }
        switch Int.random(in: 0..<9, using: &numbers) {
        case 0, 1: return .double
        case 2, 3: return .half
        case 4: return .shift(milliseconds: .random(in: -2000...2000, using: &numbers))
        case 5: return .downbeat(at: time)
        case 6: return .meter(.random(in: 0...17, using: &numbers))
        case 7: return .tempo(bpm: .random(in: 10...410, using: &numbers), anchoredAt: time)
        default:
            return .taps(
                (0..<Int.random(in: 2...40, using: &numbers)).map { _ in
                    MediaTime(seconds: .random(in: 0...60, using: &numbers))
                })
        }
    }
}
