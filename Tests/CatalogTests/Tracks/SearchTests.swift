import Music
import Testing

@testable import Catalog

@Suite("Search over all", .serialized)
struct SearchTests {
    private func file(_ path: String, _ music: Int, _ title: String, _ artist: String, _ album: String, _ genre: String)
        -> FoundFile
    {
        FoundFile(path, music) { ($0.title, $0.artist, $0.album, $0.genre) = (title, artist, album, genre) }
    }

    private func library() async throws -> TemporaryCatalog {
        let library = try await TemporaryCatalog()
        try await library.record([
            file("a/1.mp3", 1, "So What", "Miles Davis", "Kind of Blue", "Jazz"),
            file("a/2.mp3", 2, "Naima", "John Coltrane", "Steps", "modal jazz"),
            file("a/3.mp3", 3, "Jazz Police", "Cohen", "Man", "Folk"),
            file("a/4.mp3", 4, "Torn", "Jazzanova", "In Between", "Électronique"),
        ])
        _ = try await library.catalog.makePlaylist("Late Jazz", tracks: [1], at: 1)
        return library
    }

    @Test("a genre finds its tracks and albums, beside what is called like it")
    func genre() async throws {
        let found = try await library().reader.search("jazz", limit: 5)
        #expect(found.tracks.items.first?.title == "Jazz Police")
        #expect(Set(found.tracks.items.map(\.title)) == ["So What", "Naima", "Jazz Police", "Torn"])
        #expect(Set(found.albums.items.map(\.title)) == ["Kind of Blue", "Steps", "In Between"])
        #expect(found.artists.items.map(\.name) == ["Jazzanova"])
        #expect(Set(found.genres.items.map(\.name)) == ["Jazz", "modal jazz"])
        #expect(found.playlists.items.map(\.name) == ["Late Jazz"])
    }

    @Test(
        "a mistyped word finds the nearest that is there, also while it is typed, and says so",
        arguments: [
            ("coltrnae", "coltrane", 1), ("Jonh Coltrane", "john coltrane", 1), ("mils davis", "miles davis", 1),
            ("coltarn", "coltrane", 1),
            ("jazzanovva", "jazzanova", 1), ("poilce", "police", 1), ("cloltrane", "coltrane", 1),
        ])
    func mistyped(text: String, spelled: String, tracks: Int) async throws {
        let found = try await library().reader.search(text, limit: 5)
        #expect(found.spelled == spelled && found.tracks.total == tracks)
    }

    @Test(
        "what is there is never respelled, and what is far from everything finds nothing",
        arguments: ["col", "coltrane", "jazz", "zzzzzz", "xoltrane", "coxx", "colxxxne", "col tranex yyyy zzzz", ""])
    func notRespelled(text: String) async throws {
        #expect(try await library().reader.search(text, limit: 5).spelled == nil)
    }

