import Foundation
import Music
import Testing

@testable import Catalog

@Suite("A room's log in its database")
struct RoomLogTableTests {
    private func stored(_ library: TemporaryCatalog, _ name: String = "x") async throws -> StoredRoom? {
        try await library.rooms.rooms().first { $0.name == name }?.room
    }

    private func texts(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "entry \($0)" } }

    @Test("entries follow a snapshot until the next one takes their place, and a whole one takes the place of all")
    func order() async throws {
        let library = try await TemporaryCatalog()
        try await library.rooms.write(room: "x", at: 1, .snapshot("one", through: 3, isWhole: true))
        try await library.rooms.write(room: "x", at: 2, .entries(texts(4...6), first: 4))
        try await library.rooms.write(room: "x", at: 3, .entries(texts(7...7), first: 7))
        var room = try #require(try await stored(library))
        #expect(room.rows.state == "one" && room.log.map(\.number) == [4, 5, 6, 7] && room.log.map(\.text) == texts(4...7))
        try await library.rooms.write(room: "x", at: 4, .snapshot("two", through: 6, isWhole: false))
        room = try #require(try await stored(library))
        #expect(room.rows.state == "two" && room.log.map(\.text) == texts(7...7))
        try await library.rooms.write(room: "x", at: 5, .snapshot("three", through: 1, isWhole: true))
        room = try #require(try await stored(library))
        #expect(room.rows.state == "three" && room.log.isEmpty)
        try await library.rooms.write(room: "x", at: 6, .entries(texts(2...2), first: 2))
        try await library.rooms.forget(room: "x")
        #expect(try await stored(library) == nil)
        #expect(try await library.rooms.number("SELECT count(*) FROM room_log") == 0)
    }

    @Test("entries of a room that is not there, or that are there already, are refused, and change nothing")
    func refused() async throws {
        let library = try await TemporaryCatalog()
        await #expect(throws: CatalogError.self) { try await library.rooms.write(room: "x", at: 1, .entries(["one"], first: 1)) }
        try await library.rooms.write(room: "x", at: 1, .snapshot("one", through: 1, isWhole: true))
        try await library.rooms.write(room: "x", at: 1, .entries(["two"], first: 2))
        await #expect(throws: CatalogError.self) {
            try await library.rooms.write(room: "x", at: 1, .entries(["more", "two"], first: 1))
        }
        #expect(try await stored(library)?.log.map(\.text) == ["two"])
    }

    @Test("a usual entry writes one page of the journal beside a snapshot of a megabyte")
    func small() async throws {
        let library = try await TemporaryCatalog()
        try await library.rooms.write(
            room: "x", at: 1, .snapshot(String(repeating: "s", count: 1 << 20), through: 1, isWhole: true))
        try await library.rooms.script("PRAGMA wal_checkpoint (TRUNCATE)")
        try await library.rooms.write(room: "x", at: 2, .entries([String(repeating: "e", count: 150)], first: 2))
        let path = "\(library.folder.path)/rooms.sqlite-wal"
        // The journal's header, a page's header, a page.
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 32 + 24 + 1024)
    }
}
