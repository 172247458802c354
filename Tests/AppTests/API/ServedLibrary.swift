import Foundation
import Testing
import Waiting

/// A server with a small library that is scanned and analyzed, for all tests of a suite, which get it from `current`.
struct ServedLibrary: SuiteTrait, TestScoping {
    /// What stands between the tests and the routes.
    enum Way {
        /// Nothing: a request is answered by a function of its text.
        case house
        /// A port of a server in this process, for tests that are about sockets.
        case port
        /// The real program, for tests that are about files which no other program may have open: this process starts others.
        case program
    }

    struct Current: Sendable {
        let client: APIClient
        /// The data folder.
        let data: String
        let music: String
        let uploads: String
        /// Nil if the server is another process.
        let house: House?
    }

    @TaskLocal static var current: Current?

    /// The tracks of `makeMusic`.
    private static let tracks = 3

    let way: Way
    let hasMusic: Bool
    let hasUploads: Bool
    let options: [String]

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let (folder, data) = (try TemporaryFolder(), try TemporaryFolder())
        defer { withExtendedLifetime((folder, data)) {} }
        let (music, uploads) = (folder.path + "/music", folder.path + "/uploads")
        for path in [music + "/more", music + "/bare", uploads] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        if hasMusic {
            try await Self.makeMusic(in: music, from: folder.path)
        }
        let upload = hasUploads ? ["--upload-folder", uploads, "--upload-limit", "1M"] : []
        let words = options + upload + [music]
        guard way == .program else {
            return try await House.serving(
                words, data: data.path, tracks: hasMusic ? Self.tracks : 0, atPort: way == .port
            ) { house in
                let client = way == .port ? APIClient(port: house.port, token: house.token) : house.client
                let current = Current(client: client, data: house.data, music: music, uploads: uploads, house: house)
                try await Self.$current.withValue(current) { try await function() }
            }
        }
        // Everything is analyzed before the server starts, so that no test needs to wait.
        for words in hasMusic ? [["scan", music], ["analyze"]] : [] {
            let ended = try await Downbeat.run(["library"] + words + ["--jobs", "2", "--data", data.path])
            guard ended.ending == .code(0) else { throw NeverHappened("library \(words): \(ended.err)") }
        }
        try await Downbeat.serving(words, data: data.path) { server in
            let client = APIClient(port: server.port, token: try server.token)
            let current = Current(client: client, data: server.data, music: music, uploads: uploads, house: nil)
            try await Self.$current.withValue(current) { try await function() }
        }
    }

    /// Three files with known sound, tags and covers.
    private static func makeMusic(in music: String, from folder: String) async throws {
        let clicks = folder + "/clicks.wav"
        try Data(ClickTrack().wave).write(to: URL(fileURLWithPath: clicks))
        let cover = music + "/more/cover.png"
        try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", "color=c=blue:s=200x100", "-frames:v", "1", cover])
        func words(_ tags: [String: String]) -> [String] { tags.flatMap { ["-metadata", "\($0.key)=\($0.value)"] } }
        try await MediaTrial.ffmpeg(
            ["-i", clicks, "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy"]
                + words([
                    "title": "Svefn-g-englar", "artist": "Sigur Rós", "album": "Ágætis byrjun", "date": "1999", "genre": "Rock",
                    "track": "2", "TSRC": "IS-A01-99-00213", "MusicBrainz Recording Id": "c0a4f1b2-6f0e-4a5b-9c3d-0123456789ab",
                ]) + [music + "/clicks.mp3"])
        try await MediaTrial.ffmpeg(
            ["-i", clicks, "-t", "6"]
                + words(["title": "Zwei", "artist": "Ångström", "album": "Straße", "date": "2005", "genre": "Pop"])
                + [music + "/more/two.wma"])
        // Noise of rising volume, different in each channel, so that no two pixels are equal.
        let noise = "aevalsrc=(random(0)*2-1)*t/5|(random(1)*2-1)*(1-t/5):d=5:s=44100"
        try await MediaTrial.ffmpeg(
            ["-f", "lavfi", "-i", noise] + words(["title": "Noise", "lyrics": "Hiss\nand hiss"]) + [
                "-sample_fmt", "s16", music + "/bare/noise.flac",
            ])
        try Data("no music".utf8).write(to: URL(fileURLWithPath: music + "/bare/text.mp3"))
    }
}

extension Trait where Self == ServedLibrary {
    static func served(
        by way: ServedLibrary.Way = .house, music: Bool = true, uploads: Bool = false, _ options: [String] = []
    ) -> Self {
        ServedLibrary(way: way, hasMusic: music, hasUploads: uploads, options: options)
    }
}

/// What the tests of a served library use.
protocol LibraryTests {}

extension LibraryTests {
    var library: ServedLibrary.Current { get throws { try #require(ServedLibrary.current) } }
    var client: APIClient { get throws { try library.client } }
    var house: House { get throws { try #require(try library.house) } }

    /// The id of the only track with this word in its title.
    func track(_ title: String) async throws -> Int {
        let items = try await client.get("/tracks?q=\(title)").items
        return try #require(items.count == 1 ? items[0]["id"] as? Int : nil)
    }
}

/// Tests of one server with music. They run one after the other, since some of them change the library.
@Suite("The API", .serialized, .needs(.ffmpeg), .served())
enum APITests {}
