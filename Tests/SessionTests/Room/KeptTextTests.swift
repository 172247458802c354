import Foundation
import Music
import Testing
import Yardstick

@testable import Session

@Suite("The text of a kept room")
struct KeptTextTests {
    private static let tracks = Dictionary(
        uniqueKeysWithValues: (1...5).map { (Piece($0), QueuedPiece(Piece($0), duration: MediaTime(seconds: 100 * Double($0)))) })
    private static let rows = Dictionary(uniqueKeysWithValues: (1...5).map { ($0, Piece($0)) })
    private static let now = ServerTime(microseconds: 1_000_000_000)
    private static let wall: Int64 = 1_700_000_000_000_000

    private static func room() throws -> RoomState {
        var state = RoomState(seed: 7)
        state = try state.after(.playPieces((1...5).compactMap { tracks[Piece($0)] }, start: 1, position: .zero), at: now)
        var change = SettingsChange()
        change.label = "Küche & Bad"
        state = try state.after(.set(change), at: now)
        state = try state.after(.remember(client: "screen", name: "Küche", offset: -20), at: now)
        return try state.after(.look(["style": .text("aurora"), "speed": .number(1.5), "on": .truth(true)]), at: now)
    }

    /// The whole room in one text, as in older versions.
    private static func text() throws -> String { try written.get() }
    private static let written = Result { try write() }

