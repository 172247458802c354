import Music
import Testing

@testable import Catalog

@Suite("Albums and artists", .serialized)
struct AlbumTests {
    /// A path and its tags for artist, album and album artist.
    struct Tagged: Sendable {
        let path: String
        let artist: String?
        var album: String? = "Best"
        var albumArtist: String?
        var isCompilation = false
    }

    private func albums(of files: [Tagged]) async throws -> (TemporaryCatalog, [Album]) {
        let library = try await TemporaryCatalog()
        try await library.record(
            files.enumerated().map { index, file in
                FoundFile(file.path, index) {
                    $0.artist = file.artist
                    $0.album = file.album
                    $0.albumArtist = file.albumArtist
                    $0.compilation = file.isCompilation
                }
            })
        return (library, try await library.reader.albums(AlbumQuery()).items)
    }

    @Test("discs in separate folders are one album", arguments: ["CD1", "cd 2", "Disc 12", "DISK1", "Disque 3"])
    func discs(folder: String) async throws {
        let (_, albums) = try await albums(of: [
            Tagged(path: "x/y/1.mp3", artist: "A"), Tagged(path: "x/y/\(folder)/1.mp3", artist: "A"),
        ])
        #expect(albums.map(\.trackCount) == [2])
        #expect(albums.first?.artist?.name == "A")
    }

    @Test("other folders with the same title are other albums", arguments: ["CD", "cdx", "1", "Bonus", "CD1b"])
    func folders(folder: String) async throws {
        let (_, albums) = try await albums(of: [
            Tagged(path: "x/y/1.mp3", artist: "A"), Tagged(path: "x/y/\(folder)/1.mp3", artist: "A"),
        ])
        #expect(albums.count == 2)
    }

    @Test("an album artist joins tracks in many folders, and separates albums with the same title")
    func albumArtists() async throws {
        let (_, albums) = try await albums(of: [
            Tagged(path: "a/1.mp3", artist: "X", albumArtist: "A"), Tagged(path: "b/2.mp3", artist: "Y", albumArtist: "a!"),
            Tagged(path: "a/3.mp3", artist: "X", albumArtist: "B"),
        ])
        #expect(albums.map(\.trackCount).sorted() == [1, 2])
        #expect(Set(albums.map { $0.artist?.name }) == ["a!", "B"])
    }

    @Test(
        "a compilation without an album artist is one album where folder and album tag agree, whichever of its tracks say what they are",
        arguments: [[], [0], [1], [0, 2], [0, 1, 2]])
    func compilation(flagged: [Int]) async throws {
        let files = zip(["a/1.mp3", "a/CD2/2.mp3", "a/3.mp3"], ["X", "Y", "X"]).enumerated().map { index, file in
            Tagged(path: file.0, artist: file.1, album: index == 1 ? "best" : "Best", isCompilation: flagged.contains(index))
        }
        for files in [files, files.reversed()] {
            let other = Tagged(path: "b/1.mp3", artist: "Z", isCompilation: true)
            let (_, albums) = try await albums(of: files + [other])
            #expect(albums.map(\.trackCount).sorted() == [1, 3])
            #expect(albums.first { $0.trackCount == 3 }?.artist == nil)
        }
    }

    @Test("a compilation that was marked when its folder did not count stays marked")
    func formerCompilation() async throws {
        let library = try await TemporaryCatalog()
        try await library.catalog.script("INSERT INTO favourite_album (grouping, since) VALUES ('compilation best', 7)")
        try await library.record([
            FoundFile("a/1.mp3", 1) {
                $0.artist = "X"
                $0.album = "Best"
                $0.compilation = true
            }
        ])
        #expect(try await library.reader.albums(AlbumQuery()).items.map(\.isFavourite) == [true])
    }

    @Test("an album without an album artist has its tracks' artist, and none if they differ, also after changed tags")
    func various() async throws {
        let (library, albums) = try await albums(of: [
            Tagged(path: "a/0.mp3", artist: nil), Tagged(path: "a/1.mp3", artist: "X"), Tagged(path: "a/2.mp3", artist: "Y"),
        ])
        #expect(albums.map(\.trackCount) == [3])
        #expect(albums.first?.artist == nil)
        try await library.record([
            FoundFile("a/2.mp3", 2) {
                $0.artist = "X"
                $0.album = "Best"
            }
        ])
        let album = try #require(try await library.reader.album(albums[0].id))
        #expect(album.artist?.name == "X")
        var query = AlbumQuery()
        query.text = "x best"
        #expect(try await library.reader.albums(query).items == [album])
    }

