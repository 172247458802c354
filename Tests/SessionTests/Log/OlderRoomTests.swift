import Foundation
import Music
import Testing
import Yardstick

@testable import Session

/// Rooms that the last version before the log kept, one a line of `Vectors/older-rooms.jsonl`: random commands, then a queue, a metronome, what
/// somebody plays or a live source. `expected` is what that version made of them five seconds later.
@Suite("A room that a version before the log kept")
struct OlderRoomTests {
    struct Kept: Decodable {
        struct Screen: Decodable {
            let client: String
            let name: String?
            let offset: Double
            let place: [Double]?
            let settings: String?
        }

        struct Expected: Decodable {
            let queue: [Int]
            let pieces: [String]
            let memories: [String: String]
            let groups: [String]
            let look: [String: String]
            let history: [String]
            let current: Int
            let source: String
            let position: Int64
            let isPlaying: Bool
            let following: String
        }

        let state: String
        let entries: [Entry]
        let screens: [Screen]
        let parts: [String: Data]
        let now: Int64
        let known: [Known]
        let expected: Expected

        struct Entry: Decodable {
            let number: Int
            let piece: Piece

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                number = try list.decode(Int.self)
                guard let piece = Piece(try list.decode(String.self)) else { throw NoPiece() }
                self.piece = piece
            }
        }

