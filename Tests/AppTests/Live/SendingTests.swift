import Foundation
import Session
import Testing
import Waiting

@testable import App

@Suite("Sound sent over a socket")
struct SendingTests {
    private static var open: [String: Any] { ["type": "input", "open": true, "label": "Stage", "rate": 48_000] }

    /// A block of 10 ms that is captured now, by the server's clock.
    private static func block(_ client: RoomClient, age: Int64 = 0, kind: UInt8 = 3) throws -> [UInt8] {
        try client.send(["type": "time", "t1": 0])
        let now = Int64(try client.next("time").int("t3")) - age
        let captured = (0..<8).map { UInt8(truncatingIfNeeded: now >> (8 * Int64($0))) }
        return [kind, 1, 0, 0, 0, 0, 0, 0] + captured + Array(repeating: [0, 0x40], count: 480).flatMap { $0 }
    }

    private static func inputs(_ server: Downbeat) throws -> [[String: Any]] {
        try LibraryClient(port: server.port).object("/inputs")["inputs"] as? [[String: Any]] ?? []
    }

    @Test("it becomes an input that a room plays, which is silent once the sender is gone")
    func whole() async throws {
        try await Downbeat.serving(["--open-control"]) { server in
            let client = try RoomClient(server.port)
            try client.join(["streams": [String: Any](), "client": "stage"])
            try client.send(Self.open)
            let answer = try client.next("input")
            #expect(answer.text("name") == "stage" && answer.text("source").hasPrefix("live:stage@"))
            try client.send(binary: Self.block(client))
            try client.command("live.start", ["input": "stage"])
            try untilSo("it sounds") {
                try client.send(binary: Self.block(client))
                return try Self.inputs(server).first?["state"] as? String == "sounding"
            }
            try client.send(["type": "input", "open": false])
            #expect(try client.next("input").isNull("name"))
            try untilSo("nobody sends it") { try Self.inputs(server).first?["state"] as? String == "absent" }
        }
    }

    @Test("only who may decide what plays can send, and only after saying so")
    func rights() async throws {
        try await Downbeat.serving { server in
            let viewer = try RoomClient(server.port)
            try viewer.join(["streams": [String: Any]()])
            try viewer.send(Self.open)
            #expect(try viewer.next("error").text("code") == "token-needed")
            try viewer.send(binary: Self.block(viewer))
            #expect(try viewer.next("error").text("code") == "bad-message")
            #expect(try Self.inputs(server).isEmpty)
            let owner = try RoomClient(server.port)
            try owner.send(Self.open)
            #expect(try owner.next("error").text("code") == "hello-first")
            try owner.join(["streams": [String: Any](), "token": try server.token])
            for wrong in [
                ["rate": 48_000], ["open": 1], ["open": true, "rate": 1], ["open": true, "rate": 48_000, "channels": 3],
            ] as [[String: Any]] {
                try owner.send(["type": "input"].merging(wrong) { $1 })
                #expect(try owner.next("error").text("code").hasPrefix("bad-"), "\(wrong)")
            }
            try owner.send(Self.open)
            try owner.next("input")
            // No sound, half a sample, another kind, the future, long ago.
            for wrong in [
                [], try Self.block(owner) + [0], try Self.block(owner, kind: 1), try Self.block(owner, age: -3_600_000_000),
                try Self.block(owner, age: 3_000_000),
            ] {
                try owner.send(binary: wrong)
                #expect(try owner.next("error").text("code").hasPrefix("bad-"))
            }
            try owner.send(binary: Self.block(owner))
            try owner.settle()
        }
    }

    @Test("so many can send at a time")
    func bounds() async throws {
        try await Downbeat.serving(["--open-control"]) { server in
            let clients = try (0..<9).map { number in
                let client = try RoomClient(server.port)
                try client.join(["streams": [String: Any](), "client": "\(number)"])
                try client.send(Self.open)
                return client
            }
            for client in clients.dropLast() { try client.next("input") }
            #expect(try clients[8].next("error").text("code") == "too-many")
            try clients[1].send(binary: Self.block(clients[1]))
            try clients[1].settle()
        }
    }
}
