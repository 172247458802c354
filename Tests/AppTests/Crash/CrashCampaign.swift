import Foundation
import Glibc
import Waiting

/// Kills the server with SIGKILL at random times, again and again on one data folder, and checks the data after each restart.
struct CrashCampaign: Sendable {
    /// The result of a campaign.
    struct Outcome: Sendable {
        var findings: [String] = []
        var rounds = 0
        /// The number of acknowledged changes, and of verified analysis files.
        var changes = 0
        var verified = 0
        /// At the end: the number of finished analyses, and of those given up after too many interruptions.
        var done = 0
        var interrupted = 0
    }

    /// The number of files at the start; clients add and move files.
    private static let files = 12
    /// Seconds of music in each file. Its analysis takes some tenths of a second, so that it is often interrupted.
    private static let seconds = 8.0
    /// Milliseconds from the checks to the kill.
    private static let life = 20...900

    private let program: String
    private let publicFolder: String
    private let folder: String
    private let seed: UInt64
    let ledger = CrashLedger()

    var music: String { folder + "/music" }
    var uploads: String { folder + "/uploads" }
    var data: String { folder + "/data" }

    init(program: String, publicFolder: String, folder: String, seed: UInt64) throws {
        (self.program, self.publicFolder, self.folder, self.seed) = (program, publicFolder, folder, seed)
        for path in [music, music + "/album", uploads] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        for number in 0..<Self.files { try Self.write(number, to: "\(music)/\(number).wav") }
    }

    func run(rounds: Int) async throws -> Outcome {
        var random = SeededGenerator(seed: seed)
        var outcome = Outcome()
        for round in 0..<rounds {
            let moment = Int.random(in: Self.life, using: &random)
            let seed = random.next()
            try await serving { server, process in
                outcome.findings += try await blocking { try check(server) }.map { "round \(round): \($0)" }
                // The clients ignore errors, since the server dies.
                let clients = clients(of: server, round, seed)
                let end = Task { try await blocking { _ = usleep(UInt32(moment) * 1000) } }
                async let work: Void = withTaskGroup { group in
                    for client in clients { group.addTask { _ = try? await blocking { while true { try client() } } } }
                }
                try await end.value
                // On a busy machine there may be no change so far: let the last server live until there is one.
                if round == rounds - 1 { try await eventually("a change") { ledger.total > 0 } }
                process.signal(SIGKILL)
                await work
                _ = try await process.end()
            }
            outcome.rounds += 1
            let (count, findings) = try verifyFiles()
            outcome.verified += count
            outcome.findings += findings.map { "round \(round): \($0)" }
        }
        try await serving { server, _ in
            outcome.findings += try await blocking { try check(server) }.map { "after the last round: \($0)" }
            let (done, findings, interrupted) = try await blocking { try comeToRest(server) }
            outcome.done = done
            outcome.interrupted = interrupted
            outcome.findings += findings
        }
        let (count, findings) = try verifyFiles()
        outcome.verified += count
        outcome.findings += findings
        outcome.changes = ledger.total
        return outcome
    }

    private func serving(_ body: (LibraryClient, ChildProcess) async throws -> Void) async throws {
        let words = [
            "--bind", "127.0.0.1", "--port", "0", "--log", "json", "--public", publicFolder, "--data", data, "--open-control",
            "--upload-folder", uploads, music,
        ]
        try await ChildProcess.running(program, words) { process in
            var number = 0
            while true {
                let line = try await process.errorLine(number)
                let fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
                if fields["level"] == "error" { throw NeverHappened("a start without trouble: \(line)") }
                if let port = fields["url"].flatMap({ URL(string: $0) })?.port {
                    return try await body(LibraryClient(port: UInt16(port)), process)
                }
                number += 1
            }
        }
    }

    // The work of the clients.