        struct Known: Decodable {
            let queued: QueuedPiece

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                guard let piece = Piece(try list.decode(String.self)) else { throw NoPiece() }
                let times = try (0..<3).map { _ in try list.decode(Int64.self) }
                let bounds =
                    times[1] < 0
                    ? nil : SoundBounds(start: MediaTime(microseconds: times[1]), end: MediaTime(microseconds: times[2]))
                queued = QueuedPiece(piece, duration: times[0] < 0 ? nil : MediaTime(microseconds: times[0]), sound: bounds)
            }
        }

        struct NoPiece: Error {}

        var rows: OlderRoomRows {
            var rows = OlderRoomRows(state: state)
            rows.entries = entries.map { OlderRoomRows.Entry(number: $0.number, piece: $0.piece) }
            rows.screens = screens.map { screen in
                let place = screen.place.map { WallPlace(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
                return OlderRoomRows.Screen(
                    client: screen.client, name: screen.name, offset: screen.offset, place: place, settings: screen.settings)
            }
            rows.parts = parts.mapValues { Array($0) }
            return rows
        }

        /// Five seconds after it was kept.
        func restored(_ stored: StoredRoom) throws -> RoomState {
            let later = ServerTime(microseconds: now + 5_000_000)
            let wall = RoomDisk.wall + 5_000_000
            let known = Dictionary(known.map { ($0.queued.piece, $0.queued) }) { first, _ in first }
            let room = try RestoredRoom(stored, now: later, wall: wall, epoch: "one")
            return room.state(known, now: later, wall: wall, epoch: "one") { $0 == "tone" ? RoomTrial.live("tone") : nil }
        }
    }

    static let kept = Result {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/older-rooms.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Kept.self, from: Data($0.utf8))
        }
    }

    @Test("comes back with everything, and so does its first snapshot", arguments: 0..<12)
    func everything(index: Int) throws {
        let kept = try Self.kept.get()[index]
        let state = try kept.restored(StoredRoom(kept.rows))
        let later = ServerTime(microseconds: kept.now + 5_000_000)
        check(state, kept.expected, later)
        // As the log goes on from it.
        let disk = RoomDisk(state, at: later, wall: RoomDisk.wall + 5_000_000)
        check(try kept.restored(disk.stored), kept.expected, later)
    }

    private func check(_ state: RoomState, _ expected: Kept.Expected, _ now: ServerTime) {
        #expect(state.queue.entries.map(\.number) == expected.queue)
        #expect(state.queue.entries.map(\.queued.piece.description) == expected.pieces)
        #expect(state.memories.mapValues { "\($0.name ?? "") \($0.offset) \($0.place?.x ?? -1)" } == expected.memories)
        #expect(state.groups.map { "\($0.name) \($0.clients)" } == expected.groups)
        #expect(state.settings.look.mapValues { "\($0)" } == expected.look)
        #expect(state.history.map(\.piece.description) == expected.history)
        #expect(state.currentEntry ?? -1 == expected.current)
        let course = state.course
        #expect(course?.timeline.piece.sourceID ?? "" == expected.source)
        #expect(course?.timeline.position(at: now).microseconds ?? -1 == expected.position)
        #expect(state.isPlaying == expected.isPlaying)
        #expect(state.following.map { "\($0.target)" } ?? "" == expected.following)
    }

    @Test("in the form of the first versions, which named tracks by their rows, is restored")
    func first() throws {
        let text = #"""
            {"revision":7,"generation":512,"entries":[{"number":4,"track":2,"place":1},{"number":3,"track":1,"place":0}],
            "isShuffled":true,"seed":9,"settings":{"repeating":"all","autoplay":"off","skipsSilence":false,"normalizes":true,
            "crossfade":0,"volume":0.25,"look":{"style":"rings"}},"screens":[{"client":"tv","memory":{"name":"TV","offset":20}}],
            "playing":{"entry":4,"track":2,"position":1000000,"at":1799999999000000,"isPlaying":true}}
            """#
        let now = RoomTrial.start
        let room = try RestoredRoom(StoredRoom(OlderRoomRows(state: text)), now: now, wall: RoomDisk.wall, epoch: "one")
        #expect(room.tracks == [2, 1])
        let state = room.state(
            [101: RoomTrial.track(101, 60), 102: RoomTrial.track(102, 60)], tracks: [1: 101, 2: 102], now: now, wall: RoomDisk.wall)
        #expect(state.queue.entries.map(\.number) == [4, 3] && state.queue.isShuffled && state.settings.volume == 0.25)
        #expect(state.course?.timeline.position(at: now).seconds == 2 && state.course?.timeline.piece == 102)
        #expect(state.settings.look == ["style": .text("rings")] && state.memories["tv"]?.name == "TV")
        let rest = room.state([102: RoomTrial.track(102, 60)], tracks: [2: 102], now: now, wall: RoomDisk.wall)
        #expect(rest.queue.entries.map(\.number) == [4])
    }

    @Test("after random changes is refused, or gives a room that takes all commands", arguments: 0..<120 as Range<UInt64>)
    func damaged(seed: UInt64) throws {
        let kept = try Self.kept.get()[Int(seed) % 12]
        var damage = Damage(numbers: SeededGenerator(seed: seed))
        var rows = kept.rows
        rows.state = damage.of(rows.state)
        for (part, bytes) in rows.parts.sorted(by: { $0.key < $1.key }) where seed % 2 == 0 {
            rows.parts[part] = Array(damage.of(String(decoding: bytes, as: UTF8.self)).utf8)
        }
        guard var state = try? kept.restored(StoredRoom(rows)) else { return }
        var now = ServerTime(microseconds: kept.now + 5_000_000)
        for _ in 0..<20 {
            now = now.later(MediaTime(seconds: .random(in: 0...200, using: &damage.numbers)))
            let (command, author) = RoomTrial.anything(state, &damage.numbers)
            do throws(Refusal) { state = try state.after(command, by: author, at: now) } catch {}
            _ = state.courses(through: now.later(RoomState.horizon))
        }
    }

    @Test("any bytes of an order are read within bounds, or refused", arguments: 0..<40 as Range<UInt64>)
    func order(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let orders = try Self.kept.get().compactMap { $0.parts["order"].map { Array($0) } }
        for var bytes in orders where !bytes.isEmpty {
            for _ in 0..<20 {
                bytes[.random(in: bytes.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
                if let read = OlderOrder.numbers(bytes, atMost: 300) {
                    #expect(read.count <= 300 && read.allSatisfy { $0 >= 0 }, "seed \(seed)")
                }
            }
        }
        #expect(OlderOrder.numbers(numbers.bytes(40) + [0x80], atMost: 300) == nil, "seed \(seed)")
        #expect(OlderOrder.numbers(Array(repeating: 0xFF, count: 20), atMost: 300) == nil)
    }
}
