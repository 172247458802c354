import Foundation
import Music
import Session
import System
import Testing
import Text
import Yardstick

@testable import Rooms
@testable import Web

/// What a room tells the screens of its wall, without a server, a library or a clock.
@Suite("The wall of a room")
struct RoomWallTests {
    private static let start = ServerTime(microseconds: 86_400_000_321)
    private static let left = WallPlace(x: 0, y: 0, width: 160, height: 90)
    private static let right = WallPlace(x: 165, y: 0, width: 160, height: 90)
    private static let both = WallPlace(x: 0, y: 0, width: 325, height: 90)

    private func at(_ seconds: Double) -> ServerTime { Self.start.later(MediaTime(seconds: seconds)) }

    private func id(_ number: Int) -> ConnectionID { ConnectionID(shard: 0, slot: UInt32(number), generation: 1) }

    private func member(_ number: Int) -> Member {
        let asker = Asker(PeerAddress.Host(high: 0, low: UInt64(number)), isShared: false)
        return Member(
            id: id(number), number: number, kind: .screen, client: "c\(number)", address: "10.0.0.\(number)",
            visitor: Visitor(asker, address: "10.0.0.\(number)"), name: "s\(number)", streams: Streams())
    }

    /// A room with three screens, that has nothing more to tell.
    private func room() -> Room {
        var room = Room("main", RoomState(seed: 7), at: Self.start)
        for number in 1...3 { room.join(member(number), at: Self.start) }
        _ = told(&room, at: Self.start)
        return room
    }

    /// What each screen is told about itself, by its number.
    private func told(_ room: inout Room, at now: ServerTime) -> [Int: [String: Any]] {
        room.isTouched = true
        room.actIfDue(at: now)
        var told: [Int: [String: Any]] = [:]
        for case .tell(let client, let bytes) in room.takeEffects() {
            let message = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            guard let message, message["type"] as? String == "you" else { continue }
            #expect(told.updateValue(message, forKey: Int(client.slot)) == nil, "one message tells everything")
        }
        return told
    }

    private func place(_ value: Any?) -> WallPlace? {
        guard let numbers = value as? [String: Double], numbers.count == 4 else { return nil }
        return WallPlace(
            x: numbers["x"] ?? .nan, y: numbers["y"] ?? .nan, width: numbers["width"] ?? .nan, height: numbers["height"] ?? .nan)
    }

    private func report(_ quality: Int, onWall: Bool = false) -> Session.Report {
        var report = Session.Report()
        (report.quality, report.isOnWall) = (quality, onWall)
        return report
    }

    @Test("all its screens hear of a new place, and no others")
    func places() throws {
        var room = room()
        try room.apply(.place(client: "c1", Self.left), at: at(1))
        var told = told(&room, at: at(1))
        #expect(told.keys.sorted() == [1] && place(told[1]?["place"]) == Self.left && place(told[1]?["wall"]) == Self.left)
        try room.apply(.place(client: "c2", Self.right), at: at(2))
        told = self.told(&room, at: at(2))
        #expect(told.keys.sorted() == [1, 2] && told.values.allSatisfy { place($0["wall"]) == Self.both })
        #expect(place(told[1]?["place"]) == Self.left && place(told[2]?["place"]) == Self.right)
        try room.apply(.place(client: "c2", Self.right), at: at(3))
        #expect(self.told(&room, at: at(3)).isEmpty)
        try room.apply(.remember(client: "c3", name: "Bar", offset: nil), at: at(3))
        told = self.told(&room, at: at(3))
        #expect(told.keys.sorted() == [3] && told[3]?["place"] is NSNull && told[3]?["wall"] is NSNull)
        try room.apply(.clearWall(keeping: []), at: at(4))
        told = self.told(&room, at: at(4))
        #expect(told.keys.sorted() == [1, 2] && told.values.allSatisfy { $0["place"] is NSNull && $0["wall"] is NSNull })
    }

