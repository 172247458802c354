import Foundation
import Testing

@testable import Library

@Suite("Covers that cannot be shown", .needs(.ffmpeg), .timeLimit(.minutes(10)))
struct UnshownCoverTests {
    private static let broken: [UInt8] = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 500)
    private static let svg = Array(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>".utf8)

    private let (folder, data): (TemporaryFolder, TemporaryFolder)
    private var music: String { folder.path + "/music" }

    init() async throws {
        (folder, data) = (try TemporaryFolder(), try TemporaryFolder())
    }

    private func add(_ files: [String: [UInt8]]) throws {
        for (path, bytes) in files {
            let file = URL(fileURLWithPath: "\(music)/\(path)")
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
    }

    private func picture(_ size: String, _ name: String) async throws -> [UInt8] {
        let path = "\(folder.path)/\(name)"
        try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", "color=c=red:s=\(size)", "-frames:v", "1", path])
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// A server whose music is scanned and analyzed.
    private func serving(_ body: (APIClient) async throws -> Void) async throws {
        for words in [["scan", music], ["analyze"]] {
            let ended = try await Downbeat.run(["library"] + words + ["--jobs", "2", "--data", data.path])
            try #require(ended.ending == .code(0), "\(ended.err)")
        }
        try await Downbeat.serving([music], data: data.path) { server async throws in
            try await body(APIClient(port: server.port, token: try server.token))
        }
    }

    private func track(_ title: String, _ client: APIClient) async throws -> [String: Any] {
        try #require(try await client.get("/tracks?q=\(title)").items.first)
    }

    @Test("are none: their addresses have the drawn cover, in every size, and whatever is told of the music agrees")
    func agreement() async throws {
        try add([
            "a/inside.mp3": TinyMusic.file(music: 1, title: "inside", picture: Self.broken),
            "b/beside.wav": TinyMusic.file(.wav, music: 2, title: "beside"), "b/cover.jpg": Self.broken,
            "c/huge.wav": TinyMusic.file(.wav, music: 3, title: "huge"), "c/folder.png": try await picture("5000x4000", "huge.png"),
            "d/vector.wav": TinyMusic.file(.wav, music: 4, title: "vector"), "d/cover.jpg": Self.svg,
            "e/both.mp3": TinyMusic.file(music: 5, title: "both", picture: Self.broken),
            "e/cover.png": try await picture("40x40", "good.png"),
        ])
        try await serving { client async throws in
            for title in ["inside", "beside", "huge", "vector"] {
                let id = try #require(try await track(title, client)["id"] as? Int)
                for size in ["", "?size=64", "?size=16"] {
                    let answer = try await client.get("/tracks/\(id)/art\(size)")
                    #expect((answer.status, answer.type) == (200, "image/svg+xml"), "\(title)\(size)")
                }
                #expect(try await track(title, client)["hasCover"] as? Bool == false, "\(title)")
            }
            let both = try #require(try await track("both", client)["id"] as? Int)
            let answer = try await client.get("/tracks/\(both)/art")
            #expect((answer.status, answer.type) == (200, "image/png"), "the picture beside it")
            #expect(try await track("both", client)["hasCover"] as? Bool == true)
        }
    }

    @Test("are none in rooms, also before anybody has asked for them")
    func rooms() async throws {
        try add([
            "inside.mp3": TinyMusic.file(music: 1, title: "inside", picture: Self.broken),
            "b/beside.wav": TinyMusic.file(.wav, music: 2, title: "beside"), "b/cover.jpg": Self.broken,
        ])
        try await serving { client async throws in
            for title in ["inside", "beside"] {
                let id = try #require(try await track(title, client)["id"] as? Int)
                let played = try await client.send("POST", "/rooms/main/commands", json: #"{"do":"play","track":\#(id)}"#)
                #expect(played.status == 200)
                var card: [String: Any] = [:]
                // Its colours are asked for once it plays; only what hangs never tells.
                while card["id"] as? Int != id || card["hasCover"] as? Bool != false {
                    card = try await client.get("/rooms/main").object["track"] as? [String: Any] ?? [:]
                }
                let drawn = DrawnCover(title: title, artist: nil, album: nil, albumArtist: nil)
                #expect(card["colours"] as? [String] == drawn.colours, "\(title): \(card)")
                #expect(try await track(title, client)["hasCover"] as? Bool == false, "\(title)")
            }
        }
    }

    @Test("an SVG picture in a file is none from the start")
    func vector() async throws {
        try add(["vector.mp3": TinyMusic.file(music: 1, title: "vector", picture: Self.svg)])
        try await serving { client async throws in
            #expect(try await track("vector", client)["hasCover"] as? Bool == false)
        }
    }

    @Test("a picture that is put in their place is the cover, for all music beside it")
    func replaced() async throws {
        try add([
            "one.wav": TinyMusic.file(.wav, music: 1, title: "one"), "two.wav": TinyMusic.file(.wav, music: 2, title: "two"),
            "cover.jpg": Self.broken,
        ])
        try await serving { client async throws in
            let id = try #require(try await track("one", client)["id"] as? Int)
            #expect(try await client.get("/tracks/\(id)/art").type == "image/svg+xml")
            #expect(try await track("two", client)["hasCover"] as? Bool == false)
            try add(["cover.jpg": try await picture("40x30", "good.jpg")])
            #expect(try await client.get("/tracks/\(id)/art").type == "image/jpeg")
            for title in ["one", "two"] { #expect(try await track(title, client)["hasCover"] as? Bool == true, "\(title)") }
        }
    }
}
