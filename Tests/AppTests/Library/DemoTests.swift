import Demo
import Foundation
import Testing
import Waiting

/// A first start of the server without arguments.
@Suite("The demo")
struct DemoTests {
    private static let titles = DemoSong.all.map(\.title)

    @Test("a server that never had a music folder makes songs, plays them to the first screen, and repeats them")
    func firstStart() async throws {
        let data = try TemporaryFolder()
        try await Downbeat.serving(["--open-control"], data: data.path) { server async throws in
            let token = try server.token
            try await blocking {
                let streams: [String: Any] = ["state": true, "beats": true, "grid": true]
                let client = try RoomClient.joined(server.port, ["token": token, "streams": streams]).client
                let grid = try client.next("grid")
                let playing = try client.message("music") { $0.type == "state" && !$0.isNull("track") }
                #expect(playing.object("track")["title"] as? String == Self.titles[0])
                #expect(playing.object("timeline")["playing"] as? Bool == true && playing.text("autoplay") == "demo")
                #expect(try Self.deviation(of: grid, from: DemoSong.all[0]) < 0.02)
                let library = LibraryClient(port: server.port)
                try library.rest("four songs") {
                    let tracks = try library.tracks()
                    return tracks.count == Self.titles.count
                        && tracks.allSatisfy { ($0["analysis"] as? [String: Any])?["state"] as? String == "done" }
                }
                let tracks = try library.tracks("&sort=album")
                #expect(tracks.compactMap { $0["title"] as? String } == Self.titles)
                // Near the end of the last song the first ones follow again. How many songs were ready at first depends on the
                // machine's speed.
                try client.command("seek", ["position": (DemoSong.all[0].beats.last?.seconds ?? 0) - 1])
                try library.rest("a queue of all songs") { try Self.count(library) >= Self.titles.count }
                if try Self.queue(library).count == Self.titles.count {
                    for _ in 1..<Self.titles.count { try client.command("next") }
                    try client.command("seek", ["position": (DemoSong.all[Self.titles.count - 1].beats.last?.seconds ?? 0) - 1])
                    try library.rest("the first song again") { try Self.count(library) > Self.titles.count }
                }
                #expect(try Self.queue(library).prefix(Self.titles.count + 1) == Self.titles + [Self.titles[0]])
            }
        }
        let files = try Self.files(in: data.path)
        #expect(files.count == Self.titles.count)
        try await Downbeat.serving(["--open-control"], data: data.path) { server async throws in
            let library = LibraryClient(port: server.port)
            try await blocking {
                _ = try library.ask("POST", "/rooms/main/commands", json: #"{"do":"pause"}"#)
                try library.rest()
            }
        }
        #expect(try Self.files(in: data.path) == files, "nothing is made twice")
        try await Downbeat.serving(["--open-control"], data: data.path) { server async throws in
            let state = try await Self.main(server)
            #expect(state["track"] as? [String: Any] != nil && state["autoplay"] as? String == "demo")
            #expect((state["timeline"] as? [String: Any])?["playing"] as? Bool == false, "what somebody paused stays so")
        }
        let music = try TemporaryFolder()
        try await Downbeat.serving(["--open-control", music.path], data: data.path) { server async throws in
            let state = try await Self.main(server)
            #expect(state["track"] is NSNull && state["autoplay"] as? String == "library")
            #expect((state["queue"] as? [String: Any])?["count"] as? Int == 0)
            let library = LibraryClient(port: server.port)
            #expect(try await blocking { try library.tracks().count } == 0, "what was named is all there is")
        }
        // A music folder was named once, so there is no demo any more.
        try await Downbeat.serving(["--open-control"], data: data.path) { server async throws in
            let library = LibraryClient(port: server.port)
            #expect(try await blocking { try library.tracks().count } == 0)
        }
    }

    @Test("a user's choice of music ends the demo")
    func choice() async throws {
        let data = try TemporaryFolder()
        try await Downbeat.serving(["--open-control"], data: data.path) { server async throws in
            try await blocking {
                let client = try RoomClient.joined(server.port, ["streams": ["state": true]]).client
                try client.message("music") { $0.type == "state" && !$0.isNull("track") }
                try client.command("pause")
                let paused = try client.message("a pause") {
                    $0.object("timeline")["playing"] as? Bool == false && !$0.isNull("track")
                }
                #expect(paused.text("autoplay") == "demo")
                try client.command("queue.clear")
                let state = try client.message("silence") {
                    $0.type == "state" && $0.isNull("track") && $0.int("revision") > paused.int("revision")
                }
                #expect(state.text("autoplay") == "library")
            }
        }
    }

    @Test("an empty music folder does not start the demo")
    func empty() async throws {
        try await Downbeat.serving { server async throws in
            let library = LibraryClient(port: server.port)
            try await blocking {
                try library.rest()
                #expect(try library.tracks().count == 0)
            }
            #expect(try await Self.main(server)["autoplay"] as? String == "library")
            #expect(!FileManager.default.fileExists(atPath: server.data + "/demo"))
        }
    }

    @Test("if the songs cannot be written, only the demo is missing")
    func noRoom() async throws {
        let data = try TemporaryFolder()
        try data.write("in the way", to: "demo")
        try await Downbeat.serving(data: data.path) { server async throws in
            #expect(try await get(server.port, "/health").status == 200)
            let said = server.process.transcript.text(1)
            #expect(said.contains("there is no demo") && said.contains("listening"))
        }
    }

    /// The median distance in seconds between a beat of the song and the nearest beat of the grid.
    private static func deviation(of grid: RoomMessage, from song: DemoSong) throws -> Double {
        let beats = try #require(grid["beats"] as? [Double])
        let apart = song.beats.map { beat in beats.map { abs($0 - beat.seconds) }.min() ?? .infinity }.sorted()
        return apart[apart.count / 2]
    }

    private static func files(in data: String) throws -> [String: Date] {
        let folder = data + "/demo"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Dictionary(
            uniqueKeysWithValues: try names.map {
                (
                    $0,
                    try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.modificationDate] as? Date ?? .distantPast
                )
            })
    }

    /// The titles in the room's queue.
    private static func queue(_ library: LibraryClient) throws -> [String] {
        let entries = try library.object("/rooms/main/queue")["entries"] as? [[String: Any]] ?? []
        return entries.compactMap { $0["title"] as? String }
    }

    /// Their number, which may be asked often.
    private static func count(_ library: LibraryClient) throws -> Int {
        (try library.object("/rooms/main")["queue"] as? [String: Any])?["count"] as? Int ?? 0
    }

    private static func main(_ server: Downbeat) async throws -> [String: Any] {
        let answer = try await get(server.port, "/api/v1/rooms/main")
        return try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any] ?? [:]
    }
}