    private func clients(of server: LibraryClient, _ round: Int, _ seed: UInt64) -> [@Sendable () throws -> Void] {
        let (ledger, music) = (ledger, music)
        func client(_ number: UInt64, _ act: @escaping @Sendable (inout SeededGenerator, Int) throws -> Void)
            -> @Sendable () throws -> Void
        {
            let state = ClientState(SeededGenerator(seed: seed &+ number))
            return { try state.next(act) }
        }
        @Sendable func someTrack(_ random: inout SeededGenerator) throws -> Int? {
            try server.list("/tracks?limit=100").compactMap { $0["id"] as? Int }.sorted().randomElement(using: &random)
        }
        return [
            client(1) { random, turn in
                guard let track = try someTrack(&random) else { return }
                let label = "marker \(round)-\(turn)"
                try ledger.change({ $0.markers[track, default: []].insert(label) }) {
                    _ = try server.ask("POST", "/tracks/\(track)/markers", json: "{\"start\":0.5,\"label\":\"\(label)\"}")
                }
            },
            client(2) { random, turn in
                guard let track = try someTrack(&random) else { return }
                let shift = round * 1000 + turn + 1
                guard (try? server.object("/tracks/\(track)/grid?wait=5")) != nil else { return }
                try ledger.change({ $0.shifts[track] = shift }) {
                    let json = "{\"steps\":[{\"do\":\"shift\",\"milliseconds\":\(Double(shift % 400) + 1)}]}"
                    _ = try server.ask("PUT", "/tracks/\(track)/grid/correction", json: json)
                }
            },
            client(3) { random, _ in
                guard let track = try someTrack(&random) else { return }
                let lists = try server.list("/playlists")
                guard let list = lists.first?["id"] as? Int else {
                    _ = try server.ask("POST", "/playlists", json: "{\"name\":\"crash\"}")
                    return
                }
                try ledger.change({ $0.insertions += 1 }) {
                    _ = try server.ask(
                        "POST", "/playlists/\(list)/entries", json: "{\"tracks\":[\(track),\(track),\(track)]}")
                }
            },
            client(6) { _, _ in
                // More seconds of one item in each report, and one of each ten twice.
                let seconds = max(ledger.unsure.practice, 29) + 1
                let json =
                    #"{"name":"crash","item":"123e4567-e89b-12d3-a456-426614174000","day":"2026-11-25","bpm":90,"bars":9,"#
                    + "\"seconds\":\(seconds)}"
                try ledger.change({ $0.practice = seconds }) {
                    for _ in 0..<(seconds % 10 == 0 ? 2 : 1) { _ = try server.ask("POST", "/practice", json: json) }
                }
            },
            client(7) { _, _ in
                guard let song = try server.list("/songs").first?["id"] as? Int else {
                    _ = try server.ask("POST", "/songs", json: "{\"title\":\"crash\"}")
                    return
                }
                guard let list = try server.list("/set-lists").first?["id"] as? Int else {
                    _ = try server.ask("POST", "/set-lists", json: "{\"title\":\"0\"}")
                    return
                }
                let number = ledger.unsure.setList + 1
                let songs = Array(repeating: "\(song)", count: number % 7).joined(separator: ",")
                try ledger.change({ $0.setList = number }) {
                    _ = try server.ask("PATCH", "/set-lists/\(list)", json: "{\"title\":\"\(number)\",\"songs\":[\(songs)]}")
                }
            },
            client(4) { _, turn in
                let name = "u\(round)-\(turn).wav"
                let bytes = Self.wave(2 * Self.number(round, turn))
                try ledger.change({ $0.uploads[name] = bytes.count }) {
                    _ = try server.ask("POST", "/uploads?name=\(name)", bytes, type: "audio/wav")
                }
            },
            client(5) { random, turn in
                let names = try FileManager.default.contentsOfDirectory(atPath: music).filter { $0.hasSuffix(".wav") }.sorted()
                if turn % 4 == 0 { try Self.write(2 * Self.number(round, turn) + 1, to: "\(music)/new\(round)-\(turn).wav") }
                let name = names.randomElement(using: &random) ?? ""
                rename("\(music)/\(name)", "\(music)/\(round)-\(turn)-\(name.suffix(12))")
                _ = try server.ask("POST", "/library/scan")
                if let track = try someTrack(&random) {
                    _ = try server.ask("POST", "/analyze", json: "{\"tracks\":[\(track)],\"force\":true}")
                }
            },
        ]
    }

    /// The progress of a client.
    private final class ClientState: @unchecked Sendable {  // one thread at a time uses it
        private var random: SeededGenerator
        private var turn = 0

        init(_ random: SeededGenerator) {
            self.random = random
        }

        func next(_ act: (inout SeededGenerator, Int) throws -> Void) throws {
            do {
                try act(&random, turn)
            } catch is LibraryClient.Refused {
                // The file may have moved just now; a refused change did not happen.
            }
            turn += 1
        }
    }

    /// The number of a sound that no other turn and no first file has: the same sound twice would share its markers.
    private static func number(_ round: Int, _ turn: Int) -> Int { (round + 1) * 1_000 + turn }

    private static func wave(_ number: Int) -> [UInt8] {
        ClickTrack(
            first: 0.3 + Double(number % 97) / 400, interval: 0.4 + Double(number % 89) / 300,
            seconds: seconds + Double(number) / 50_000
        ).wave
    }

    private static func write(_ number: Int, to path: String) throws {
        try Data(wave(number)).write(to: URL(fileURLWithPath: path))
    }
}
