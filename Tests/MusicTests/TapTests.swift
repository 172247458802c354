import Testing

@testable import Music

struct TapTests {
    private func grid(_ taps: [Double], duration: Double) -> BeatGrid {
        GridCorrection(steps: [.taps(taps.map { MediaTime(seconds: $0) })])
            .applied(to: .none, duration: MediaTime(seconds: duration))
    }

    @Test("taps on a steady pulse with errors of 20 ms give its tempo within 0.2 %")
    func steady() throws {
        for seed in 0..<200 as Range<UInt64> {
            var numbers = SeededGenerator(seed: seed)
            let bpm = Double.random(in: 60...180, using: &numbers)
            var taps: [Double] = []
            // Some taps are missed and a few come twice.
            for beat in 0..<48 where beat < 2 || Int.random(in: 0..<12, using: &numbers) > 0 {
                taps.append(10 + Double(beat) * 60 / bpm + .random(in: -0.02...0.02, using: &numbers))
                if Int.random(in: 0..<20, using: &numbers) == 0 { taps.append(taps[taps.count - 1] + 0.06) }
            }
            let grid = grid(taps, duration: 200)
            #expect(abs(try #require(grid.tempo) / bpm - 1) < 0.002, "seed \(seed), \(bpm) bpm")
            let interval = 60 / bpm
            #expect(grid.beats[0].time.seconds < interval && grid.beats[grid.beats.count - 1].time.seconds > 200 - interval)
            #expect(grid.confidence == 1)
        }
    }

    @Test("taps on a changing tempo are followed within 30 ms, some missing", arguments: [(90.0, 110.0), (140, 100), (70, 140)])
    func ramp(start: Double, end: Double) {
        var beats = [2.0]
        for index in 0..<120 { beats.append(beats[index] + 60 / (start + (end - start) * Double(index) / 120)) }
        var numbers = SeededGenerator(seed: 7)
        let taps = beats.enumerated().filter { $0.offset % 17 != 5 }
            .map { $0.element + .random(in: -0.01...0.01, using: &numbers) }
        let times = grid(taps, duration: beats[120] + 1).beats.map(\.time.seconds)
        #expect(beats.allSatisfy { beat in times.contains { abs($0 - beat) < 0.03 } })
        #expect(times.filter { $0 > 1.8 && $0 < beats[120] + 0.1 }.count == beats.count)
    }

    @Test("four taps are enough, in any order, and the first opens a bar")
    func few() throws {
        let grid = grid([2.5, 1, 2, 1.5], duration: 5)
        #expect(abs(try #require(grid.tempo) - 120) < 1e-6)
        #expect(grid.downbeats.contains(MediaTime(seconds: 1)) && grid.beats.count == 11)
    }
}