    private static func write() throws -> String {
        let room = try room()
        let text = try KeptModel(room, now: now, wall: wall).read().text
        var object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        object["entries"] = room.queue.entries.enumerated().map { ["number": $1.number, "track": $0 + 1, "place": $1.place] }
        return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    /// The stored text with some values replaced.
    private func altered(_ change: (inout [String: Any]) -> Void) throws -> String {
        var object = try #require(try JSONSerialization.jsonObject(with: Data(try Self.text().utf8)) as? [String: Any])
        change(&object)
        return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    @Test("is restored unchanged")
    func back() throws {
        let state = try KeptRoom(text: try Self.text()).state(Self.tracks, tracks: Self.rows, now: Self.now, wall: Self.wall)
        let before = try Self.room()
        #expect(state.queue.entries == before.queue.entries && state.settings == before.settings)
        #expect(state.memories == before.memories && state.course?.timeline.piece == 2)
        #expect(state.generation > before.generation && state.revision == before.revision + 1)
    }

    @Test(
        "is refused with an invalid value",
        arguments: [
            "revision", "number", "twice", "entries", "crossfade", "volume", "look", "lookName", "lookText", "offset", "name",
            "position",
            "at", "screens", "place", "label", "labelLine",
        ])
    func refused(what: String) throws {
        let text = try altered { room in
            var entries = room["entries"] as? [[String: Any]] ?? []
            var settings = room["settings"] as? [String: Any] ?? [:]
            var playing = room["playing"] as? [String: Any] ?? [:]
            var screens = room["screens"] as? [[String: Any]] ?? []
            switch what {
            case "revision": room["revision"] = Int.max
            case "number": entries[0]["number"] = Int.max
            case "twice": entries[0]["number"] = entries[1]["number"]
            case "entries": entries = (0..<10_001).map { ["number": $0, "track": 1, "place": $0] }
            case "crossfade": settings["crossfade"] = 1e300
            case "volume": settings["volume"] = -1
            case "label": settings["label"] = String(repeating: "x", count: 65)
            case "labelLine": settings["label"] = "a\nb"
            case "look": settings["look"] = Dictionary(uniqueKeysWithValues: (0..<33).map { ("\($0)", $0) })
            case "lookName": settings["look"] = [String(repeating: "x", count: 65): 1]
            case "lookText": settings["look"] = ["style": String(repeating: "x", count: 201)]
            case "offset": screens[0]["memory"] = ["offset": 1e9]
            case "place": screens[0]["memory"] = ["offset": 0, "place": ["x": 0, "y": 1e9, "width": 1, "height": 1]]
            case "name": screens[0]["memory"] = ["offset": 0, "name": String(repeating: "x", count: 81)]
            case "position": playing["position"] = Int64.min
            case "at": playing["at"] = Int64.min
            default: screens = (0..<501).map { ["client": "\($0)", "memory": ["offset": 0]] }
            }
            (room["entries"], room["settings"], room["playing"], room["screens"]) = (entries, settings, playing, screens)
        }
        #expect(throws: KeptRoomProblem.self) { try KeptRoom(text: text) }
    }

    @Test("is restored with any generation, and continues from there", arguments: [Int.min, -1, 0, 1 << 32, .max])
    func generations(number: Int) throws {
        let text = try altered { $0["generation"] = number }
        var state = try KeptRoom(text: text).state(Self.tracks, tracks: Self.rows, now: Self.now, wall: Self.wall)
        for _ in 0..<3 {
            state = try state.after(.toggle, at: Self.now)
            #expect((1...Generation.greatest).contains(state.generation.number))
        }
    }

    @Test("restarts its generations once if they are near the maximum")
    func wrapping() throws {
        let text = try altered { $0["generation"] = Generation.greatest - 800 }
        var state = try KeptRoom(text: text).state(Self.tracks, tracks: Self.rows, now: Self.now, wall: Self.wall)
        var falls = 0
        for _ in 0..<9 {
            let before = state.generation
            state = try state.after(.toggle, at: Self.now)
            if state.generation < before { falls += 1 }
            #expect(state.generation == state.course?.timeline.generation)
        }
        #expect(falls == 1 && state.generation.number < 10 * 256)
    }

    @Test(
        "where older versions kept the queue's place, beside the metronome or beside what is followed, it is found",
        arguments: [true, false])
    func aside(isClick: Bool) throws {
        let after = Self.now.later(MediaTime(seconds: 20))
        let target = Following.Target(server: "home", user: "anna")
        let start: RoomCommand = isClick ? .metronome(.start(MetronomeChange())) : .follow(.start(target))
        let state = try Self.room().after(start, at: after)
        var rows = KeptChange(of: state, since: nil, now: after, wall: Self.wall).rows
        var object = try #require(try JSONSerialization.jsonObject(with: Data(rows.state.utf8)) as? [String: Any])
        let aside = try #require(object.removeValue(forKey: "aside") as? [String: Any])
        let place = isClick ? ["asideEntry": aside["entry"], "asidePosition": aside["position"]] : ["aside": aside]
        let key = isClick ? "metronome" : "following"
        var beside = try #require(object[key] as? [String: Any])
        for (name, value) in place { beside[name] = value }
        object[key] = beside
        rows.state = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        let restored = try KeptRoom(rows).state(Self.tracks, now: after, wall: Self.wall)
        #expect(restored.currentEntry == state.currentEntry && restored.course?.timeline.piece != 2)
        let back = try restored.after(isClick ? .metronome(.close) : .follow(.stop), at: after)
        #expect(back.course?.timeline.piece == 2 && back.course?.timeline.anchor == MediaTime(seconds: 20))
    }

    @Test(
        "after random changes is refused, or gives a room that accepts all commands",
        arguments: 1...200 as ClosedRange<UInt64>)
    func mutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let values: [Any] = [
            0, -1, 1, 300, Int64.max, Int64.min, 1 << 52, -(1 << 52), 1.5, 1e300, -1e300, "", "x", true, NSNull(), [Any](),
            [String: Any](),
        ]
        func change(_ value: Any) -> Any {
            if Int.random(in: 0..<12, using: &random) == 0 { return values.randomElement(using: &random) ?? 0 }
            if let list = value as? [Any] { return list.map(change) }
            if let object = value as? [String: Any] {
                var changed: [String: Any] = [:]
                for key in object.keys.sorted() { changed[key] = change(object[key] ?? 0) }
                return changed
            }
            return value
        }
        for _ in 0..<20 {
            let text = try altered { $0 = change($0) as? [String: Any] ?? $0 }
            guard let room = try? KeptRoom(text: text) else { continue }
            var now = Self.now
            var state = room.state(Self.tracks, tracks: Self.rows, now: now, wall: Self.wall)
            for _ in 0..<10 {
                now = now.later(MediaTime(seconds: .random(in: 0...200, using: &random)))
                let command = RoomTrial.command(state, &random)
                do throws(Refusal) { state = try state.after(command, at: now) } catch {}
                _ = state.courses(through: now.later(RoomState.horizon))
            }
            _ = KeptChange(of: state, since: nil, now: now, wall: Self.wall)
        }
    }
}
