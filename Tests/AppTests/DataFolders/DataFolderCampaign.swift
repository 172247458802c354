import Foundation
import Glibc
import Waiting

/// Starts servers on altered data folders, sends each some requests as a page and a script would, and stops it.
struct DataFolderCampaign {
    /// The result of a campaign.
    struct Outcome: Sendable {
        /// Crashes, hangs, and refusals to start where the server should start.
        var findings: [String] = []
        /// The number of servers that started, and of those that refused to start with a sentence.
        var used = 0
        var refused = 0
        /// The time of the slowest answer in seconds.
        var slowest = 0.0
    }

    /// The requests to each server. Any answer is right, also an error.
    private static let paths = [
        "/tracks?limit=500", "/tracks?q=music&sort=title", "/tracks?sort=-added&bpmMin=20", "/albums", "/artists", "/library",
        "/analysis",
        "/tracks/1", "/tracks/1/grid", "/tracks/1/grid/correction", "/tracks/1/markers", "/tracks/1/waveform?pixels=100",
        "/tracks/1/waveform.svg", "/tracks/1/frames?count=10", "/tracks/1/cover", "/tracks/2", "/tracks/2/grid", "/playlists",
        "/playlists/1",
        "/playlists/1/entries", "/profiles", "/rooms", "/rooms/main",
    ]
    private static let commands = [
        #"{"do":"queue.add","library":true}"#, #"{"do":"play"}"#, #"{"do":"next"}"#, #"{"do":"seek","position":1}"#,
        #"{"do":"seek","bars":1}"#, #"{"do":"set","crossfade":3,"skipSilence":true}"#, #"{"do":"shuffle","on":true}"#,
        #"{"do":"look","style":"aurora"}"#, #"{"do":"previous"}"#, #"{"do":"pause"}"#,
    ]

    private let folder: String
    private let seed: UInt64
    private let program: String
    private var music: String { folder + "/music" }
    private var prepared: String { folder + "/prepared" }

