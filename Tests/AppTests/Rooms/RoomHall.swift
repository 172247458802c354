import Foundation
import Testing
import Waiting

/// A server whose music is scanned and analyzed, for all tests of rooms. Each test uses its own room.
struct RoomHall: SuiteTrait, TestScoping {
    struct Current: Sendable {
        let server: Downbeat
        let token: String
        let music: String
        /// A data folder with the finished analyses, for tests with their own servers.
        let prepared: String
        /// Ids of the tracks by title.
        let tracks: [String: Int]

        var port: UInt16 { server.port }
        var client: APIClient { APIClient(port: port, token: token) }

        func track(_ title: String) throws -> Int { try #require(tracks[title], "\(tracks)") }

        /// A client that may change its room, whose queue ends, and receives the state.
        func controller(_ room: String, _ streams: [String: Any] = ["state": true, "queue": true]) throws -> RoomClient {
            let client = try RoomClient.joined(port, ["room": room, "token": token, "kind": "controller", "streams": streams])
                .client
            try client.command("set", ["autoplay": "off"])
            return client
        }
    }

    @TaskLocal static var current: Current?

    /// The clicks of each track: the first, the interval, and the length of the track.
    static let clicks: [String: (first: Double, interval: Double, seconds: Double)] = [
        "long": (0.75, 0.5, 16), "quick": (0.4, 0.4, 9), "late": (2, 0.5, 7), "short": (0.2, 0.5, 2),
    ]

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let (music, prepared, data) = (folder.path + "/music", folder.path + "/prepared", folder.path + "/data")
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        for (name, clicks) in Self.clicks {
            let track = ClickTrack(first: clicks.first, interval: clicks.interval, seconds: clicks.seconds)
            try folder.write(track.wave, to: "music/\(name).wav")
        }
        for words in [["scan", music], ["analyze", "--all"]] {
            let ended = try await Downbeat.run(["library"] + words + ["--jobs", "2", "--data", prepared])
            guard ended.ending == .code(0) else { throw NeverHappened("library \(words): \(ended.err)") }
        }
        try FileManager.default.copyItem(atPath: prepared, toPath: data)
        try await Downbeat.serving([music], data: data) { server in
            let tracks = try await Self.tracks(of: server)
            let current = Current(
                server: server, token: try server.token, music: music, prepared: prepared, tracks: tracks)
            try await Self.$current.withValue(current) { try await function() }
        }
    }

    /// Ids of all tracks by title.
    static func tracks(of server: Downbeat) async throws -> [String: Int] {
        let items = try await APIClient(port: server.port).get("/tracks?limit=500").items
        return Dictionary(
            items.map { ($0["title"] as? String ?? "", $0["id"] as? Int ?? 0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// What the tests of rooms use.
protocol RoomTests {}

extension RoomTests {
    var hall: RoomHall.Current { get throws { try #require(RoomHall.current) } }

    /// Runs blocking work with sockets on its own thread.
    func inHall(_ body: @escaping @Sendable (RoomHall.Current) throws -> Void) async throws {
        let hall = try hall
        try await blocking { try body(hall) }
    }
}

/// Tests of rooms with the real program.
@Suite("Rooms", RoomHall())
enum RoomsTests {}
