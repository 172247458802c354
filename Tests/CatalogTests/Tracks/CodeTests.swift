import Music
import Testing

@testable import Catalog

@Suite("Tracks by their codes")
struct CodeTests {
    private static let (isrc, id) = ("USRC17607839", "b1a9c0e9-d987-4042-ae91-78d6a3267d69")

    private static func coded(_ path: String, _ music: Int, stamp: Int = 1) -> FoundFile {
        FoundFile(path, music, stamp: stamp) { ($0.title, $0.isrc, $0.musicBrainzID) = (path, isrc, id) }
    }

    @Test("are found along an index, those that are there first")
    func found() async throws {
        let library = try await TemporaryCatalog()
        let first = try await library.track(Self.coded("a", 1))
        let second = try await library.track(Self.coded("b", 2))
        #expect(first.isrc == Self.isrc && first.musicBrainzID == Self.id)
        #expect(try await library.reader.track(isrc: Self.isrc)?.id == first.id)
        try await library.catalog.lost(tracks: [first.id], rejected: [], in: library.music, at: 9)
        #expect(try await library.reader.track(isrc: Self.isrc)?.id == second.id)
        #expect(try await library.reader.track(musicBrainzID: Self.id)?.id == second.id)
        #expect(try await library.reader.track(isrc: "GBAYE0601498") == nil)
        for column in ["isrc", "musicbrainz_id"] {
            let plan = try await library.catalog.plan("SELECT id FROM track WHERE track.\(column) = ?")
            #expect(plan.contains("track_by_\(column)"), "\(plan)")
        }
    }

    @Test("a code goes when the tags have it no longer")
    func gone() async throws {
        let library = try await TemporaryCatalog()
        try await library.track(Self.coded("a", 1))
        try await library.track(FoundFile("a", 1, stamp: 2))
        #expect(try await library.reader.track(isrc: Self.isrc) == nil)
    }

    @Test("files of rows that an earlier reader of tags wrote are due, until they are read")
    func due() async throws {
        let library = try await TemporaryCatalog()
        try await library.record([Self.coded("a", 1), Self.coded("b", 2)])
        func due() async throws -> [Bool] {
            let known = try await library.catalog.knownFiles(in: library.music).present
            return ["a", "b"].map { known[Array($0.utf8)]?.isDue ?? true }
        }
        #expect(try await due() == [false, false])
        try await library.catalog.script("UPDATE track SET reading = \(TrackRow.reading - 1)")
        #expect(try await due() == [true, true])
        try await library.record([Self.coded("b", 2)])
        #expect(try await due() == [true, false])
    }
}

extension Catalog {
    fileprivate func plan(_ sql: String) throws -> String {
        try connection.rows("EXPLAIN QUERY PLAN " + sql, [Value("")]) { $0.text("detail") }.joined(separator: "\n")
    }
}
