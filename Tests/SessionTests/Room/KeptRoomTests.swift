import Music
import Session
import Testing
import Yardstick

@Suite("Keeping a room")
struct KeptRoomTests {
    private static let wall: Int64 = 1_800_000_000_000_000

    private func tracks(_ states: RoomState...) -> [Piece: QueuedPiece] {
        Dictionary(states.flatMap(\.queue.entries).map { ($0.queued.piece, $0.queued) }) { first, _ in first }
    }

    private func playing(_ count: Int) throws -> RoomState {
        try RoomTrial.playing((0..<count).map { _ in 60 })
    }

    private static func onWall(_ client: String, _ step: Int) -> RoomCommand {
        guard step % 4 > 0 else { return .clearWall(keeping: [client]) }
        return .place(client: client, step % 3 == 0 ? nil : WallPlace(x: Double(step), y: -1.5, width: 160, height: 90))
    }

    private static func grouping(_ step: Int) -> RoomCommand {
        let name = "g\(step % 3)"
        return switch step % 5 {
        case 0: .removeGroup(name)
        case 1: .renameGroup(name, to: "g\(step)")
        default: .setGroup(name, clients: ["0", "\(step % 4)"])
        }
    }

    @Test("a room that is stored change by change equals one that is stored at once", arguments: 0..<60 as Range<UInt64>)
    func incremental(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var state = RoomState(seed: seed)
        var now = RoomTrial.start
        var model = KeptModel(state, now: now, wall: Self.wall)
        var kept = state
        for step in 0..<60 {
            now = now.later(MediaTime(seconds: .random(in: 0...40, using: &numbers)))
            let command: RoomCommand =
                switch step % 6 {
                case 3 where step % 4 == 3: Self.grouping(step)
                case 0: .remember(client: "\(Int.random(in: 0..<4, using: &numbers))", name: "n\(step)", offset: Double(step))
                case 5: Self.onWall("\(Int.random(in: 0..<4, using: &numbers))", step)
                case 2: .steer(clients: ["\(step % 4)"], step % 3 == 0 ? .look(nil) : .sound(isOn: step % 2 == 0, volume: nil))
                case 1: .look(["\(Int.random(in: 0..<4, using: &numbers))": step % 3 == 0 ? nil : .number(Double(step))])
                default: RoomTrial.command(state, &numbers)
                }
            if let next = try? state.after(command, at: now) { state = next }
            // Some changes are collected while another is written.
            guard Bool.random(using: &numbers) else { continue }
            model.keep(state, since: kept, now: now, wall: Self.wall)
            kept = state
            // What can still be put back is kept, too.
            #expect(model.numbers.isSuperset(of: state.queue.entries.map(\.number)), "seed \(seed), step \(step)")
        }
        model.keep(state, since: kept, now: now, wall: Self.wall)
        let known = tracks(state)
        let one = try model.read().state(known, now: now, wall: Self.wall)
        let whole = try KeptModel(state, now: now, wall: Self.wall).read().state(known, now: now, wall: Self.wall)
        #expect(one.queue.entries == whole.queue.entries, "seed \(seed)")
        #expect(one.groups == state.groups && whole.groups == state.groups, "seed \(seed)")
        #expect(one.history.map(\.piece) == whole.history.map(\.piece), "seed \(seed)")
        #expect(one.settings == state.settings && one.memories == state.memories, "seed \(seed)")
        // The order without shuffling is the same, too.
        let plain = try one.after(.shuffle(false), at: now).queue.entries.map(\.number)
        #expect(plain == (try state.after(.shuffle(false), at: now).queue.entries.map(\.number)), "seed \(seed)")
    }

