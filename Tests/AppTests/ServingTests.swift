import Foundation
import System
import Testing
import Waiting

@Suite("The server's HTTP interface")
struct ServingTests {
    @Test("/health and /ready report the state")
    func system() async throws {
        try await Downbeat.serving { server async throws in
            let health = try await get(server.port, "/health")
            #expect((health.status, health.text) == (200, "ok\n"))
            let ready = try await get(server.port, "/ready")
            #expect((ready.status, ready.text) == (200, "ready\n"))
            for answer in [health, ready] { #expect(answer.fields["cache-control"] == "no-store") }
        }
    }

    @Test("/version is JSON with an increasing uptime")
    func version() async throws {
        struct Told: Decodable {
            let name: String
            let version: String
            let `protocol`: Int
            let uptime: Double
        }
        try await Downbeat.serving { server async throws in
            let answer = try await get(server.port, "/version")
            #expect(answer.type == "application/json")
            let first = try JSONDecoder().decode(Told.self, from: Data(answer.body))
            #expect(first.name == "downbeat")
            #expect(first.version == ProgramVersion.text)
            #expect(first.protocol == 1)
            #expect(first.uptime >= 0)
            let second = try JSONDecoder().decode(Told.self, from: Data(try await get(server.port, "/version").body))
            #expect(second.uptime > first.uptime)
        }
    }

    @Test("/metrics is Prometheus text: each sample has a number, a HELP and a TYPE")
    func metrics() async throws {
        try await Downbeat.serving { server async throws in
            _ = try await get(server.port, "/health")
            let answer = try await get(server.port, "/metrics")
            #expect(answer.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = answer.text.split(separator: "\n")
            let samples = lines.filter { !$0.hasPrefix("#") }
            #expect(samples.count > 10)
            for sample in samples {
                let parts = sample.split(separator: " ")
                #expect(parts.count == 2 && Double(parts[1]) != nil, "\(sample)")
                let name = parts[0].prefix { $0 != "{" }
                for word in ["HELP", "TYPE"] {
                    #expect(lines.contains { $0.hasPrefix("# \(word) \(name) ") }, "\(word) \(name)")
                }
            }
            let resident = samples.first { $0.hasPrefix("process_resident_memory_bytes ") }
            #expect((resident?.split(separator: " ").last.flatMap { Int($0) } ?? 0) > 1 << 20)
        }
    }

    @Test("the page and all files that it refers to have their media types")
    func page() async throws {
        try await Downbeat.serving { server async throws in
            let files = try await PageFiles.fetch(server.port, "/")
            #expect(files["/"]?.type == "text/html")
            #expect(files["/"]?.fields["content-security-policy"]?.contains("default-src 'self'") == true)
            let types = [
                "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "png": "image/png",
                "webmanifest": "application/manifest+json",
            ]
            for (path, answer) in files where path != "/" {
                #expect(answer.status == 200, "\(path)")
                #expect(answer.type == types[String(path.split(separator: ".").last ?? "")], "\(path)")
                #expect(answer.fields["x-content-type-options"] == "nosniff", "\(path)")
            }
            #expect(
                Set(files.keys).isSuperset(of: [
                    "/main.js", "/style.css", "/favicon.svg", "/net/roomLink.js", "/ui/words.js",
                ]))
            #expect(try await get(server.port, "/nothing").status == 404)
        }
    }

    @Test("/ws answers a ping with the times at which it was read and answered")
    func time() async throws {
        struct Told: Decodable {
            let type: String
            let t1, t2, t3: Int64
        }
        try await Downbeat.serving { server async throws in
            let answer = try await ask(server.port, "/ws", "{\"type\":\"time\",\"t1\":42}")
            let told = try JSONDecoder().decode(Told.self, from: Data(answer.utf8))
            #expect(told.type == "time")
            #expect(told.t1 == 42)
            #expect(told.t2 > 0 && told.t2 <= told.t3)
            #expect(try await ask(server.port, "/ws", "?").contains("\"type\":\"error\""))
        }
    }

    @Test("a page of another site cannot open the socket unless --allow-origin names it")
    func origins() async throws {
        try await Downbeat.serving(["--allow-origin", "https://home.example"]) { server async throws in
            let port = server.port
            let statuses = try await blocking {
                try ["http://evil.example", "https://home.example"].map {
                    try openSocket(port, "/ws", origin: $0).answer.status
                }
            }
            #expect(statuses == [403, 101])
        }
    }

    @Test("a request for a public host name is refused unless --allow-host names it")
    func hosts() async throws {
        try await Downbeat.serving(["--allow-host", "screens.example"]) { server async throws in
            #expect(try await get(server.port, "/", host: "screens.example:\(server.port)").status == 200)
            let answer = try await get(server.port, "/", host: "evil.example:80")
            #expect(answer.status == 421 && answer.text.contains("start it with --allow-host evil.example."))
        }
    }

    @Test("with json every line of the log is a JSON object, whatever a peer sends")
    func log() async throws {
        try await Downbeat.serving(["--log", "debug,json"]) { server async throws in
            _ = try await get(server.port, "/a%22%5C%00b")
            _ = try await get(server.port, "/", host: "evil\".example")
            _ = try await ask(server.port, "/ws", "\"\\")
            server.process.signal(15)
            #expect(try await server.process.end() == .code(0))
            let lines = server.process.transcript.text(1).split(separator: "\n")
            #expect(lines.count >= 3, "listening, stopping, stopped")
            for line in lines {
                let fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
                for name in ["time", "level", "message"] { #expect(fields[name] != nil, "\(line)") }
            }
        }
    }
}
