import Testing

@testable import Music

struct BeatGridTests {
    private func grid(_ times: [Double]) -> BeatGrid {
        BeatGrid(
            beats: times.enumerated().map { Beat(time: MediaTime(seconds: $1), position: UInt8($0 % 4 + 1)) }, meter: 4,
            confidence: 0.9)
    }

    @Test("the tempo is that of the median interval")
    func tempo() throws {
        let tempo = try #require(grid([0, 0.5, 1, 1.5, 2.5]).tempo)
        #expect(abs(tempo - 120) < 1e-9)
        #expect(grid([]).tempo == nil && grid([1]).tempo == nil)
    }

    @Test("the tempo range covers the slow part and the fast one")
    func range() throws {
        let slow = (0..<12).map { Double($0) * 0.75 }
        let fast = (1..<12).map { 8.25 + Double($0) * 0.5 }
        let range = try #require(grid(slow + fast).tempoRange)
        #expect(abs(range.lowerBound - 80) < 1e-3 && abs(range.upperBound - 120) < 1e-3)
        #expect(grid([1]).tempoRange == nil)
    }

    @Test("beats that are in doubt are not among the sure ones, and their confidence stays")
    func doubt() {
        for confidence in [Float(0), 0.006, 0.449, 0.45, 1] {
            var found = grid([0, 0.5, 1])
            (found.confidence, found.barConfidence) = (confidence, 0.3)
            #expect(found.isDoubtful == (confidence < 0.45))
            #expect(found.sure.confidence == confidence && found.sure.barConfidence == 0.3)
            let none = found.sure.beats.isEmpty && found.sure.tempo == nil && found.sure.meter == 0
            #expect(found.isDoubtful ? none : found.sure == found)
        }
        #expect(!BeatGrid.none.isDoubtful)
    }

    @Test("downbeats are the first beats of bars")
    func downbeats() {
        #expect(grid([0, 1, 2, 3, 4, 5]).downbeats == [.zero, MediaTime(seconds: 4)])
    }

    @Test("the grid of a sound has only the beats within it")
    func within() {
        let all = grid([0, 1, 1.95, 3, 4, 5.05, 6])
        let sound = SoundBounds(start: MediaTime(seconds: 2), end: MediaTime(seconds: 5))
        #expect(all.within(sound).beats == Array(all.beats[2...5]))
        #expect(all.within(SoundBounds(start: MediaTime(seconds: 4.5), end: MediaTime(seconds: 4.7))) == .none)
        #expect(all.within(nil) == all)
    }
}