    @Test("after a restart only changes are written, and unknown tracks are skipped until they are known")
    func restart() throws {
        let now = RoomTrial.start
        let state = try playing(1000)
        var model = KeptModel(state, now: now, wall: Self.wall)
        for lost in [0, 400, 1000] as [Piece] {
            let room = try model.read()
            let back = room.state(tracks(state).filter { $0.key != lost }, now: now, wall: Self.wall)
            #expect(back.queue.entries.count == 1000)
            for entry in back.queue.entries {
                #expect(entry.trouble == (entry.queued.piece == lost ? QueuedPiece.gone : nil))
            }
            let base = try #require(room.base(of: back))
            let louder = try back.after(RoomTrial.settings { $0.volume = 0.5 }, at: now)
            var kept = model
            kept.keep(louder, since: base, now: now, wall: Self.wall)
            #expect(kept.written.entries == 0 && kept.written.removed == 0)
            let longer = try louder.after(.add([RoomTrial.track(7, 50)], isNext: false), at: now)
            kept.keep(longer, since: louder, now: now, wall: Self.wall)
            #expect(kept.written.entries == 1 && longer.queue.entries.last?.number == 1001)
            #expect(kept.numbers == Set(longer.queue.entries.map(\.number)))
        }
        model.keep(state, since: nil, now: now, wall: Self.wall)
        #expect(model.written.entries == 1000)
    }

    @Test("what played is in the history also when other music replaces the queue")
    func replaced() throws {
        func after(_ seconds: Double) -> ServerTime { RoomTrial.start.later(MediaTime(seconds: seconds)) }
        let state = try playing(2).after(.playPieces([RoomTrial.track(9, 60)], start: 0, position: .zero), at: after(20))
        #expect(state.history.map(\.piece) == [1])
    }

    @Test("what was played outlives the server, and what ends while it is gone does not count")
    func history() throws {
        func after(_ seconds: Double) -> ServerTime { RoomTrial.start.later(MediaTime(seconds: seconds)) }
        let state = try playing(9).after(.next, at: after(20)).after(.next, at: after(50))
        let model = KeptModel(state, now: after(70), wall: Self.wall)
        let room = try model.read()
        #expect(Set(room.pieces).isSuperset(of: [1, 2]))
        let soon = room.state(tracks(state), now: after(80), wall: Self.wall + 10_000_000)
        #expect(soon.history == state.history && soon.history.map(\.piece) == [1, 2])
        // The third track played when the server ended. Nobody heard the others.
        let late = room.state(tracks(state), now: after(270), wall: Self.wall + 200_000_000)
        #expect(late.history.map(\.piece) == [1, 2, 3] && late.course?.timeline.piece == 6)
        // The server's clock started anew, and the wall clock was set back.
        let anew = room.state(tracks(state), now: after(-1000), wall: Self.wall - 50_000_000)
        #expect(anew.history.map(\.end) == [after(-1000), after(-1000)])
        #expect(room.base(of: soon)?.history == [], "it is written again with the next change")
    }

    @Test(
        "a damaged history and groups out of bounds are refused",
        arguments: ["[{}]", "[1]", "{", "[{\"name\":\"\",\"clients\":[]}]"])
    func damaged(text: String) throws {
        for part in ["history", "groups"] {
            var rows = KeptRows(state: KeptRoom(RoomState(seed: 1), now: RoomTrial.start, wall: Self.wall).text)
            rows.parts = ["order": [], part: Array(text.utf8)]
            #expect(throws: (any Error).self, "\(part)") { try KeptRoom(rows) }
        }
    }

    @Test("an unknown track is skipped unless all are unknown")
    func unknown() throws {
        let state = try playing(3)
        let now = RoomTrial.start
        let room = try KeptModel(state, now: now, wall: Self.wall).read()
        let later = now.later(MediaTime(seconds: 5))
        let others = room.state(tracks(state).filter { $0.key != 1 }, now: later, wall: Self.wall + 5_000_000)
        #expect(others.course?.timeline.piece == 2 && others.isPlaying)
        // The catalog is rebuilt: when the file is found, the music is at the position of the present time.
        let none = room.state([:], now: later, wall: Self.wall + 5_000_000)
        #expect(none.course?.timeline.piece == 1 && none.isPlaying)
        let found = try none.after(.learned(RoomTrial.track(1, 60)), at: later)
        #expect(found.course?.timeline.position(at: later).seconds == 5 && found.queue.entries[0].trouble == nil)
    }