    @Test("a missing screen changes nothing for the others, is listed as absent, and finds its place again")
    func missing() throws {
        var room = room()
        try room.apply(.place(client: "c1", Self.left), at: at(1))
        try room.apply(.place(client: "c2", Self.right), at: at(1))
        try room.apply(.remember(client: "c2", name: "Right", offset: nil), at: at(1))
        _ = told(&room, at: at(1))
        room.leave(id(2))
        #expect(told(&room, at: at(2)).isEmpty && room.state.wall == Self.both)
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(JSON.bytes(room.screensMessage(at: at(2))))) as? [String: Any])
        let absent = list["absent"] as? [[String: Any]] ?? []
        #expect(absent.count == 1 && absent[0]["name"] as? String == "Right" && place(absent[0]["place"]) == Self.right)
        #expect((list["screens"] as? [[String: Any]] ?? []).map { place($0["place"]) } == [Self.left, nil])
        room.join(member(2), at: at(3))
        let first = room.takeEffects().compactMap { if case .seat(_, _, _, let first) = $0 { first } else { nil } }.last
        let words = (first ?? []).map { String(decoding: $0.encoded.payload, as: UTF8.self) }
        #expect(words.contains { $0.contains(#""you""#) && $0.contains(#""wall":{"x":0,"y":0,"width":325"#) })
        #expect(told(&room, at: at(3)).isEmpty && room.absentScreens.isEmpty)
    }

    @Test("its screens draw as finely as the one that can draw least, unless that one is hidden or gone")
    func quality() throws {
        var room = room()
        try room.apply(.place(client: "c1", Self.left), at: at(1))
        try room.apply(.place(client: "c2", Self.right), at: at(1))
        _ = told(&room, at: at(1))
        room.change(id(1), at: at(2)) { $0.report = report(4) }
        #expect(qualities(&room, at: at(2)) == [1: 4, 2: 4])
        // It is on no wall.
        room.change(id(3), at: at(3)) { $0.report = report(0) }
        #expect(told(&room, at: at(3)).isEmpty)
        room.change(id(2), at: at(4)) { $0.report = report(2) }
        #expect(qualities(&room, at: at(4)) == [1: 2, 2: 2])
        room.change(id(2), at: at(5)) { $0.isVisible = false }
        #expect(qualities(&room, at: at(5)) == [1: 4, 2: 4])
        room.change(id(2), at: at(6)) { $0.isVisible = true }
        #expect(qualities(&room, at: at(6)) == [1: 2, 2: 2])
        room.leave(id(2))
        #expect(qualities(&room, at: at(7)) == [1: 4])
    }

    @Test("while one of its screens cannot draw shaders, all draw what they would instead; screens on no wall do not matter")
    func plain() throws {
        var room = room()
        try room.apply(.place(client: "c1", Self.left), at: at(1))
        try room.apply(.place(client: "c2", Self.right), at: at(1))
        _ = told(&room, at: at(1))
        let plain = { (room: inout Room, now: ServerTime) in self.told(&room, at: now).mapValues { $0["plain"] as? Bool } }
        room.change(id(3), at: at(2)) { $0.report.instead = "pulse" }
        #expect(plain(&room, at(2)).isEmpty)
        room.change(id(2), at: at(3)) { $0.report.instead = "pulse" }
        #expect(plain(&room, at(3)) == [1: true, 2: true])
        room.change(id(2), at: at(4)) { $0.isVisible = false }
        #expect(plain(&room, at(4)) == [1: false, 2: false])
        room.change(id(2), at: at(5)) { $0.isVisible = true }
        #expect(plain(&room, at(5)) == [1: true, 2: true])
        room.change(id(2), at: at(6)) { $0.report.instead = nil }
        #expect(plain(&room, at(6)) == [1: false, 2: false])
    }

    @Test("who is on a wall by its own address, as every viewer may be, holds back only others that are")
    func claimed() throws {
        var room = room()
        try room.apply(.place(client: "c1", Self.left), at: at(1))
        room.change(id(1), at: at(1)) { $0.report = report(4) }
        _ = told(&room, at: at(1))
        room.change(id(2), at: at(2)) { $0.report = report(0, onWall: true) }
        #expect(qualities(&room, at: at(2)) == [2: 0])
        room.change(id(3), at: at(3)) { $0.report = report(3, onWall: true) }
        #expect(qualities(&room, at: at(3)) == [3: 0])
    }

    @Test("whoever reports without a pause makes the room tell its screens at most twenty times a second")
    func pause() throws {
        var room = room()
        try room.apply(.place(client: "c1", Self.left), at: at(1))
        var times = 0
        for step in 0..<1000 {
            let now = at(1 + Double(step) / 1000)
            room.change(id(1), at: now) { $0.report = report(step % 3) }
            if !told(&room, at: now).isEmpty { times += 1 }
        }
        #expect((19...21).contains(times))
    }

    private func qualities(_ room: inout Room, at now: ServerTime) -> [Int: Int?] {
        told(&room, at: now).mapValues { $0["quality"] as? Int }
    }

    @Test("its screens are listed even among hundreds that came earlier")
    func crowd() throws {
        var room = room()
        for number in 4...260 { room.join(member(number), at: at(1)) }
        try room.apply(.place(client: "c260", Self.left), at: at(1))
        let list = try JSONSerialization.jsonObject(with: Data(JSON.bytes(room.screensMessage(at: at(2))))) as? [String: Any]
        let ids = (list?["screens"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
        #expect(ids.count == 200 && ids.last == 260 && ids == ids.sorted() && list?["total"] as? Int == 260)
    }

    @Test("every screen can be asked for its number at once")
    func identifying() {
        var room = room()
        room.identify(room.members.values, until: at(5), at: at(1))
        let numbers = room.takeEffects().compactMap { effect -> Int? in
            guard case .tell(let client, let bytes) = effect else { return nil }
            let message = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            guard message?["type"] as? String == "identify" else { return nil }
            return message?["number"] as? Int == Int(client.slot) ? Int(client.slot) : nil
        }
        #expect(numbers.sorted() == [1, 2, 3])
    }
}
