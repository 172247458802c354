import Foundation
import Glibc
import Synchronization

/// Puts files with false headers into the library of a running server, and sends every kind of request about them.
struct LyingFiles: Sendable {
    struct Outcome: Sendable {
        var findings: [String] = []
        /// The number of files that became tracks, and of answers by status.
        var tracks = 0
        var statuses: [Int: Int] = [:]
        /// In seconds: the longest wait of an unrelated client, and the slowest answer about a file.
        var longestStall = 0.0
        var longestAnswer = 0.0
    }

    /// Seconds after which an answer counts as a hang, where the campaign has the machine to itself.
    var mostSeconds = Double.infinity
    /// The requests for each track.
    private static let questions = [
        "", "/audio", "/stream", "/stream?format=wav", "/art?size=64", "/waveform.json?pixels=500&wait=3", "/waveform.svg?wait=3",
        "/frames.json?count=100&wait=3", "/grid?wait=3", "/grid/correction", "/markers",
    ]

    let program: String
    let publicFolder: String
    let sounds: [HostileSound]
    let seed: UInt64

    /// Writes the file numbered `number` and returns its path: the same for the same seed.
    func writeCase(_ number: Int, in folder: String) throws -> String {
        var random = SeededGenerator(seed: seed &+ UInt64(number) &* 0x1000)
        let sound = sounds[number % sounds.count]
        let path = "\(folder)/\(number).\(sound.ending)"
        try Data(FileLie.applied(to: sound.bytes, using: &random)).write(to: URL(fileURLWithPath: path))
        // A scan leaves out for two seconds what may still be being copied.
        try FileManager.default.setAttributes([.modificationDate: Date() - 60], ofItemAtPath: path)
        return path
    }

    /// Serves the files with these numbers from their own folder.
    func run(_ numbers: Range<Int>, in folder: String) async throws -> Outcome {
        let (music, data) = (folder + "/music", folder + "/data")
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        for number in numbers { _ = try writeCase(number, in: music) }
        var outcome = Outcome()
        outcome.findings += try await serving(music, data) { client in try ask(client, &outcome) }
        // Start again with the data that was stored about them.
        outcome.findings += try await serving(music, data) { client in _ = try client.object("/rooms/main") }
        return outcome
    }

    private func serving(_ music: String, _ data: String, _ body: (LibraryClient) throws -> Void) async throws -> [String] {
        let words = [
            "--bind", "127.0.0.1", "--port", "0", "--log", "json", "--public", publicFolder, "--data", data, "--open-control",
            music,
        ]
        return try await ChildProcess.running(program, words) { process in
            var number = 0
            var port: UInt16?
            while port == nil {
                let fields = try JSONDecoder().decode([String: String].self, from: Data(try await process.errorLine(number).utf8))
                port = fields["url"].flatMap { URL(string: $0) }?.port.map(UInt16.init)
                number += 1
            }
            let client = LibraryClient(port: port!)
            var findings: [String] = []
            do {
                try body(client)
            } catch {
                findings.append("\(error)")
            }
            process.signal(SIGTERM)
            let ending = try await process.end()
            if ending != .code(0) { findings.append("the server ended with \(ending): \(process.transcript.text(1).suffix(1000))") }
            return findings
        }
    }

    private func ask(_ client: LibraryClient, _ outcome: inout Outcome) throws {
        // A connection that stays open: it breaks if the server crashes.
        let events = try client.events()
        let other = Bystander(client)
        defer { outcome.longestStall = max(outcome.longestStall, other.end()) }
        try client.rest("all files scanned and analyzed") { try !client.tracks().isEmpty }
        let tracks = try client.tracks("&missing=true").compactMap { $0["id"] as? Int }
        outcome.tracks = tracks.count
        for track in tracks {
            for question in Self.questions { try answer(client, "GET", "/tracks/\(track)\(question)", "", &outcome) }
            for command in [
                #"{"do":"queue.add","track":\#(track)}"#, #"{"do":"play","track":\#(track)}"#, #"{"do":"seek","position":0.4}"#,
                #"{"do":"seek","position":1e9}"#,
            ] {
                try answer(client, "POST", "/rooms/main/commands", command, &outcome)
            }
            try answer(client, "GET", "/rooms/main", "", &outcome)
        }
        try answer(client, "POST", "/rooms/main/commands", #"{"do":"set","crossfade":5,"skipSilence":true}"#, &outcome)
        for _ in tracks.prefix(5) { try answer(client, "POST", "/rooms/main/commands", #"{"do":"next"}"#, &outcome) }
        // An event on this connection shows that the server did not crash.
        _ = try client.ask("POST", "/playlists", json: #"{"name":"end"}"#)
        try LibraryClient.wait(for: #""change":"playlist""#, on: events)
    }

    private func answer(
        _ client: LibraryClient, _ method: String, _ path: String, _ body: String, _ outcome: inout Outcome
    ) throws {
        let start = Date()
        var status = 200
        do {
            _ = try client.ask(method, path, Array(body.utf8))
        } catch let refused as LibraryClient.Refused {
            status = refused.status
        } catch {
            // The next request shows whether the server crashed.
            outcome.findings.append("\(method) \(path) \(body): \(error)")
        }
        let seconds = Date().timeIntervalSince(start)
        outcome.statuses[status, default: 0] += 1
        outcome.longestAnswer = max(outcome.longestAnswer, seconds)
        if seconds > mostSeconds { outcome.findings.append("\(method) \(path) \(body) took \(seconds) s") }
        if status == 500 { outcome.findings.append("\(method) \(path) \(body): 500") }
    }
}

/// An unrelated client that requests the room's state all the time.
private final class Bystander: Sendable {
    private struct State {
        var longest = 0.0
        var isDone = false
    }

    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    init(_ client: LibraryClient) {
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isDone }) {
                let start = Date()
                // Ignore errors: the main client reports a crash.
                _ = try? client.ask("GET", "/rooms/main")
                let seconds = Date().timeIntervalSince(start)
                state.withLock { $0.longest = max($0.longest, seconds) }
                usleep(10_000)
            }
            ended.signal()
        }
    }

    /// Stops, and returns the time of the slowest answer in seconds.
    func end() -> Double {
        state.withLock { $0.isDone = true }
        ended.wait()
        return state.withLock { $0.longest }
    }
}
