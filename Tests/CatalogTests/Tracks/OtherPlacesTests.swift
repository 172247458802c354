import Music
import Testing

@testable import Catalog

@Suite("A song in several places", .serialized)
struct OtherPlacesTests {
    private static let folders = ["/music", "subsonic:one", "subsonic:two", "/late"]

    /// The same song in some of the folders, in the order in which they are scanned; returns the folders and the track in each.
    private func recorded(_ scanned: [Int]) async throws -> (TemporaryCatalog, folders: [Int], tracks: [Int: Track]) {
        let library = try await TemporaryCatalog()
        let folders = try await library.catalog.serve(folders: Self.folders.map { Array($0.utf8) }, at: 1).map(\.id)
        var tracks: [Int: Track] = [:]
        for place in scanned {
            let file = FoundFile("\(place).mp3", place) { $0.title = "Song" }
            _ = try await library.catalog.record(
                [file], in: folders[place], at: 2, isThere: { _, _, _ in true }, isElsewhere: { _, _ in false })
            tracks[place] = try await library.reader.track(at: file.path, in: folders[place])
        }
        return (library, folders, tracks)
    }

    @Test(
        "its best place is a folder of this machine, or else the server named first, whichever was scanned first",
        arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 1], [1, 2], [1, 3], [3, 1]])
    func rank(scanned: [Int]) async throws {
        let (library, folders, tracks) = try await recorded(scanned)
        let ranks = [0: 0, 3: 1, 1: 2, 2: 3]
        let best = try #require(scanned.min { ranks[$0]! < ranks[$1]! })
        for place in scanned where place == 1 || place == 2 {
            let twins = try await library.catalog.twins(betterThan: folders[place])
            #expect(twins == (place == best ? [:] : [FileTwin(size: 1, title: "song"): try #require(tracks[best]).id]))
        }
    }

    @Test("what people entered for it, and its playlists, move with it to a better place, and back it is found there")
    func handOn() async throws {
        let (library, folders, tracks) = try await recorded([1, 3])
        let (far, near) = (try #require(tracks[1]), try #require(tracks[3]))
        #expect(try await library.catalog.set(favourite: true, far.identity, at: 3))
        #expect(try await library.catalog.set(rating: 4, far.identity))
        let list = try await library.catalog.makePlaylist("Evening", tracks: [far.id], at: 3)
        try await library.catalog.set(otherPlaces: [far.place.path: near.id], in: folders[1], replaced: [far.id: near.id])
        try await library.catalog.lost(tracks: [far.id], rejected: [], in: folders[1], at: 4)
        let now = try #require(try await library.reader.track(near.id))
        #expect(now.isFavourite && now.rating == 4)
        #expect(try await library.reader.entries(of: list, limit: 9, offset: 0).map(\.track?.id) == [near.id])
        #expect(try await library.catalog.otherPlaces(in: folders[1]) == [far.place.path: near.id])
        #expect(try await library.reader.path(of: now, in: folders[1]) == far.place.path)
        #expect(try await library.reader.path(of: now, in: folders[2]) == nil)
        #expect(try await library.reader.track(listedFor: far.place.path, in: folders[1]) == near.id)
        // Only what is there is a place.
        try await library.catalog.lost(tracks: [near.id], rejected: [], in: folders[3], at: 5)
        #expect(try await library.reader.track(listedFor: far.place.path, in: folders[1]) == nil)
        #expect(try await library.catalog.twins(betterThan: folders[1]).isEmpty)
    }

    @Test("it is the next server's when its own is gone or has it no more, and is missing when it was on this machine")
    func nextServer() async throws {
        for isRemoved in [true, false] {
            let (library, folders, tracks) = try await recorded([1])
            let track = try #require(tracks[1])
            let there = Array("there.mp3".utf8)
            try await library.catalog.set(otherPlaces: [there: track.id], in: folders[2], replaced: [:])
            #expect(try await library.reader.otherPlaces(ofTrackAt: track.place.path, in: folders[1]).map(\.path) == [there])
            if isRemoved {
                let rest = Self.folders.filter { $0 != "subsonic:one" }.map { Array($0.utf8) }
                _ = try await library.catalog.serve(folders: rest, at: 3)
            } else {
                try await library.catalog.lost(tracks: [track.id], rejected: [], in: folders[1], at: 3)
            }
            let now = try #require(try await library.reader.track(track.id))
            #expect(now.isAvailable && now.identity == track.identity)
            #expect(now.place.folder == folders[2] && now.place.path == there)
            #expect(try await library.catalog.otherPlaces(in: folders[2]).isEmpty)
            #expect(try await library.catalog.recordings(in: folders[2])[there]?.identity == track.identity)
            #expect(try await library.reader.otherPlaces(ofTrackAt: there, in: folders[2]).isEmpty)
        }
        // A file of this machine may have been moved to another folder, where it is found next.
        let (library, folders, tracks) = try await recorded([0])
        let track = try #require(tracks[0])
        try await library.catalog.set(otherPlaces: [Array("there.mp3".utf8): track.id], in: folders[1], replaced: [:])
        try await library.catalog.lost(tracks: [track.id], rejected: [], in: folders[0], at: 3)
        #expect(try await library.reader.track(track.id)?.isAvailable == false)
    }

    @Test("songs of a third server go with a track to its better place")
    func third() async throws {
        let (library, folders, tracks) = try await recorded([1, 3])
        let (far, near) = (try #require(tracks[1]), try #require(tracks[3]))
        let there = Array("there.mp3".utf8)
        try await library.catalog.set(otherPlaces: [there: far.id], in: folders[2], replaced: [:])
        try await library.catalog.set(otherPlaces: [far.place.path: near.id], in: folders[1], replaced: [far.id: near.id])
        #expect(try await library.catalog.otherPlaces(in: folders[2]) == [there: near.id])
    }
}
