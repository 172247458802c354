import Foundation
import Testing
import Waiting

@Suite("The example clients")
struct ClientTests {
    private static let folder = Downbeat.checkout.path + "/Public/clients"
    private static let scripts = [
        "beats.py", "beats.mjs", "osc.py", "midi_clock.py", "wled.py", "terminal.py", "terminal.mjs", "beat.sh",
    ]
    /// The most lines of a client: one reads it before one runs it.
    private static let mostLines = 100

    @Test("pass their own unit tests in Python", .needs(.python))
    func unitTests() async throws {
        let tests = Downbeat.checkout.path + "/Tests/PublicTests"
        let (ending, out, err) = try await ChildProcess.run(
            Tool.python.found(), ["-B", "-W", "error", "-m", "unittest", "discover", "-s", tests, "-p", "*_test.py"])
        #expect(ending == .code(0), "\(out)\(err)")
        #expect(!err.contains("Ran 0 tests"))
    }

    @Test("are short, and print how they are run", .needs(.python), .needs(.node), arguments: scripts)
    func usage(_ script: String) async throws {
        let path = "\(Self.folder)/\(script)"
        let (ending, out, err) = try await ChildProcess.run(Self.runner(of: script), Self.options(of: script) + [path, "--help"])
        #expect(ending == .code(0), "\(err)")
        #expect(out.contains(script) && out.contains("http://localhost:8080"), "\(out)")
        #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count < Self.mostLines)
    }

    @Test("refuse an invalid address in one sentence", .needs(.python), .needs(.node), arguments: scripts)
    func noAddress(_ script: String) async throws {
        let more = script == "midi_clock.py" ? ["--out", "-"] : []
        let (ending, out, err) = try await ChildProcess.run(
            Self.runner(of: script), Self.options(of: script) + ["\(Self.folder)/\(script)", "localhost"] + more,
            environment: ["TERM": "xterm"])
        #expect(ending == .code(1) || ending == .code(64))
        #expect(!out.contains("localhost"))
        #expect(err == "localhost is no address: it begins with http:// or https://\n")
    }

    @Test("are all linked from one page")
    func page() async throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.contains(".") }
        try await Downbeat.serving { server async throws in
            let page = try await get(server.port, "/clients/")
            let links = Set(page.text.matches(of: /(?:href|src)="([^"]+)"/).map { String($0.1) })
            for link in links {
                let path = link.prefix { $0 != "#" }
                #expect(try await get(server.port, "/clients/\(path)").status == 200, "\(link)")
            }
            #expect(Set(files).subtracting(links) == ["index.html"])
            for (path, answer) in try await PageFiles.fetch(server.port, "/clients/lamp.html") {
                #expect(answer.status == 200, "\(path)")
            }
        }
    }

    @Test("act when each beat is due, and never after a pause or a seek for a beat from before", .needs(.python), .needs(.node))
    func due() async throws {
        try await Self.playing { server async throws in
            let script = Downbeat.checkout.path + "/Tests/Conformance/clients"
            let (ending, out, err) = try await ChildProcess.run(
                Tool.python.found(), ["-B", script, "--json", "--seconds", "2.5", "http://127.0.0.1:\(server.port)"])
            try #require(ending == .code(0), "\(err)")
            let rows = try JSONDecoder().decode([Row].self, from: Data(out.utf8))
            #expect(rows.map(\.client).sorted() == Self.scripts.sorted())
            for row in rows {
                #expect(row.due > 2 && row.missed == 0 && row.void == 0 && row.resumed && row.restored, "\(row)")
                #expect(row.p50 < Self.latest, "\(row)")
            }
        }
    }

    @Test("on a page light up on the beat, and stay dark during a pause", .needs(.chromium))
    func lamp() async throws {
        let light = "Math.max(...getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).map(Number))"
        try await Self.playing { server async throws in
            try await Browser.running { browser in
                try await browser.open("http://127.0.0.1:\(server.port)/clients/lamp.html")
                try await browser.wait(seconds: 60, until: "\(light) > 150")
                try await Self.command(#"{"do":"pause"}"#, server)
                try await browser.wait(seconds: 60, until: "\(light) < 40")
                _ = try await browser.evaluate(
                    "setInterval(() => { globalThis.most = Math.max(globalThis.most ?? 0, \(light)) }, 20)")
                // Longer than two beats, since beats are announced in advance.
                try await browser.wait(seconds: 60, until: "(globalThis.since ??= performance.now()) + 1500 < performance.now()")
                #expect(try await browser.evaluate("globalThis.most < 40") == "true")
                #expect(browser.complaints.isEmpty)
            }
        }
    }

    private struct Row: Decodable {
        let client: String
        let due, missed, void: Int
        let p50: Double
        let resumed, restored: Bool
    }

    /// In ms. Other processes on a loaded machine delay the clients and their observers; `Tests/Conformance/clients` has a stricter
    /// limit. A client that acts when a message arrives is off by hundreds of ms.
    private static let latest = 50.0

    /// A server whose main room plays clicks at 120 BPM without end.
    private static func playing(_ body: (Downbeat) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        try Data(ClickTrack(seconds: 60).wave).write(to: URL(fileURLWithPath: folder.path + "/clicks.wav"))
        try await Downbeat.serving(["--open-control", folder.path]) { server async throws in
            let port = server.port
            try await blocking {
                let client = LibraryClient(port: port)
                try client.rest("the clicks' analysis") { try client.tracks().count == 1 }
            }
            try await command(#"{"do":"repeat","mode":"all"}"#, server)
            try await command(#"{"do":"play","library":true}"#, server)
            try await body(server)
        }
    }

    private static func command(_ command: String, _ server: Downbeat) async throws {
        let port = server.port
        try await blocking { _ = try LibraryClient(port: port).ask("POST", "/rooms/main/commands", json: command) }
    }

    private static func runner(of script: String) throws -> String {
        switch (script as NSString).pathExtension {
        case "py": try Tool.python.found()
        case "mjs": try Tool.node.found()
        default: "/bin/bash"
        }
    }

    /// Without -B, Python would write a compiled downbeat.py into the folder, which is served.
    private static func options(of script: String) -> [String] { script.hasSuffix(".py") ? ["-B"] : [] }
}
