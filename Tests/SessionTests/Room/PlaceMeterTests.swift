import Music
import Session
import Testing
import Yardstick

@Suite("Keeping the place in long tracks")
struct PlaceMeterTests {
    private func after(_ seconds: Double) -> ServerTime { RoomTrial.after(seconds) }

    /// When places are kept, and which, if the room is looked at once a second: nil at the end of a track.
    private func places(
        _ first: RoomState, through end: Int, obeying command: (Int) -> RoomCommand? = { _ in nil }
    ) throws -> [Int: Int?] {
        var state = first
        var meter = PlaceMeter(state, at: after(0))
        var kept: [Int: Int?] = [:]
        for now in 0...end {
            state = state.advanced(to: after(Double(now)))
            for place in meter.look(state, at: after(Double(now))) {
                kept[now] = .some(place.position.map { Int($0.seconds.rounded()) })
            }
            if let command = command(now) { state = try state.after(command, at: after(Double(now))) }
        }
        return kept
    }

    @Test("it is kept every minute, when the track stops, and not at all at its end")
    func minutes() throws {
        let kept = try places(RoomTrial.playing([1_300]), through: 1_310)
        #expect(kept.keys.sorted() == (1...21).map { $0 * 60 } + [1_300])
        #expect((1...20).allSatisfy { kept[$0 * 60] == .some($0 * 60) } && kept[1_300] == .some(nil))
        let paused = try places(RoomTrial.playing([1_300]), through: 200) { $0 == 90 ? .pause : nil }
        #expect(paused == [60: 60, 91: 90])
        let left = try places(RoomTrial.playing([1_300, 100]), through: 200) { $0 == 90 ? .next : nil }
        #expect(left.keys.sorted() == [60, 91] && (90...91).contains(left[91]!!))
    }

    @Test("short tracks have none, nor has the beginning of a long one")
    func short() throws {
        #expect(try places(RoomTrial.playing([1_199]), through: 1_250).isEmpty)
        #expect(try places(RoomTrial.playing([1_300]), through: 60) { $0 == 20 ? .pause : nil }.isEmpty)
    }

    @Test("whatever is done, no two places come within a minute unless the music stopped between them")
    func often() throws {
        let kept = try places(RoomTrial.playing([4_000]), through: 400) { now in
            now % 7 == 0 ? .seek(MediaTime(seconds: Double(now * 9 % 3_000 + 100))) : nil
        }
        let moments = kept.keys.sorted()
        #expect(!moments.isEmpty && zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 >= 60 })
    }
}
