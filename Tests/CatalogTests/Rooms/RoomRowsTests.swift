import Foundation
import Music
import Testing

@testable import Catalog

@Suite("A room's rows")
struct RoomRowsTests {
    private static let place = WallPlace(x: -160.5, y: 0, width: 160, height: 90)

    private let entries = 10_000

    /// A catalog with a room whose queue has all tracks.
    private func library() async throws -> TemporaryCatalog {
        let library = try await TemporaryCatalog()
        try await library.record((1...500).map { FoundFile("\($0).mp3", $0) })
        return library
    }

    private func whole(_ pieces: [Piece], state: String = "one") -> KeptChange {
        var rows = KeptRows(state: state)
        rows.entries = (0..<entries).map { KeptRows.Entry(number: $0 + 1, piece: pieces[$0 % pieces.count]) }
        rows.parts["order"] = [1, 2, 3]
        return KeptChange(rows, isWhole: true)
    }

    /// Bytes by which the journal grows.
    private func journal(_ library: TemporaryCatalog, _ change: KeptChange) async throws -> Int {
        try await library.rooms.script("PRAGMA wal_checkpoint (TRUNCATE)")
        try await library.rooms.keep(room: "main", at: 2) { change }
        let path = "\(library.folder.path)/rooms.sqlite-wal"
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    @Test("a change of a room with 10,000 entries writes one page of the journal, and one more entry few")
    func small() async throws {
        let library = try await library()
        let tracks = try await library.reader.tracks(TrackQuery()).items.map(\.piece)
        let first = whole(tracks)
        try await library.rooms.keep(room: "main", at: 1) { first }
        // The journal's header, a page's header, a page.
        let page = 32 + 24 + 1024
        #expect(try await journal(library, KeptChange(KeptRows(state: String(repeating: "x", count: 900)), isWhole: false)) == page)
        var more = KeptRows(state: "two")
        more.entries = [KeptRows.Entry(number: entries + 1, piece: tracks[0])]
        more.parts["order"] = [4, 5]
        let written = try await journal(library, KeptChange(more, isWhole: false))
        #expect(written <= 32 + 8 * (24 + 1024), "\(written) bytes")
        let kept = try #require(try await library.rooms.rooms().first).rows
        #expect(kept.state == "two" && kept.entries.count == entries + 1 && kept.parts == ["order": [4, 5]])
    }

    @Test("removed rows are deleted, and a room that is written as a whole has no other rows")
    func removal() async throws {
        let library = try await library()
        let tracks = try await library.reader.tracks(TrackQuery()).items.map(\.piece)
        var rows = KeptRows(state: "one")
        rows.entries = [1, 2, 3].map { KeptRows.Entry(number: $0, piece: tracks[$0]) }
        rows.screens = ["b", "a"].map { KeptRows.Screen(client: $0, name: nil, offset: 3) }
        rows.parts = ["look": [1], "order": [2]]
        let first = KeptChange(rows, isWhole: true)
        try await library.rooms.keep(room: "x", at: 1) { first }
        var change = KeptChange(KeptRows(state: "two"), isWhole: false)
        change.removedEntries = [2, 77]
        change.removedScreens = ["b"]
        change.removedParts = ["look"]
        change.rows.screens = ["c", "a"].map { KeptRows.Screen(client: $0, name: $0.uppercased(), offset: 1, place: Self.place) }
        let second = change
        try await library.rooms.keep(room: "x", at: 2) { second }
        var kept = try #require(try await library.rooms.rooms().first).rows
        #expect(kept.entries.map(\.number) == [1, 3] && kept.screens.map(\.client) == ["a", "c"] && kept.parts == ["order": [2]])
        #expect(kept.screens.first?.name == "A" && kept.screens.map(\.place) == [Self.place, Self.place])
        change = KeptChange(KeptRows(state: "two"), isWhole: false)
        change.rows.screens = [KeptRows.Screen(client: "a", name: "A", offset: 1)]
        let off = change
        try await library.rooms.keep(room: "x", at: 2) { off }
        kept = try #require(try await library.rooms.rooms().first).rows
        #expect(kept.screens.map(\.place) == [nil, Self.place])
        let last = KeptChange(KeptRows(state: "three"), isWhole: true)
        try await library.rooms.keep(room: "x", at: 3) { last }
        kept = try #require(try await library.rooms.rooms().first).rows
        #expect(kept == KeptRows(state: "three"))
        try await library.rooms.forget(room: "x")
        #expect(try await library.rooms.rooms().isEmpty)
        #expect(try await library.rooms.number("SELECT count(*) FROM room_entry") == 0)
    }

    @Test("whatever entries are added and removed, those that are left are kept", arguments: 1...20 as ClosedRange<UInt64>)
    func anyEntries(seed: UInt64) async throws {
        let library = try await TemporaryCatalog()
        var numbers = SplitMix(seed: seed)
        var (left, last) = ([Int: Piece](), 0)
        for step in 0..<20 {
            var change = KeptChange(KeptRows(state: "\(step)"), isWhole: step == 0)
            change.removedEntries = left.keys.filter { _ in Int.random(in: 0...2, using: &numbers) == 0 }
            for number in change.removedEntries { left[number] = nil }
            for _ in 0..<Int.random(in: 0...40, using: &numbers) {
                last += Int.random(in: 1...10, using: &numbers) == 1 ? 2 : 1
                let piece = Piece.recording(ContentIdentity(high: numbers.next(), low: UInt64(last)))
                change.rows.entries.append(KeptRows.Entry(number: last, piece: piece))
                left[last] = piece
            }
            change.rows.entries.shuffle(using: &numbers)
            let kept = change
            try await library.rooms.keep(room: "x", at: step) { kept }
            let rows = try #require(try await library.rooms.rooms().first).rows
            let expected = left.sorted { $0.key < $1.key }.map { KeptRows.Entry(number: $0.key, piece: $0.value) }
            #expect(rows.entries == expected, "seed \(seed)")
        }
    }

    @Test("an entry whose track cannot be read is left out")
    func unreadable() async throws {
        let library = try await library()
        let tracks = try await library.reader.tracks(TrackQuery()).items
        var rows = KeptRows(state: "one")
        rows.entries = [1, 2].map { KeptRows.Entry(number: $0, piece: tracks[$0].piece) }
        let change = KeptChange(rows, isWhole: true)
        try await library.rooms.keep(room: "x", at: 1) { change }
        try await library.rooms.script("UPDATE room_entry SET identity = 'gone' WHERE number = 2")
        let kept = try #require(try await library.rooms.rooms().first).rows
        #expect(kept.entries == [KeptRows.Entry(number: 1, piece: tracks[1].piece)])
    }
}