    /// Makes a data folder with every kind of data.
    init(in folder: String, seed: UInt64, program: String) async throws {
        (self.folder, self.seed, self.program) = (folder, seed, program)
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        for number in 0..<2 {
            let sound = ClickTrack(first: 0.2, interval: 0.5, seconds: 3 + Double(number)).wave
            try Data(sound).write(to: URL(fileURLWithPath: "\(music)/music \(number).wav"))
        }
        for words in [["scan", music], ["analyze", "--all"]] {
            let ended = try await Downbeat.run(["library"] + words + ["--data", prepared])
            guard ended.ending == .code(0) else { throw NeverHappened("library \(words): \(ended.err)") }
        }
        try await Downbeat.serving(["--open-control", music], data: prepared) { server in
            try await blocking {
                let client = LibraryClient(port: server.port)
                _ = try client.ask("POST", "/tracks/1/markers", json: ##"{"start":0.5,"end":1,"label":"here","colour":"#ff8800"}"##)
                _ = try client.ask("PUT", "/tracks/1/grid/correction", json: #"{"steps":[{"do":"shift","milliseconds":7}]}"#)
                _ = try client.ask("POST", "/playlists", json: #"{"name":"kept","tracks":[1,2]}"#)
                for command in Self.commands.prefix(8) { _ = try? client.ask("POST", "/rooms/main/commands", json: command) }
            }
            server.process.signal(SIGTERM)
            _ = try await server.process.end()
        }
        // Write the journal back into the catalog's file, so that the mutations alter all data.
        _ = try await Downbeat.run(["library", "gc", "--data", prepared])
    }

    func run(rounds: Int) async throws -> Outcome {
        var outcome = Outcome()
        for round in 0..<rounds {
            var random = SeededGenerator(seed: seed &+ UInt64(round) &* 0x1000)
            let data = "\(folder)/data-\(round)"
            try FileManager.default.copyItem(atPath: prepared, toPath: data)
            var said: [String] = []
            var mayRefuse = false
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Mutations that may prevent the start are rare, since a server that does not start tests little.
                let mayEnd = Int.random(in: 0..<10, using: &random) == 0
                let mutations = DataFolderMutation.allCases.filter { $0.mayRefuse == mayEnd }
                guard let mutation = mutations.randomElement(using: &random) else { continue }
                // A catalog whose bytes were altered may refuse further changes.
                guard let change = try? mutation.apply(to: data, using: &random) else { continue }
                said.append("\(mutation): \(change)")
                mayRefuse = mayRefuse || mutation.mayRefuse
            }
            let story = "round \(round) of seed \(seed) (\(said.joined(separator: "; ")))"
            outcome.findings += try await serve(data, mayRefuse, &outcome).map { "\($0) in \(story)" }
            if outcome.findings.isEmpty { try FileManager.default.removeItem(atPath: data) }
        }
        return outcome
    }

    private func serve(_ data: String, _ mayRefuse: Bool, _ outcome: inout Outcome) async throws -> [String] {
        let words = [
            "--bind", "127.0.0.1", "--port", "0", "--log", "json", "--public", Downbeat.checkout.path + "/Public", "--data", data,
            "--open-control", music,
        ]
        let (findings, slowest, isUsed): ([String], Double, Bool) = try await ChildProcess.running(program, words) {
            process in
            guard let port = try await Self.port(of: process) else {
                let ending = process.transcript.waitForEnd(within: patience)
                let text = process.transcript.text(1)
                // Altered bytes may be the version.
                let isUnderstood = mayRefuse || text.contains("was written by a newer downbeat")
                if case .code(let code) = ending, code != 0, !text.isEmpty, isUnderstood { return ([], 0.0, false) }
                return (["no start, \(String(describing: ending)), and \(text.suffix(500))"], 0.0, false)
            }
            let (trouble, slowest) = try await blocking { Self.use(port) }
            if process.transcript.hasEnded {
                return (["a death: \(try await process.end()), and \(process.transcript.text(1).suffix(800))"], slowest, true)
            }
            process.signal(SIGTERM)
            guard let ending = process.transcript.waitForEnd(within: patience) else { return (["no end"] + trouble, slowest, true) }
            return ((ending == .code(0) ? [] : ["an end by \(ending)"]) + trouble, slowest, true)
        }
        if isUsed { outcome.used += 1 } else { outcome.refused += 1 }
        outcome.slowest = max(outcome.slowest, slowest)
        return findings
    }

    /// The port in the server's output; nil if the server ended before.
    private static func port(of process: ChildProcess) async throws -> UInt16? {
        for number in 0... {
            guard let line = try? await process.errorLine(number) else { return nil }
            let fields = try? JSONDecoder().decode([String: String].self, from: Data(line.utf8))
            if let port = fields?["url"].flatMap({ URL(string: $0) })?.port { return UInt16(port) }
        }
        return nil
    }

    /// Sends all requests. Returns those without an answer, and the time of the slowest answer.
    private static func use(_ port: UInt16) -> ([String], Double) {
        let client = LibraryClient(port: port)
        var (findings, slowest): ([String], Double) = ([], 0)
        func ask(_ what: String, _ body: () throws -> Void) {
            let start = Date()
            do {
                try body()
            } catch is LibraryClient.Refused {
                // An error status is an answer, too.
            } catch is RoomClient.Refused {
            } catch {
                findings.append("no answer to \(what) (\(error))")
            }
            slowest = max(slowest, Date().timeIntervalSince(start))
        }
        func askAll() {
            for path in paths { ask(path) { _ = try client.ask("GET", path) } }
            for command in commands { ask(command) { _ = try client.ask("POST", "/rooms/main/commands", json: command) } }
        }
        ask("a socket") {
            let streams: [String: Any] = [
                "state": true, "queue": true, "screens": true, "grid": true, "beats": true, "frames": ["fps": 30],
            ]
            let (room, _) = try RoomClient.joined(
                port, ["room": "main", "client": "a screen", "name": "a screen", "streams": streams])
            askAll()
            try room.settle()
        }
        return (findings, slowest)
    }
}
