import Music
import Testing

@testable import Catalog

@Suite("Garbage collection and counting", .serialized)
struct CollectingTests {
    @Test("tracks that have been missing too long are deleted, with everything that only they needed")
    func collects() async throws {
        let library = try await TemporaryCatalog()
        let (catalog, reader) = (library.catalog, library.reader)
        try await library.record(
            (1...4).map { number in
                FoundFile("\(number)/x.mp3", number) {
                    $0.artist = "Artist \(number)"
                    $0.album = "Album \(number)"
                }
            })
        for track in 1...4 {
            let work = try #require(try await catalog.analysis(of: track))
            try await catalog.finished(work.content, try .example())
        }
        #expect(try await catalog.correct(ContentIdentity(2), from: nil, to: "kept", at: 1))
        for track in 1...3 { try await catalog.lost(tracks: [track], rejected: [], in: library.music, at: track) }
        let census = try await reader.census()
        #expect((census.tracks, census.missing, census.albums, census.artists) == (1, 3, 1, 1))
        #expect(census.duration == 200)
        #expect(census.analyses == [.done: 1])

        let (collected, orphans) = try await catalog.collect(missingBefore: 3)
        #expect(collected == Collected(tracks: 2, albums: 2, artists: 2, contents: 1))
        #expect(Set(orphans) == [ContentIdentity(1), ContentIdentity(2)])
        let nothing = try await catalog.collect(missingBefore: 3)
        #expect(nothing.0 == Collected())
        #expect(nothing.1.isEmpty)
        #expect(try await reader.correction(of: ContentIdentity(2)) == "kept")

        // Its analysis is deleted, so it is due again when the music is found.
        let found = try await library.track(FoundFile("again.mp3", 2))
        #expect(found.analysis == .init(state: .pending, attempts: 0, reason: nil, profile: nil))
        #expect(found.hasCorrection)
    }

    @Test("the version counts only committed changes")
    func versions() async throws {
        let library = try await TemporaryCatalog()
        let first = try await library.reader.version()
        #expect(try await library.reader.version() == first)
        try await library.track(FoundFile("1.mp3", 1))
        let second = try await library.reader.version()
        #expect(second != first)
        try? await library.catalog.removeMarker(9, of: ContentIdentity(1))
        #expect(try await library.reader.version() == second)
    }

    @Test("reads during a write see one consistent state")
    func snapshots() async throws {
        let library = try await TemporaryCatalog()
        async let writing: Void = {
            // Of two tracks, one is available and one is missing at all times.
            try await library.record([FoundFile("1.mp3", 1), FoundFile("2.mp3", 2)])
            for round in 0..<200 {
                let (there, gone) = (round % 2 + 1, (round + 1) % 2 + 1)
                try await library.catalog.swap(gone: gone, there: there, at: round)
            }
        }()
        for _ in 0..<200 {
            let census = try await library.reader.census()
            #expect([0, 2].contains(census.tracks + census.missing))
            #expect(census.tracks == 2 || census.tracks == census.missing)
            let page = try await library.reader.tracks(TrackQuery())
            #expect(page.items.count == page.total)
        }
        try await writing
    }
}

extension Catalog {
    fileprivate func swap(gone: Int, there: Int, at now: Int) throws {
        try change { () throws(CatalogError) in
            try setMissing(gone, at: now)
            try setPresent(there, at: now)
        }
    }
}