    @Test("words are as far apart as letters are missing, too many, wrong or swapped")
    func distances() {
        func far(_ one: String, _ other: String, _ most: Int = 9) -> Int? {
            misspellings(Array(one.utf8), Array(other.utf8), atMost: most)
        }
        for (one, other, distance) in [
            ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abcd", "abd", 1), ("abc", "xbc", 1),
            ("kitten", "sitting", 3),
            ("ca", "abc", 3),
        ] {
            #expect(far(one, other) == distance && far(other, one) == distance, "\(one) \(other)")
            if distance > 0 { #expect(far(one, other, distance - 1) == nil, "\(one) \(other)") }
            #expect(far(one, other, distance) == distance, "\(one) \(other)")
        }
    }

    @Test("totals count what a limit leaves out")
    func totals() async throws {
        let found = try await library().reader.search("jazz", limit: 1)
        #expect(found.tracks.items.count == 1 && found.tracks.total == 4)
        #expect(found.genres.items.count == 1 && found.genres.total == 2)
    }

    @Test("marks do not matter, and a text without letters finds nothing", arguments: ["electro", "ÉLECTRO", "…", "zzz"])
    func texts(text: String) async throws {
        let found = try await library().reader.search(text, limit: 5)
        let isGenre = folded(text).hasPrefix("electro")
        #expect(found.genres.items.map(\.name) == (isGenre ? ["Électronique"] : []))
        #expect(found.tracks.total == (isGenre ? 1 : 0) && found.albums.total == (isGenre ? 1 : 0))
        #expect(found.artists.total == 0 && found.playlists.total == 0)
    }

    @Test("albums are listed in each order, and by genre", arguments: AlbumQuery.Order.allCases, [false, true])
    func albums(order: AlbumQuery.Order, isDescending: Bool) async throws {
        var query = AlbumQuery()
        (query.order, query.isDescending) = (order, isDescending)
        let reader = try await library().reader
        #expect(try await reader.albums(query).items.count == 4)
        query.genre = "JAZZ"
        #expect(try await reader.albums(query).items.map(\.title) == ["Kind of Blue"])
    }

    @Test(
        "a disc is told by its folder or its title",
        arguments: [
            ("Album/CD1/1.mp3", "Album", "Album", 1), ("Album/Disc 2 - Live/1.mp3", "Album", "Album", 2),
            ("Album/disk_03/1.mp3", "Album", "Album", 3), ("Album/CD 2004/1.mp3", "Album", "Album", nil),
            ("Album/1.mp3", "The Wall (Disc 2)", "The Wall", 2), ("Album/1.mp3", "The Wall [CD1]", "The Wall", 1),
            ("Album/1.mp3", "(Disc 1)", "(Disc 1)", nil), ("Album/1.mp3", "Discovery", "Discovery", nil),
        ] as [(String, String, String, Int?)])
    func discs(path: String, tagged: String, title: String, disc: Int?) async throws {
        let library = try await TemporaryCatalog()
        let track = try await library.track(FoundFile(path, 1) { $0.album = tagged })
        #expect(track.album?.name == title && track.disc == disc)
    }

    @Test("two discs are one album, whether folders or titles tell them apart")
    func twoDiscs() async throws {
        let library = try await TemporaryCatalog()
        try await library.record([
            FoundFile("x/Disc 1/1.mp3", 1) { ($0.album, $0.artist) = ("Folders", "A") },
            FoundFile("x/Disc 2/1.mp3", 2) { ($0.album, $0.artist) = ("Folders", "A") },
            FoundFile("y/1.mp3", 3) { ($0.album, $0.albumArtist) = ("Titles (Disc 1)", "B") },
            FoundFile("y/2.mp3", 4) { ($0.album, $0.albumArtist) = ("Titles (Disc 2)", "B") },
        ])
        let albums = try await library.reader.albums(AlbumQuery()).items
        #expect(albums.map(\.title) == ["Folders", "Titles"] && albums.map(\.trackCount) == [2, 2])
    }

    @Test("broken files are listed with their reasons and counted")
    func broken() async throws {
        let library = try await library()
        try await library.record([
            FoundFile(
                path: Array("a/bad.mp3".utf8), stamp: FileStamp(size: 1, modified: 1, inode: 9), finding: .rejected("no music"))
        ])
        try await library.catalog.script("UPDATE content SET state = 'failed', reason = 'broken' WHERE id = 1")
        try await library.catalog.script("UPDATE content SET damage = 'it ends early' WHERE id = 2")
        let files = try await library.reader.brokenFiles(nil, limit: 10, offset: 0)
        #expect(files.items.map(\.reason) == ["broken", "it ends early", "no music"] && files.total == 3)
        #expect(try await library.reader.brokenFiles(.damaged, limit: 10, offset: 0).items.map(\.kind) == [.damaged])
        #expect(try await library.reader.brokenFileCounts() == [.failed: 1, .damaged: 1, .rejected: 1])
    }
}
