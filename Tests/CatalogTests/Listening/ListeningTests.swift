import Music
import Testing

@testable import Catalog

@Suite("Favourites and plays", .serialized)
struct ListeningTests {
    private func list(_ library: TemporaryCatalog, _ change: (inout TrackQuery) -> Void) async throws -> [String] {
        var query = TrackQuery()
        change(&query)
        return try await library.reader.tracks(query).items.map(\.title)
    }

    @Test("belong to the recording: each of its files has them, and they outlive their files")
    func identity() async throws {
        let library = try await TemporaryCatalog()
        let track = try await library.track(FoundFile("a.mp3", 1) { $0.title = "A" })
        try await library.record([FoundFile("copy.mp3", 1) { $0.title = "Copy" }, FoundFile("b.mp3", 2) { $0.title = "B" }])
        #expect(try await library.catalog.set(favourite: true, track.identity, at: 7))
        #expect(try await !library.catalog.set(favourite: true, track.identity, at: 8))
        try await library.catalog.countPlay(of: track.identity, at: 9)
        #expect(try await list(library) { $0.isFavourite = true } == ["A", "Copy"])
        #expect(try await list(library) { $0.isFavourite = false } == ["B"])
        #expect(try await list(library) { $0.wasPlayed = false } == ["B"])
        try await library.catalog.lost(tracks: [track.id], rejected: [], in: library.music, at: 10)
        _ = try await library.catalog.collect(missingBefore: 11)
        try await library.catalog.countPlay(of: track.identity, at: 12)
        let back = try await library.track(FoundFile("c.mp3", 1) { $0.title = "C" })
        #expect(back.isFavourite && back.plays == 2 && back.lastPlayed == 12)
        #expect(try await library.catalog.set(favourite: false, track.identity, at: 13))
        #expect(try await list(library) { $0.isFavourite = true } == [])
        #expect(try await library.reader.track(back.id)?.plays == 2)
    }

    @Test("stars belong to the recording, stay when it is no favourite, and are gone when they are taken away")
    func stars() async throws {
        let library = try await TemporaryCatalog()
        let track = try await library.track(FoundFile("a.mp3", 1) { $0.title = "A" })
        try await library.record([FoundFile("copy.mp3", 1) { $0.title = "Copy" }])
        #expect(track.rating == nil)
        for stars in Track.ratings {
            #expect(try await library.catalog.set(rating: stars, track.identity))
            #expect(try await !library.catalog.set(rating: stars, track.identity))
            #expect(try await library.reader.tracks(TrackQuery()).items.map(\.rating) == [stars, stars])
        }
        #expect(try await library.catalog.set(favourite: true, track.identity, at: 7))
        #expect(try await library.catalog.set(favourite: false, track.identity, at: 8))
        #expect(try await library.reader.track(track.id)?.rating == 5)
        #expect(try await library.catalog.set(rating: nil, track.identity))
        #expect(try await !library.catalog.set(rating: nil, track.identity))
        #expect(try await library.catalog.number("SELECT count(*) FROM listening") == 0)
    }

    @Test("a search can be limited to favourites, and to what was never played")
    func search() async throws {
        let library = try await TemporaryCatalog()
        for (number, title) in ["Song of one", "Song of two", "Air"].enumerated() {
            let track = try await library.track(FoundFile("\(title).mp3", number) { $0.title = title })
            guard number == 1 else { continue }
            #expect(try await library.catalog.set(favourite: true, track.identity, at: 7))
            try await library.catalog.countPlay(of: track.identity, at: 8)
        }
        #expect(try await list(library) { ($0.text, $0.isFavourite) = ("song", true) } == ["Song of two"])
        #expect(try await list(library) { ($0.text, $0.wasPlayed) = ("song", false) } == ["Song of one"])
    }

    @Test("the most played and the last played come first")
    func order() async throws {
        let library = try await TemporaryCatalog()
        for (number, title) in ["A", "B", "C"].enumerated() {
            let file = FoundFile("\(title)/1.mp3", number) { ($0.title, $0.album, $0.albumArtist) = (title, title, "X") }
            let track = try await library.track(file)
            for _ in 0..<[1, 3, 0][number] { try await library.catalog.countPlay(of: track.identity, at: 100 - number) }
        }
        #expect(try await list(library) { ($0.order, $0.isDescending) = (.plays, true) } == ["B", "A", "C"])
        #expect(try await list(library) { ($0.order, $0.isDescending) = (.lastPlayed, true) } == ["A", "B", "C"])
        var query = AlbumQuery()
        for (order, titles) in [(AlbumQuery.Order.plays, ["B", "A", "C"]), (.lastPlayed, ["A", "B", "C"])] {
            (query.order, query.isDescending) = (order, true)
            #expect(try await library.reader.albums(query).items.map(\.title) == titles)
        }
    }

    @Test("an album that is a favourite is one again when its files are back")
    func albums() async throws {
        let library = try await TemporaryCatalog()
        let track = try await library.track(FoundFile("x/1.mp3", 1) { ($0.album, $0.albumArtist) = ("Best", "A") })
        let album = try #require(track.album?.id)
        #expect(try await library.catalog.set(favourite: true, album: album, at: 7))
        #expect(try await library.catalog.set(favourite: true, album: album + 1, at: 7) == false)
        try await library.catalog.lost(tracks: [track.id], rejected: [], in: library.music, at: 10)
        _ = try await library.catalog.collect(missingBefore: 11)
        try await library.record([FoundFile("y/1.mp3", 2) { ($0.album, $0.albumArtist) = ("Best", "A") }])
        var query = AlbumQuery()
        query.isFavourite = true
        #expect(try await library.reader.albums(query).items.map(\.title) == ["Best"])
        #expect(
            try await library.catalog.set(favourite: false, album: try #require(library.reader.albums(query).items.first).id, at: 8)
        )
        #expect(try await library.reader.albums(query).total == 0)
    }

    @Test("a catalog of the version before keeps its search, and learns the genres")
    func migration() async throws {
        let folder = try TemporaryFolder()
        let path = CatalogFile.path(in: folder.path)
        do {
            let old = try Connection(path, .writing)
            try Migrations.run(on: old, through: 4)
            try old.script(
                """
                INSERT INTO folder (id, path) VALUES (1, x'2f6d');
                INSERT INTO content (id, identity) VALUES (1, '00000000000000070000000000000001');
                INSERT INTO track (id, folder, path, size, modified, inode, content, added_at, title, genre, codec, container,
                    sample_rate, channels, has_cover, title_key, artist_key, album_key)
                    VALUES (1, 1, x'61', 1, 1, 1, 1, 1, 'So What', 'Modal Jazz', '', '', 0, 0, 0, 'so what', '', '');
                INSERT INTO track_words (rowid, title, artist, album) VALUES (1, 'so what', 'miles davis', '');
                """)
        }
        let reader = try CatalogFile(in: folder.path, at: 1).reader
        for text in ["jazz", "so jaz", "miles jazz"] {
            #expect(try await reader.search(text, limit: 5).tracks.total == 1, "\(text)")
        }
    }
}
