import Foundation
import Glibc
import Testing
import Waiting

/// A folder with the program, where another one takes its place as in an upgrade.
private struct InstalledProgram {
    private let folder: TemporaryFolder

    var path: String { folder.path + "/downbeat" }

    init() async throws {
        folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: path + "-worker", withDestinationPath: try Downbeat.program + "-worker")
        try await upgrade()
    }

    /// Puts another file of the same program in the place.
    func upgrade() async throws { try await replace(by: try Downbeat.program) }

    func replace(byScript lines: String) async throws {
        try folder.write("#!/bin/sh\n\(lines)\n", to: "script")
        try #require(chmod(folder.path + "/script", 0o755) == 0)
        try await replace(by: folder.path + "/script")
    }

    private func replace(by file: String) async throws {
        try await ChildProcess.copy(file, to: path + ".new")
        try #require(rename(path + ".new", path) == 0)
    }
}

extension Downbeat {
    /// Waits for a line of the log, and returns its fields.
    fileprivate func line(_ message: String) async throws -> [String: String] {
        var number = 0
        while true {
            let text = try await process.errorLine(number)
            if let fields = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)), fields["message"] == message {
                return fields
            }
            number += 1
        }
    }

    /// The file that a process runs; the kernel adds "(deleted)" when another one has its name.
    fileprivate static func file(of process: pid_t) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
    }
}

@Suite("An upgrade") struct UpgradeTests {
    @Test("at SIGUSR1 the program on the disk takes over in the same process; what was answered is done, and nothing else")
    func takesOver() async throws {
        let installed = try await InstalledProgram()
        try await Downbeat.serving(["--open-control"], program: installed.path) { server in
            let (port, guardian, old) = (server.port, server.process.id, try server.child)
            try await installed.upgrade()
            let (code, answered) = try await blocking { () -> (Int, Int) in
                let client = try RoomClient(port, "streams=state")
                for number in 1...40 { try client.send(["type": "command", "id": number, "do": "look", "n": number]) }
                kill(guardian, SIGUSR1)
                let code = try client.closing()
                let answers = client.takeAll().compactMap { heard in
                    if case .message(let message) = heard, message.type == "result" { message["id"] as? Int } else { nil }
                }
                return (code, answers.max() ?? 0)
            }
            // "Service restart", by which pages know that what was not answered was not done.
            #expect(code == 1012)
            #expect(try await server.line("the new program serves")["from"] != nil)
            let new = try server.child
            #expect(new != old)
            for process in [guardian, new] { #expect(try Downbeat.file(of: process) == installed.path) }
            let look = try await blocking {
                (try LibraryClient(port: port).object("/rooms/main")["look"] as? [String: Any])?["n"] as? Int ?? 0
            }
            #expect(look == answered)
            // The new guardian restarts, counts and stops as the old one.
            kill(new, SIGKILL)
            _ = try await blocking { try server.child(after: new) }
            #expect(try await get(port, "/metrics").text.contains("downbeat_restarts_total{reason=\"killed\"} 1\n"))
            server.process.signal(SIGTERM)
            #expect(try await server.process.end() == .code(0))
        }
    }

    @Test("a program that cannot start changes nothing, and the next one can take over")
    func refused() async throws {
        let installed = try await InstalledProgram()
        try await Downbeat.serving(program: installed.path) { server in
            let old = try server.child
            try await installed.replace(byScript: "echo 'downbeat: no disk like this one' >&2; exit 69")
            server.process.signal(SIGUSR1)
            let line = try await server.line("the new program cannot start, so this one goes on")
            #expect(line["reason"] == "no disk like this one")
            #expect(try await get(server.port, "/health").status == 200)
            #expect(try server.child == old)
            try await installed.upgrade()
            server.process.signal(SIGUSR1)
            _ = try await server.line("the new program serves")
            #expect(try server.child != old)
        }
    }

    @Test("a program that starts on trial but cannot take over is left again", arguments: ["takes-over", "guarded"])
    func goesBack(word: String) async throws {
        let installed = try await InstalledProgram()
        let refusing = installed.path + ".refuses"
        try await Downbeat.serving(program: installed.path, environment: ["DOWNBEAT_TEST_REFUSAL": "\(word) \(refusing)"]) {
            server in
            try await installed.upgrade()
            try FileManager.default.linkItem(atPath: installed.path, toPath: refusing)
            server.process.signal(SIGUSR1)
            let line = try await server.line("the program before serves again")
            #expect(line["reason"]?.isEmpty == false)
            #expect(try await get(server.port, "/health").status == 200)
            for process in [server.process.id, try server.child] {
                #expect(try Downbeat.file(of: process) == installed.path + " (deleted)")
            }
            server.process.signal(SIGTERM)
            #expect(try await server.process.end() == .code(0))
        }
    }

    @Test("a program refuses the catalog of a newer one in one sentence, as a server and on trial, and changes no byte of it")
    func downgrade() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/data"
        try await Downbeat.serving(data: data) { server async throws in
            server.process.signal(SIGTERM)
            #expect(try await server.process.end() == .code(0))
        }
        let file = URL(fileURLWithPath: data + "/catalog.sqlite")
        do { try Database(file.path).run("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)") }
        let before = try Data(contentsOf: file)
        for words in [[], ["try-start"]] {
            let (ending, _, err) = try await Downbeat.run(words + ["--port", "0", "--bind", "127.0.0.1", "--data", data])
            #expect(ending == .code(69))
            #expect(err.contains("the catalog was written by a newer downbeat (its version is 99) and is left as it is"), "\(err)")
        }
        #expect(try Data(contentsOf: file) == before)
    }

    @Test("without a newer catalog a trial finds nothing against a start, also while a server uses the folder")
    func trial() async throws {
        try await Downbeat.serving { server in
            let (ending, out, err) = try await Downbeat.run(["try-start", "--data", server.data])
            #expect(ending == .code(0) && out.isEmpty, "\(err)")
        }
    }
}
