import Foundation
import Glibc
import Testing
import Waiting

@testable import Guardian

@Suite("The guardian") struct GuardianTests {
    /// A signal, the reason in the metrics, and whether it counts as a fault of the server.
    private static let ends: [(signal: Int32, reason: String, isFault: Bool)] = [
        (SIGKILL, "killed", false), (SIGSEGV, "fault", true), (SIGBUS, "bus", true), (SIGABRT, "abort", true),
        (SIGILL, "trap", true),
    ]

    private static func time(_ port: UInt16) throws -> Int {
        let client = try RoomClient(port)
        try client.send(["type": "time", "t1": 1])
        return try client.next("time").int("t3")
    }

    private static func restarts(_ port: UInt16, _ reason: String) async throws -> Int? {
        let name = "downbeat_restarts_total{reason=\"\(reason)\"} "
        let line = try await get(port, "/metrics").text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.dropFirst(name.count)) }
    }

    @Test("a dead server is restarted: no connection is refused, the clock continues, and the reason is reported")
    func deaths() async throws {
        try await Downbeat.serving(["--open-control"]) { server in
            let port = server.port
            var records = 0
            for end in Self.ends {
                let child = try server.child
                try await blocking {
                    let start = ContinuousClock.now
                    let before = try Self.time(port)
                    kill(child, end.signal)
                    // Connections made while there is no server wait for the next one.
                    let next = try server.child(after: child)
                    let (after, passed) = (try Self.time(port), ContinuousClock.now - start)
                    #expect(next != child)
                    // The room's time may not advance by more than a monotonic clock did.
                    let limit = Int(passed.components.seconds) * 1_000_000 + Int(passed.components.attoseconds / 1_000_000_000_000)
                    #expect(after > before && after - before <= limit + 10_000, "signal \(end.signal)")
                }
                #expect(try await Self.restarts(port, end.reason) == 1, "signal \(end.signal)")
                if end.isFault { records += 1 }
                // The record is written after the next server has started.
                let expected = records
                try await eventually("the record of signal \(end.signal)") {
                    try LibraryClient(port: port).list("/crashes").count == expected
                }
            }
            let client = LibraryClient(port: port)
            let (crashes, text) = try await blocking { () -> ([String], String) in
                let crashes = try client.list("/crashes")
                // Those of one second are in the order of their names.
                let name = crashes.first { $0["reason"] as? String == "fault" }?["name"] as? String ?? ""
                let text = try client.ask("GET", "/crashes/\(name)") as? [UInt8] ?? []
                return (crashes.compactMap { $0["reason"] as? String }, String(decoding: text, as: UTF8.self))
            }
            #expect(Set(crashes) == ["fault", "bus", "abort", "trap"])
            #expect(text.contains("reason: fault\n") && text.contains("return addresses") && text.contains("/downbeat\n"))
            server.process.signal(SIGTERM)
            #expect(try await server.process.end() == .code(0))
        }
    }

    @Test("crash records need the control token")
    func records() async throws {
        try await Downbeat.serving { server in
            #expect(try await get(server.port, "/api/v1/crashes").status == 401)
            let client = APIClient(port: server.port, token: try server.token)
            let answer = try await client.get("/crashes/token")
            #expect(answer.status == 404)
        }
    }

    @Test("the server ends if its guardian is killed")
    func guardianDies() async throws {
        try await Downbeat.serving { server in
            let child = try server.child
            server.process.signal(SIGKILL)
            try await eventually("the server's end") { ProcessEntry(child)?.isDead ?? true }
        }
    }

    @Test("SIGTERM to the guardian ends a suspended server, and SIGTERM to the server ends both")
    func stops() async throws {
        try await Downbeat.serving { server in
            kill(try server.child, SIGSTOP)
            server.process.signal(SIGTERM)
            #expect(try await server.process.end() == .code(0))
        }
        try await Downbeat.serving { server in
            kill(try server.child, SIGTERM)
            #expect(try await server.process.end() == .code(0))
        }
    }

    @Test("SIGTERM to both processes, as a service manager sends it, is an orderly stop")
    func both() async throws {
        try await Downbeat.serving { server in
            kill(try server.child, SIGTERM)
            server.process.signal(SIGTERM)
            #expect(try await server.process.end() == .code(0))
        }
    }

    @Test("SIGHUP ends the guardian by that signal")
    func hangUp() async throws {
        try await Downbeat.serving { server async throws in
            server.process.signal(SIGHUP)
            #expect(try await server.process.end() == .signal(SIGHUP))
        }
    }

    @Test("--no-guardian serves in one process")
    func unguarded() async throws {
        try await Downbeat.serving(["--no-guardian"]) { server async throws in
            for child in KillCampaign.children(of: server.process.id) {
                let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child)/exe")
                #expect(program == (try Downbeat.program + "-worker"))
            }
            #expect(try await get(server.port, "/health").status == 200)
            server.process.signal(SIGTERM)
            #expect(try await server.process.end() == .code(0))
        }
    }

    @Test("the kernel kills the server before its guardian if memory runs out")
    func memory() async throws {
        try await Downbeat.serving { server in
            func score(_ process: pid_t) throws -> Int {
                let text = try String(contentsOfFile: "/proc/\(process)/oom_score_adj", encoding: .utf8)
                return try #require(Int(text.prefix { $0 != "\n" }))
            }
            let (guardian, child) = (try score(server.process.id), try score(server.child))
            #expect(child == min(guardian + 100, 1000))
        }
    }

    @Test("work that ended two servers is set aside; a room stays set aside only until the server serves")
    func suspicion() {
        var suspicion = Suspicion()
        #expect(suspicion.ended(at: "room main", now: 1_000_000) == nil)
        #expect(suspicion.ended(at: "", now: 2_000_000) == nil)
        #expect(suspicion.ended(at: "room other", now: 3_000_000) == nil)
        #expect(suspicion.ended(at: "room main", now: 60_000_000) == SetAside(.room, "main"))
        #expect(SetAside.read(SetAside.text(suspicion.list)) == [SetAside(.room, "main")])
        suspicion.served()
        #expect(suspicion.list.isEmpty)
    }

    @Test("work that ends two servers within a minute is set aside, but never /health")
    func minutes() {
        var suspicion = Suspicion()
        for (moment, isSetAside) in [(0, false), (61_000_000, false), (100_000_000, true)] {
            let aside = suspicion.ended(at: "request GET /api/v1/tracks/{track}", now: UInt64(moment))
            #expect((aside != nil) == isSetAside, "\(moment)")
        }
        #expect(suspicion.list.first?.until == 100_000_000 + SetAside.pause)
        for moment in [0, 1] { #expect(suspicion.ended(at: "request GET /health", now: UInt64(moment)) == nil) }
        // It is tried again after ten minutes.
        _ = suspicion.ended(at: "", now: 100_000_000 + SetAside.pause)
        #expect(suspicion.list.isEmpty)
    }
}
