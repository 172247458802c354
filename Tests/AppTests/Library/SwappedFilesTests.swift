import CLinux
import Foundation
import Glibc
import Testing
import Waiting

/// Links in a music folder to songs elsewhere. Their targets are not watched, so they change without the server's knowledge.
@Suite("Files that were replaced") struct SwappedFilesTests {
    private static let kinds = ["token", "hard", "pipe", "renamed", "grown", "kept"]

    private static func song(_ number: Int) -> [UInt8] { TinyMusic.file(.wav, music: number * 100, title: "song \(number)") }

    /// Makes the file old enough to be scanned at once.
    private static func age(_ path: String) throws {
        let time = timespec(tv_sec: time(nil) - 60, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    private static func swap(_ kind: String, _ path: String, token: String) throws {
        switch kind {
        case "token", "hard", "pipe":
            unlink(path)
            let outcome = kind == "token" ? symlink(token, path) : kind == "hard" ? link(token, path) : mkfifo(path, 0o600)
            try #require(outcome == 0)
        case "renamed":
            try Data(song(50)).write(to: URL(fileURLWithPath: path + ".new"))
            try age(path + ".new")
            try #require(rename(path + ".new", path) == 0)
        case "grown":
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data([0, 0, 0, 0]))
            try file.close()
            try age(path)
        default: break
        }
    }

    @Test("a replaced file is never sent; music is found again after a request, and links to music still play")
    func swapped() async throws {
        let folder = try TemporaryFolder()
        for (number, kind) in Self.kinds.enumerated() {
            for path in ["music/\(kind)", "outside"] {
                try FileManager.default.createDirectory(atPath: "\(folder.path)/\(path)", withIntermediateDirectories: true)
            }
            let path = try folder.write(Self.song(number), to: "outside/\(kind).wav")
            try Self.age(path)
            try #require(symlink(path, "\(folder.path)/music/\(kind)/\(kind).wav") == 0)
        }
        let kept = Self.song(Self.kinds.count - 1)
        try await Downbeat.serving(["--open-control", folder.path + "/music"], data: folder.path + "/data") { server in
            try await blocking {
                let client = LibraryClient(port: server.port)
                try client.rest("all songs") { try client.tracks().count == Self.kinds.count }
                let tracks = try client.tracks().reduce(into: [String: Int]()) { tracks, track in
                    let path = try #require(track["path"] as? String)
                    tracks[String(path.split(separator: "/").last!.dropLast(4))] = track["id"] as? Int
                }
                func get(_ kind: String, _ form: String = "audio") throws -> Answer {
                    let wire = try Wire(port: server.port)
                    let id = try #require(tracks[kind])
                    try wire.send("GET /api/v1/tracks/\(id)/\(form) HTTP/1.1\r\nHost: x.local\r\nConnection: close\r\n\r\n")
                    return try Answer(head: wire.readHead(), body: wire.readToEnd())
                }
                for (number, kind) in Self.kinds.enumerated() { #expect(try get(kind).body == Self.song(number), "\(kind)") }
                for kind in Self.kinds {
                    try Self.swap(kind, "\(folder.path)/outside/\(kind).wav", token: folder.path + "/data/token")
                }
                for kind in Self.kinds.dropLast() {
                    let answer = try get(kind)
                    #expect(answer.status == 409, "\(kind): \(answer.text)")
                    #expect(answer.text.contains("unavailable"), "\(kind): \(answer.text)")
                }
                #expect(try get("kept").body == kept)
                // The requests above had their folders scanned.
                let grown = Self.song(4) + [0, 0, 0, 0]
                try client.rest("another look") { try get("renamed").body == Self.song(50) && get("grown").body == grown }
                try client.rest("loss") {
                    try client.tracks("&missing=true").filter { $0["available"] as? Bool == false }.count == 3
                }
                let secret = try String(contentsOfFile: folder.path + "/data/token", encoding: .utf8)
                for kind in ["token", "hard", "pipe"] {
                    for form in ["audio", "stream", "stream?format=wav", "art"] {
                        let answer = try get(kind, form)
                        // A picture is drawn where there is none.
                        let isDrawn = form == "art" && answer.text.hasPrefix("<svg")
                        #expect([404, 409].contains(answer.status) || isDrawn, "\(kind) \(form): \(answer.text)")
                        #expect(!answer.text.contains(secret.prefix(8)))
                    }
                }
                #expect(try get("kept").body == kept)
            }
        }
    }
}
