import Foundation
import Testing
import Waiting

@Suite("Few file descriptors") struct DescriptorTests {
    private static let question = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Sends a request on a connection that stays open. Returns the status, or nil if the server closed the connection.
    private static func ask(_ wire: Wire) -> Int? {
        guard (try? wire.send(question)) != nil, let head = try? wire.readHead(),
            let answer = try? Answer(head: head, body: [])
        else { return nil }
        if answer.status == 200 { _ = try? wire.read(3) }
        return answer.status
    }

    @Test("with few descriptors, open connections work, new ones are refused, and closed ones make room")
    func few() async throws {
        // How many connections that makes depends on the files that are open just when the server starts.
        try await Downbeat.serving(descriptors: 112) { server in
            let port = server.port
            try await blocking {
                var inside: [Wire] = []
                var refused = 0
                for _ in 0..<60 {
                    let wire = try Wire(port: port)
                    if Self.ask(wire) == 200 { inside.append(wire) } else { refused += 1 }
                }
                try #require(inside.count >= 2 && refused > 0, "\(inside.count) inside, \(refused) refused")
                for wire in inside { #expect(Self.ask(wire) == 200) }
                inside.removeFirst(inside.count / 2)
                try untilSo("room for somebody new") { try Self.ask(Wire(port: port)) == 200 }
                for wire in inside { #expect(Self.ask(wire) == 200) }
            }
        }
    }

    @Test("if the process has no descriptors left, new connections wait until one is free")
    func none() async throws {
        try await Downbeat.serving(descriptors: 104) { server in
            let port = server.port
            let inside = try await blocking {
                let inside = try Open(Wire(port: port))
                #expect(Self.ask(inside.wire) == 200, "it is inside before there is no room left")
                return inside
            }
            try await Self.limit(server, to: 5)
            let waiting = try await blocking {
                let waiting = try Open(Wire(port: port))
                try waiting.wire.send(Self.question)
                try untilSo("a pause in accepting") {
                    try inside.wire.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    let answer = try Answer(head: inside.wire.readHead(), body: [])
                    let body = try inside.wire.read(Int(answer.fields["content-length"] ?? "") ?? 0)
                    return !String(decoding: body, as: UTF8.self).contains("downbeat_accept_pauses_total 0\n")
                }
                #expect(Self.ask(inside.wire) == 200)
                return waiting
            }
            try await Self.limit(server, to: 64)
            #expect(try await blocking { try Answer(head: waiting.wire.readHead(), body: []).status } == 200)
        }
    }

    /// Passes a connection from one blocking closure to the next. Only one closure uses it at a time.
    private final class Open: @unchecked Sendable {
        let wire: Wire

        init(_ wire: Wire) {
            self.wire = wire
        }
    }

    /// Changes the program's soft limit while it runs.
    private static func limit(_ server: Downbeat, to count: Int) async throws {
        let tool = try await ChildProcess.run("/usr/bin/prlimit", ["--pid", "\(try server.child)", "--nofile=\(count):64"])
        #expect(tool.ending == .code(0), "\(tool.err)")
    }
}
