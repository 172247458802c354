import Foundation
import Testing
import Waiting

@Suite("Recordings of live sound")
struct RecordingTests {
    private let folder: TemporaryFolder
    private var up: String { "\(folder.path)/up" }
    private var data: String { "\(folder.path)/data" }

    init() throws {
        folder = try TemporaryFolder()
        for name in [up, "\(data)/recordings"] {
            try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
        }
    }

    private func serving(_ options: [String], _ body: (LibraryClient) async throws -> Void) async throws {
        try await Downbeat.serving(["--input", "test=tone:", "--open-control"] + options, data: data) {
            try await body(LibraryClient(port: $0.port))
        }
    }

    private func recording(_ api: LibraryClient) throws -> [String: Any]? {
        (try api.object("/inputs")["inputs"] as? [[String: Any]])?.first?["recording"] as? [String: Any]
    }

    private func stored() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(up)/Recordings").filter { $0.hasSuffix(".flac") }
    }

    private func status(_ api: LibraryClient, _ method: String, _ input: String) -> Int {
        do {
            _ = try api.ask(method, "/inputs/\(input)/recording")
            return 204
        } catch {
            return (error as? LibraryClient.Refused)?.status ?? 0
        }
    }

    @Test("one is stored as an upload when it ends, and is a track of the library")
    func whole() async throws {
        try await serving(["--upload-folder", up]) { api in
            #expect(status(api, "PUT", "other") == 404 && status(api, "DELETE", "test") == 404)
            #expect(status(api, "PUT", "test") == 204 && status(api, "PUT", "test") == 409)
            try untilSo("sound is written") { try recording(api)?["seconds"] as? Double ?? 0 > 0.5 }
            #expect(status(api, "DELETE", "test") == 204)
            try untilSo("it is stored") { try recording(api) == nil }
            #expect(try stored().count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(data)/recordings").isEmpty)
            let track = try #require(try api.tracks("&text=test").first)
            #expect("\(track)".contains("Recordings"))
            #expect(try #require(track["duration"] as? Double) > 0.5)
        }
    }

    @Test("one that was cut off with the server is stored by the next start, with its length", .needs(.ffmpeg))
    func cutOff() async throws {
        let whole = "\(folder.path)/whole.flac"
        try await MediaTrial.ffmpeg(["-f", "lavfi", "-i", "sine=f=440:r=48000:d=4", "-ac", "2", whole])
        // Without its length in the header, and with half a frame at the end.
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole)))
        for index in 22..<26 { bytes[index] = 0 }
        bytes[21] &= 0xF0
        try Data(bytes.dropLast(100)).write(to: URL(fileURLWithPath: "\(data)/recordings/2026-01-02 03.04 test.flac"))
        try await serving(["--upload-folder", up]) { api in
            try untilSo("it is stored") { try FileManager.default.contentsOfDirectory(atPath: "\(data)/recordings").isEmpty }
            #expect(try stored() == ["2026-01-02 03.04 test.flac"])
            let track = try #require(try api.tracks("&text=test").first)
            #expect(try abs(#require(track["duration"] as? Double) - 4) < 0.2)
        }
    }

    @Test("without a folder for uploads nothing is recorded")
    func noFolder() async throws {
        try await serving([]) { #expect(status($0, "PUT", "test") == 403) }
    }
}
