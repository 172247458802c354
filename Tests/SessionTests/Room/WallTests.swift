import Music
import Session
import Testing
import Yardstick

@Suite("A wall of screens")
struct WallTests {
    private let now = RoomTrial.start

    private func placed(_ places: [String: WallPlace]) throws -> RoomState {
        try places.sorted { $0.key < $1.key }.reduce(RoomState(seed: 7)) { state, entry in
            try state.after(.place(client: entry.key, entry.value), at: now)
        }
    }

    private let row = [
        "a": WallPlace(x: -160, y: 0, width: 160, height: 90), "b": WallPlace(x: 2.5, y: 0, width: 160, height: 90),
        "c": WallPlace(x: 165, y: -5, width: 80, height: 120),
    ]

    @Test("is the smallest rectangle around all places, gaps included")
    func extent() throws {
        #expect(RoomState(seed: 7).wall == nil && WallPlace.around([]) == nil)
        #expect(try placed(["a": row["a"]!]).wall == row["a"])
        #expect(try placed(row).wall == WallPlace(x: -160, y: -5, width: 405, height: 120))
    }

    @Test("without a screen it is smaller, and without any there is none; names and offsets stay")
    func removing() throws {
        var state = try placed(row).after(.remember(client: "c", name: "Tall", offset: 20), at: now)
        state = try state.after(.place(client: "c", nil), at: now)
        #expect(state.wall == WallPlace(x: -160, y: 0, width: 322.5, height: 90))
        #expect(state.memories["c"]?.name == "Tall" && state.memories["c"]?.offset == 20 && state.memories["c"]?.place == nil)
        let revision = state.revision
        // One that never had a place is not remembered for not having one.
        #expect(try state.after(.place(client: "d", nil), at: now).revision == revision)
        let here = try state.after(.clearWall(keeping: ["a"]), at: now)
        #expect(here.wall == row["a"] && here.revision == revision + 1)
        #expect(try state.after(.clearWall(keeping: []), at: now).wall == nil)
        #expect(try here.after(.clearWall(keeping: ["a", "b"]), at: now).revision == here.revision)
    }

    @Test("its places do not disturb the music")
    func music() throws {
        let state = try RoomTrial.playing([60, 60])
        let after = try state.after(.place(client: "a", row["a"]), at: RoomTrial.after(3))
        #expect(after.generation == state.generation && after.course == state.course)
    }

    @Test("a place out of bounds is none", arguments: [0, 1, 2, 3], [Double.nan, .infinity, -20_000, 20_000])
    func bounds(index: Int, value: Double) {
        var numbers = [0.0, 0, 1, 1]
        numbers[index] = value
        #expect(!WallPlace(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]).isWithinBounds)
    }
}
