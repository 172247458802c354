import Catalog
import Fetch
import Foundation
import Glibc
import Music
import Subsonic
import Synchronization
import System
import Testing
import Waiting

@testable import Library

@Suite("Music servers that the owner adds")
final class AddedServersTests {
    private let place: LibraryOfServers

    init() throws { place = try LibraryOfServers() }

    deinit { place.remove() }

    private static func server(songs count: Int = 3) throws -> MusicServer {
        try MusicServer { method, query in
            guard query["u"] == "alice" else { return MusicServer.failed(40) }
            guard method == "search3" else { return MusicServer.good() }
            let songs = (0..<count).map { #"{"id":"\#($0)","title":"Song \#($0)","albumId":"a","size":4,"suffix":"mp3"}"# }
            return MusicServer.good(#""searchResult3":{"song":[\#(songs.joined(separator: ","))]}"#)
        }
    }

    private func wish(_ servers: MusicServer..., user: String = "alice", secret: String? = "sesame") -> ServerWish {
        ServerWish(
            addresses: servers.map { $0.address.text }, user: user, secret: secret.map { .password($0) }, allowsPlainPassword: nil)
    }

    private func refusal(_ act: () async throws -> Void) async -> ServerRefusal? {
        do {
            try await act()
            return nil
        } catch {
            return error as? ServerRefusal
        }
    }

    @Test("are served at once and after a restart, and what was known is there again after they were removed")
    func life() async throws {
        let server = try Self.server()
        var library: Library? = try await place.open()
        try await library?.add(server: "home", wish(server))
        _ = try await library?.librarian.scan()
        let known = try #require(try await library?.trackIDs())
        #expect(known.count == 3)
        var status = stat()
        #expect(stat(place.folder + "/data/servers.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
        let shown = try #require(try await library?.servers().first)
        #expect(shown.name == "home" && shown.songs == 3 && !shown.isFixed && shown.health?.trouble == nil)
        #expect(!"\(shown)".contains("sesame"))
        library = nil

        let again = try await place.open()
        #expect(try await again.trackIDs() == known)
        try await again.remove(server: "home")
        #expect(try await again.trackIDs() == [])
        #expect(try await again.servers().isEmpty)
        _ = try await again.librarian.scan()
        #expect(try await again.trackIDs() == [])
        try await again.add(server: "home", wish(server))
        _ = try await again.librarian.scan()
        #expect(try await again.trackIDs() == known)
    }

    @Test("are told the stars that a song is given here, and tell those that it is given there")
    func stars() async throws {
        let rating = Watched(4)
        let server = try MusicServer { method, query in
            switch method {
            case "search3":
                let song = #"{"id":"1","title":"Song","size":4,"userRating":\#(rating.withLock { $0 })}"#
                return MusicServer.good(#""searchResult3":{"song":[\#(song)]}"#)
            case "setRating": rating.withLock { $0 = Int(query["rating"] ?? "") ?? -1 }
            default: break
            }
            return MusicServer.good()
        }
        let library = try await place.open()
        try await library.add(server: "home", wish(server))
        func scanned() async throws -> Track {
            _ = try await library.librarian.scan()
            return try #require(try await library.reader.tracks(TrackQuery()).items.first)
        }
        var track = try await scanned()
        #expect(track.rating == 4)
        for stars in [2, nil, 5] {
            try await library.set(rating: stars, track)
            try await rating.wait("\(stars ?? 0) stars") { $0 == stars ?? 0 }
            track = try await scanned()
            #expect(track.rating == stars)
        }
        rating.withLock { $0 = 0 }
        #expect(try await scanned().rating == nil)
    }

    @Test("are removed while their list is read")
    func removedMeanwhile() async throws {
        let (server, isOver) = (try Self.server(), DispatchSemaphore(value: 0))
        let library = try await place.open()
        try await library.add(server: "home", wish(server))
        server.replace { method, _ in
            if method == "search3" { isOver.wait() }
            return MusicServer.good()
        }
        await library.librarian.keepWatch()
        try await server.isAsked(for: "search3")
        try await library.remove(server: "home")
        isOver.signal()
        #expect(try await library.catalog.folders().map { String(decoding: $0.path, as: UTF8.self) } == [place.folder + "/music"])
    }

    @Test("are asked for the secret again only for an address that is new, and stay as they were when a change is refused")
    func changes() async throws {
        let (server, other) = (try Self.server(), try Self.server())
        let library = try await place.open()
        try await library.add(server: "home", wish(server))
        #expect(await refusal { try await library.change(server: "home", wish(server, other, secret: nil)) } == .needsSecretAgain)
        #expect(other.methods.isEmpty)
        #expect(
            await refusal { try await library.change(server: "home", wish(server, user: "bob", secret: nil)) }
                == .failed(.wrongLogin(at: "\(server.address)")))
        #expect(try await library.servers().map(\.user) == ["alice"])
        try await library.change(server: "home", wish(other, server))
        try await library.change(server: "home", wish(server, secret: nil))
        #expect(try await library.servers().map(\.addresses) == [[server.address.text]])
        #expect(try await library.catalog.folders().count == 2)
    }

    @Test("may sign in with a token and its salt, which are kept as a password is, and replaced by one")
    func tokens() async throws {
        let server = try Self.server()
        var library: Library? = try await place.open()
        let address = server.address.text
        func wish(_ secret: SubsonicLogin.Secret) -> ServerWish {
            ServerWish(addresses: [address], user: "alice", secret: secret, allowsPlainPassword: nil)
        }
        try await library?.add(server: "home", wish(.token("t0ken", salt: "s")))
        #expect(server.asked.withLock { $0.allSatisfy { $0.query["t"] == "t0ken" && $0.query["s"] == "s" } })
        library = nil
        let again = try await place.open()
        #expect(try await again.servers().map(\.secret) == [.token])
        try await again.change(server: "home", wish(.password("sesame")))
        #expect(try await again.servers().map(\.secret) == [.password])
        #expect(server.asked.withLock { $0.last?.query["t"] } != "t0ken")
        #expect(await refusal { try await again.change(server: "home", wish(.token("", salt: "s"))) } == .noSecret)
        #expect(await refusal { try await again.change(server: "home", wish(.token("t", salt: ""))) } == .noSecret)
    }

    @Test("are refused under a name that is taken or none, and those of the command line are left alone")
    func names() async throws {
        let server = try Self.server()
        let fixed = SubsonicServer(name: "fixed", addresses: [server.address], login: MusicServer.alice)
        let library = try await place.open(fixed: [fixed])
        try await library.add(server: "home", wish(server))
        #expect(await refusal { try await library.add(server: "home", wish(server)) } == .taken("home"))
        #expect(await refusal { try await library.add(server: "Home/", wish(server)) } == .badName)
        #expect(await refusal { try await library.add(server: "fixed", wish(server)) } == .fixed("fixed"))
        #expect(await refusal { try await library.remove(server: "fixed") } == .fixed("fixed"))
        #expect(await refusal { try await library.change(server: "nowhere", wish(server)) } == .unknown("nowhere"))
        #expect(try await library.servers().map(\.isFixed) == [true, false])
    }

    @Test(
        "are told to be lost when their file holds none, and the file is left alone",
        arguments: [
            "", "{", "[{}]", #"[{"name":"home","addresses":[],"user":"a","password":"b","allowsPlainPassword":false}]"#,
            #"[{"name":"../x","addresses":["http://nas"],"user":"a","password":"b","allowsPlainPassword":false}]"#,
        ])
    func damage(text: String) async throws {
        let data = place.folder + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: data + "/servers.json"))
        let failure = await #expect(throws: Failure.self) { try await place.open() }
        #expect(failure?.line.contains("servers.json holds no music servers: delete it, and add them again") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: data + "/servers.json")) == Data(text.utf8))
    }

    @Test(
        "have addresses of http servers without a secret in them",
        arguments: ["", "nas", "ftp://nas", "http://a:b@nas", "http://nas/?p=1", "http://nas/#p", "file:///etc", "http://nas\n"])
    func addresses(address: String) {
        let wish = ServerWish(addresses: [address], user: "a", secret: .password("b"), allowsPlainPassword: nil)
        #expect(throws: ServerRefusal.badAddress) { try KeptServer("home", wish) }
    }
}
