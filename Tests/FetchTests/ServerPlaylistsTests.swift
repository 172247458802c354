import Catalog
import Fetch
import Foundation
import Music
import Subsonic
import Synchronization
import Testing
import Waiting

@testable import Library

@Suite("Playlists of a music server")
final class ServerPlaylistsTests {
    private let place: LibraryOfServers
    private let home: PlaylistServer

    init() throws {
        place = try LibraryOfServers()
        home = try PlaylistServer()
    }

    deinit { place.remove() }

    /// A library with eight songs of the server and a playlist of its first four.
    private func library() async throws -> Library {
        home.lists.withLock { $0 = ["p1": ("Evening", ["0", "1", "2", "3"])] }
        let library = try await place.open()
        let wish = ServerWish(
            addresses: [home.server.address.text], user: "alice", secret: .password("sesame"), allowsPlainPassword: nil)
        try await library.add(server: "home", wish)
        _ = try await library.librarian.scan()
        return library
    }

    private func playlist(_ library: Library) async throws -> Playlist {
        try #require(try await library.reader.playlists(limit: 1, offset: 0).items.first)
    }

    /// What the catalog shows of a playlist: the ids of its songs on the server.
    private func shown(_ library: Library, _ playlist: Playlist) async throws -> [String] {
        try await library.reader.entries(of: playlist.id, limit: 100, offset: 0).map { entry in
            let track = try #require(entry.track)
            return try #require(RemoteSong.id(in: track.place.path))
        }
    }

    private func refusal(_ act: () async throws -> Void) async -> PlaylistRefusal? {
        do {
            try await act()
            return nil
        } catch {
            return error as? PlaylistRefusal
        }
    }

    @Test("after any changes both are the same list, also when it is made, renamed and removed")
    func changes() async throws {
        let library = try await library()
        let tracks = try await library.trackIDs()
        var model = ["0", "1", "2", "3"]
        var random = SplitMix(seed: 7)
        for step in 0..<40 {
            let list = try await playlist(library)
            let place = model.isEmpty ? 0 : Int.random(in: 0..<model.count, using: &random)
            let edit: PlaylistEdit =
                switch Int.random(in: 0..<(model.isEmpty ? 2 : 4), using: &random) {
                case 0: .insert([tracks.randomElement(using: &random)!, tracks[0]], at: nil)
                case 1: .insert([tracks.randomElement(using: &random)!], at: place)
                case 2: .remove(place..<min(place + 2, model.count))
                default: .move(from: place, to: model.count - 1)
                }
            var added: [String] = []
            for id in edit.tracks ?? [] {
                let track = try #require(try await library.reader.track(id))
                added.append(try #require(RemoteSong.id(in: track.place.path)))
            }
            model = try edit.applied(to: model, adding: added)
            try await library.edit(list, edit, seen: list.revision)
            #expect(home.lists.withLock { $0["p1"]?.songs } == model, "step \(step), \(edit)")
            #expect(try await shown(library, list) == model, "step \(step)")
        }
        try await library.rename(try await playlist(library), to: "Night", seen: nil)
        #expect(home.lists.withLock { $0["p1"]?.name } == "Night")
        #expect(try await playlist(library).name == "Night")
        try await library.remove(try await playlist(library), seen: nil)
        #expect(home.lists.withLock { $0.isEmpty })
        let made = try await library.makePlaylist("New", copying: nil, tracks: [tracks[5], tracks[4]], on: "home")
        let new = try await playlist(library)
        #expect(new.id == made && Library.server(of: new) == "home")
        let songs = try await shown(library, new)
        #expect(songs.count == 2 && home.lists.withLock { $0.values.map(\.songs) } == [songs])
        // A scan finds nothing to do.
        let outcomes = try await library.librarian.scan()
        #expect(outcomes.allSatisfy { $0.playlists.isEmpty })
    }

    @Test("one that was changed on its server meanwhile is left alone there, and shown as it is now")
    func conflict() async throws {
        let library = try await library()
        let list = try await playlist(library)
        home.lists.withLock { $0["p1"]?.songs = ["3", "2", "1", "0"] }
        #expect(
            await refusal { try await library.edit(list, .remove(0..<1), seen: nil) } == .changedThere(server: "home"))
        #expect(home.lists.withLock { $0["p1"]?.songs } == ["3", "2", "1", "0"])
        #expect(try await shown(library, list) == ["3", "2", "1", "0"])
        #expect(
            await refusal { try await library.edit(list, .remove(0..<1), seen: list.revision - 1) } == .changedThere(server: "home")
        )
        try await library.edit(try await playlist(library), .remove(0..<1), seen: nil)
        #expect(home.lists.withLock { $0["p1"]?.songs } == ["2", "1", "0"])
    }

    @Test("a list of 1,000 songs is put in another order, and nothing is lost when somebody changes it meanwhile")
    func long() async throws {
        let library = try await library()
        let songs = (0..<1_000).map { "\($0 * 7 % 8)" }
        home.lists.withLock { $0["p1"]?.songs = songs }
        _ = try await library.librarian.scan()
        var model = songs
        for edit in [
            PlaylistEdit.move(from: 3, to: 999), .move(from: 998, to: 0), .insert([try await library.trackIDs()[0]], at: 1),
        ] {
            var added: [String] = []
            for id in edit.tracks ?? [] {
                let track = try #require(try await library.reader.track(id))
                added.append(try #require(RemoteSong.id(in: track.place.path)))
            }
            model = try edit.applied(to: model, adding: added)
            try await library.edit(try await playlist(library), edit, seen: nil)
            #expect(home.lists.withLock { $0["p1"]?.songs } == model, "\(edit)")
        }
        let asked = home.server.asked.withLock { $0.filter { $0.method == "updatePlaylist" } }
        #expect(asked.count > 6 && asked.allSatisfy { ($0.query["songIdToAdd"] ?? "").count < 1_400 })
        // Somebody adds a song while the old places are removed.
        home.meddle.withLock { $0 = 3 }
        let list = try await playlist(library)
        let refused = await refusal { try await library.edit(list, .move(from: 0, to: 1_000), seen: nil) }
        #expect(refused == .changedHalfway(server: "home"))
        let there = try #require(home.lists.withLock { $0["p1"]?.songs })
        #expect(there.last == "7" && Set(model).isSubset(of: there) && there.count > model.count)
        #expect(try await playlist(library).count == there.count)
    }

    @Test("no change waits for a server that cannot be reached, or that does not allow it")
    func outOfReach() async throws {
        let library = try await library()
        let list = try await playlist(library)
        home.isWell.withLock { $0 = false }
        let refused = await refusal { try await library.edit(list, .move(from: 0, to: 1), seen: nil) }
        #expect(refused?.mayPass == true && refused?.description.hasPrefix("home did not change the playlist (") == true)
        #expect(try await shown(library, list) == ["0", "1", "2", "3"])
        await #expect(throws: PlaylistRefusal.self) {
            try await library.makePlaylist("New", copying: nil, tracks: [], on: "home")
        }
        await #expect(throws: PlaylistRefusal.noServer("nowhere")) {
            try await library.makePlaylist("New", copying: nil, tracks: [], on: "nowhere")
        }
    }
}