    @Test("tracks without an album tag are in no album", arguments: [nil, "", "  ", "\t\n\u{A0}"])
    func blank(title: String?) async throws {
        let (library, albums) = try await albums(of: [Tagged(path: "a/1.mp3", artist: title, album: title, albumArtist: title)])
        #expect(albums.isEmpty)
        #expect(try await library.reader.artists(ArtistQuery()).total == 0)
        #expect(try await library.search("1") == ["1"])
    }

    @Test("spellings that are equal after folding are one artist, shown as last written")
    func spellings() async throws {
        let (library, _) = try await albums(of: [
            Tagged(path: "1.mp3", artist: "SIGUR ROS"), Tagged(path: "2.mp3", artist: "sigur rós"),
            Tagged(path: "3.mp3", artist: "Sigur Rós"),
        ])
        let artists = try await library.reader.artists(ArtistQuery())
        #expect(artists.items.map(\.name) == ["Sigur Rós"])
        #expect(artists.items.map(\.trackCount) == [3])
    }

    @Test("names that consist only of symbols are artists, too")
    func signs() async throws {
        let (library, _) = try await albums(of: [Tagged(path: "1.mp3", artist: "!!!"), Tagged(path: "2.mp3", artist: "…")])
        #expect(Set(try await library.reader.artists(ArtistQuery()).items.map(\.name)) == ["!!!", "…"])
    }

    @Test(
        "a track without a title is named after its file",
        arguments: [("a/b.c.mp3", "b.c"), (".mp3", ".mp3"), ("a/x", "x"), ("", ""), ("a/..", ".")])
    func names(path: String, title: String) async throws {
        let library = try await TemporaryCatalog()
        #expect(try await library.track(FoundFile(path, 1)).title == title)
    }

    @Test("names that are not UTF-8 are stored byte for byte, and shown with replacement characters")
    func bytes() async throws {
        let library = try await TemporaryCatalog()
        let path: [UInt8] = [0x61, 0x2F, 0x62, 0xFF, 0xFE, 0x2E, 0x6D]
        let stamp = FileStamp(size: 1, modified: 1, inode: 1)
        let track = try await library.track(FoundFile(bytes: path, 1, stamp, nil, Tags()))
        #expect(track.place.path == path)
        #expect(track.title == "b\u{FFFD}\u{FFFD}")
        #expect(try await library.catalog.knownFiles(in: library.music).present[path]?.stamp == stamp)
    }

    @Test("tracks of a removed folder are missing, are never deleted, and come back with it")
    func serving() async throws {
        let library = try await TemporaryCatalog()
        let catalog = library.catalog
        let track = try await library.track(FoundFile("1.mp3", 1))
        _ = try await catalog.serve(folders: [Array("/other".utf8)], at: 2)
        #expect(try await library.present().isEmpty)
        #expect(try await catalog.collect(missingBefore: .max).0 == Collected())
        _ = try await catalog.serve(folders: [Array("/music".utf8)], at: 3)
        let missing = try await catalog.knownFiles(in: library.music).missing
        try await catalog.returned(tracks: missing.values.joined().compactMap(\.track), at: 4)
        #expect(try await library.present().map(\.id) == [track.id])
    }

    @Test("a file that returns to its path removes the other track from the lists")
    func displaced() async throws {
        let library = try await TemporaryCatalog()
        let first = try await library.track(FoundFile("1.mp3", 1))
        try await library.catalog.lost(tracks: [first.id], rejected: [], in: library.music, at: 2)
        try await library.track(FoundFile("1.mp3", 2))
        try await library.catalog.returned(tracks: [first.id], at: 3)
        #expect(try await library.present().map(\.id) == [first.id])
        try await library.catalog.lost(tracks: [first.id], rejected: [], in: library.music, at: 4)
        let stamp = FileStamp(size: 9, modified: 9, inode: 9)
        try await library.record([FoundFile(path: Array("1.mp3".utf8), stamp: stamp, finding: .rejected("no music"))])
        try await library.catalog.returned(tracks: [first.id], at: 5)
        #expect(try await library.reader.census().rejected == 0)
    }
}
