import Foundation
import Testing
import Waiting

extension RoomsTests {
    /// A queue of the maximum length.
    @Suite("A long queue") struct LongQueueTests: RoomTests {
        private func serving(_ body: @escaping @Sendable (Downbeat, RoomClient) throws -> Void) async throws {
            let hall = try hall
            let folder = try TemporaryFolder()
            let data = folder.path + "/data"
            try FileManager.default.copyItem(atPath: hall.prepared, toPath: data)
            let track = try hall.track("long")
            try await Downbeat.serving(["--no-guardian", hall.music], data: data) { server in
                try await blocking {
                    let host = try RoomClient.joined(server.port, ["room": "main", "token": server.token]).client
                    try host.command("play", ["tracks": Array(repeating: track, count: 10_000)])
                    try body(server, host)
                }
            }
        }

        @Test("is encoded once for all clients and all their requests")
        func shared() async throws {
            try await serving { server, host in
                let streams = ["queue": true]
                let viewers = try (0..<5).map { _ in
                    try RoomClient.joined(server.port, ["room": "main", "streams": streams]).client
                }
                let sent = Set(try viewers.map { try $0.next("queue").int("sent") })
                #expect(sent.count == 1)
                for _ in 0..<4 {
                    try viewers[0].send(["type": "unsubscribe", "streams": ["queue"]])
                    try viewers[0].send(["type": "subscribe", "streams": streams])
                    #expect(try sent.contains(viewers[0].next("queue").int("sent")))
                }
                let asked = try LibraryClient(port: server.port).object("/rooms/main/queue")
                #expect(sent.contains(asked["sent"] as? Int ?? 0) && (asked["entries"] as? [Any])?.count == 10_000)
                let revision = try host.command("queue.move", ["entry": 9000, "to": 1])
                let later = try viewers.map { viewer in
                    try viewer.message("the queue of revision \(revision)") { $0.type == "queue" && $0.int("revision") >= revision }
                }
                #expect(Set(later.map { $0.int("sent") }).count == 1)
                #expect(later.allSatisfy { $0.list("entries")[1]["entry"] as? Int == 9000 })
            }
        }

        @Test("is not written again by a command that does not change it")
        func kept() async throws {
            try await serving { server, host in
                /// Bytes that the server has written with write(2) and similar calls.
                func written() throws -> Int {
                    let text = try String(contentsOfFile: "/proc/\(server.process.id)/io", encoding: .utf8)
                    let line = text.split(separator: "\n").first { $0.hasPrefix("wchar:") }
                    return try #require(line.flatMap { Int($0.dropFirst("wchar: ".count)) })
                }
                /// The minimum of several tries: the server's other work writes, too.
                func least(_ tries: Int, _ body: (Int) throws -> Void) throws -> Int {
                    try (0..<tries).map { number in
                        let before = try written()
                        try body(number)
                        return try written() - before
                    }.min() ?? .max
                }
                let volume = try least(12) { try host.command("set", ["volume": 0.5 + Double($0) / 100]) }
                // One page of the journal with its header, and the wake-ups of the loops.
                #expect((1048...1048 + 400).contains(volume), "\(volume)")
                let screen = try RoomClient.joined(server.port, ["room": "main"])
                let nothing = try least(5) { _ in try host.command("screen.identify", ["screen": screen.welcome.int("id")]) }
                #expect(nothing < 400, "\(nothing)")
                let moved = try least(5) { try host.command("queue.move", ["entry": 9000 - $0, "to": 1]) }
                #expect(moved < 4 * 1048, "\(moved)")
            }
        }
    }
}