    @Test("a change in a queue of 10,000 writes only that change")
    func small() throws {
        let now = RoomTrial.start
        let state = try playing(10_000)
        var model = KeptModel(state, now: now, wall: Self.wall)
        #expect(model.written.bytes < 16)
        func written(_ command: RoomCommand, of state: RoomState) throws -> (entries: Int, bytes: Int) {
            model.keep(try state.after(command, at: now), since: state, now: now, wall: Self.wall)
            return (model.written.entries, model.written.bytes)
        }
        #expect(try written(RoomTrial.settings { $0.volume = 0.5 }, of: state) == (0, 0))
        #expect(try written(.move(entry: 9000, to: 3), of: state).bytes < 32)
        let added = try written(.add([RoomTrial.track(7, 50)], isNext: true), of: try state.after(.remove([5]), at: now))
        #expect(added.entries == 1 && added.bytes < 32)
        let shuffled = try state.after(.shuffle(true), at: now)
        let moved = try written(.move(entry: 9000, to: 3), of: shuffled)
        #expect(moved.entries == 0 && moved.bytes < 31_000)
        #expect(KeptRoom(shuffled, now: now, wall: Self.wall).text.utf8.count < 900)
    }

    @Test("any order is restored, and an invalid one is refused", arguments: 0..<40 as Range<UInt64>)
    func order(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var order = Array(1...Int.random(in: 1...300, using: &numbers))
        for _ in 0..<Int.random(in: 0...40, using: &numbers) { order.swapAt(0, .random(in: order.indices, using: &numbers)) }
        if seed % 4 == 0 { order.shuffle(using: &numbers) }
        if seed % 3 == 0 { order = order.map { $0 + 1_000_000 } }
        var bytes = KeptOrder.bytes(order)
        #expect(KeptOrder.numbers(bytes, atMost: 300) == order, "seed \(seed)")
        #expect(KeptOrder.numbers(bytes, atMost: order.count - 1) == nil, "seed \(seed)")
        for _ in 0..<50 {
            bytes[.random(in: bytes.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
            if let read = KeptOrder.numbers(bytes, atMost: 300) {
                #expect(read.count <= 300 && read.allSatisfy { $0 >= 0 }, "seed \(seed)")
            }
        }
        #expect(KeptOrder.numbers(numbers.bytes(40) + [0x80], atMost: 300) == nil, "seed \(seed)")
        #expect(KeptOrder.numbers(Array(repeating: 0xFF, count: 20), atMost: 300) == nil)
    }

    @Test("a room in the format of older versions is restored and written in the new one")
    func older() throws {
        let text = #"""
            {"revision":7,"generation":512,"entries":[{"number":4,"track":2,"place":1},{"number":3,"track":1,"place":0}],
            "isShuffled":true,"seed":9,"settings":{"repeating":"all","autoplay":"off","skipsSilence":false,"normalizes":true,
            "crossfade":0,"volume":0.25,"look":{"style":"rings"}},"screens":[{"client":"tv","memory":{"name":"TV","offset":20}}],
            "playing":{"entry":4,"track":2,"position":1000000,"at":1799999999000000,"isPlaying":true}}
            """#
        let room = try KeptRoom(KeptRows(state: text))
        let now = RoomTrial.start
        let state = room.state(
            [101: RoomTrial.track(101, 60), 102: RoomTrial.track(102, 60)], tracks: [1: 101, 2: 102], now: now, wall: Self.wall)
        #expect(state.queue.entries.map(\.number) == [4, 3] && state.queue.isShuffled && state.settings.volume == 0.25)
        #expect(state.course?.timeline.position(at: now).seconds == 2 && state.course?.timeline.piece == 102)
        #expect(state.settings.look == ["style": .text("rings")] && state.memories["tv"]?.name == "TV")
        #expect(room.base(of: state) == nil)
        let again = try KeptModel(state, now: now, wall: Self.wall).read()
        #expect(again.state(tracks(state), now: now, wall: Self.wall).queue.entries == state.queue.entries)
        let rest = room.state([102: RoomTrial.track(102, 60)], tracks: [2: 102], now: now, wall: Self.wall)
        #expect(rest.queue.entries.map(\.number) == [4])
    }
}