/// A Subsonic server of eight songs that keeps playlists, as simple ones do: it tells no time of changes, and answers a new playlist
/// with nothing.
final class PlaylistServer: Sendable {
    let lists = Mutex<[String: (name: String, songs: [String])]>([:])
    let isWell = Mutex(true)
    /// Before so many further reads of a playlist, somebody adds a song to it.
    let meddle = Mutex(0)
    private let made = Mutex<MusicServer?>(nil)

    var server: MusicServer { made.withLock { $0! } }

    init() throws {
        let server = try MusicServer { [unowned self] method, query in
            isWell.withLock { $0 } ? answer(method, query) : MusicServer.reply("".utf8, status: "503 Later")
        }
        made.withLock { $0 = server }
    }

    private static func song(_ id: some StringProtocol) -> String {
        #"{"id":"\#(id)","title":"Song \#(id)","albumId":"a","size":4,"suffix":"mp3"}"#
    }

    private func json(_ id: String) -> String {
        let list: (name: String, songs: [String]) = lists.withLock { $0[id] } ?? ("", [])
        let songs = list.songs.map { Self.song($0) }.joined(separator: ",")
        return #"{"id":"\#(id)","name":"\#(list.name)","songCount":\#(list.songs.count),"entry":[\#(songs)]}"#
    }

    private func answer(_ method: String, _ query: MusicServer.Query) -> [UInt8] {
        func items(_ name: String) -> [String] { (query[name] ?? "").split(separator: ",").map(String.init) }
        let id = query["playlistId"] ?? query["id"] ?? ""
        switch method {
        case "search3":
            return MusicServer.good(#""searchResult3":{"song":[\#((0..<8).map { Self.song("\($0)") }.joined(separator: ","))]}"#)
        case "getPlaylists":
            let all = lists.withLock { $0.keys.sorted() }.map { json($0) }.joined(separator: ",")
            return MusicServer.good(#""playlists":{"playlist":[\#(all)]}"#)
        case "getPlaylist":
            let isMeddled = meddle.withLock { left in
                left -= 1
                return left == 0
            }
            if isMeddled { lists.withLock { $0[id]?.songs.append("7") } }
            return MusicServer.good(#""playlist":\#(json(id))"#)
        case "createPlaylist":
            lists.withLock { lists in
                let id = id.isEmpty ? "p\(lists.count + 2)" : id
                lists[id] = (query["name"] ?? lists[id]?.name ?? "", items("songId"))
            }
        case "updatePlaylist":
            lists.withLock { lists in
                var list: (name: String, songs: [String]) = lists[id] ?? ("", [])
                let gone = Set(items("songIndexToRemove").compactMap { Int($0) })
                list.songs = list.songs.enumerated().filter { !gone.contains($0.offset) }.map(\.element) + items("songIdToAdd")
                list.name = query["name"] ?? list.name
                lists[id] = list
            }
        case "deletePlaylist": lists.withLock { _ = $0.removeValue(forKey: id) }
        default: break
        }
        return MusicServer.good()
    }
}
