import Synchronization
import System
import Testing
import Waiting
import Yardstick

@testable import Web

@Suite("Spreading", .serialized, .overTLSToo) struct SpreadingTests {
    /// Joins the topic, and records its id.
    private final class Listener: WebSocketSession {
        private let names: Mutex<[ConnectionID]>.Holder

        init(_ names: Mutex<[ConnectionID]>.Holder) {
            self.names = names
        }

        func opened(_ socket: WebSocket) {
            socket.subscribe(to: SpreadingTests.topic)
            socket.subscribe(to: SpreadingTests.all)
            names.value.withLock { $0.append(socket.id) }
        }
    }

    private static let topic = Topic("a")
    private static let all = Topic("all")
    /// More clients than one turn serves.
    private static let count = 100
    private static let firstTurn = 64

    private let clock = HandClock()

    @Test("published messages overtake spread ones, and both reach every subscriber once")
    func overtaking() async throws {
        try await withListeners { server, clients, _ in
            try await onLoop(of: server) {
                server.spread(EncodedMessage(text: "early"), to: Self.topic, as: .always)
                server.publish(EncodedMessage(text: "now"), to: Self.topic, as: .always)
                server.spread(EncodedMessage(text: "last"), to: Self.topic, as: .always)
            }
            for (index, client) in clients.enumerated() {
                let words = index < Self.firstTurn ? ["early", "now", "last"] : ["now", "early", "last"]
                try await expect(words, at: client)
            }
            #expect(await server.metrics().messagesSent == UInt64(Self.count * 3))
        }
    }

    @Test("a client that left, or left and rejoined, gets no more of a spread message under way")
    func leaving() async throws {
        try await withListeners { server, clients, names in
            let (left, returned) = (names[Self.count - 1], names[Self.count - 2])
            try await onLoop(of: server) {
                server.spread(EncodedMessage(text: "early"), to: Self.topic, as: .always)
                server.reach(left) { $0.unsubscribe(from: Self.topic) }
                server.reach(returned) {
                    $0.unsubscribe(from: Self.topic)
                    $0.subscribe(to: Self.topic)
                }
                server.spread(EncodedMessage(text: "second"), to: Self.topic, as: .always)
                server.spread(EncodedMessage(text: "end"), to: Self.all, as: .always)
            }
            for (index, client) in clients.enumerated() {
                let missed = max(0, index - (Self.count - 3))
                try await expect(Array(["early", "second", "end"].dropFirst(missed)), at: client)
            }
        }
    }

    @Test("a long message is sent to fewer clients per turn")
    func long() async throws {
        let text = String(repeating: "long", count: 50_000)
        try await withListeners { server, clients, _ in
            try await onLoop(of: server) {
                server.spread(EncodedMessage(text: text), to: Self.topic, as: .always)
                server.publish(EncodedMessage(text: "now"), to: Self.topic, as: .always)
            }
            for (index, client) in clients.enumerated() {
                try await expect(index < 2 ? [text, "now"] : ["now", text], at: client)
            }
        }
    }

    @Test("a message spread to one client reaches it alone, before later ones spread to all, unless it has left")
    func one() async throws {
        try await withListeners { server, clients, names in
            let (one, left) = (names[3], names[4])
            try await onLoop(of: server) {
                server.spread(EncodedMessage(text: "before"), to: Self.topic, as: .always)
                server.spread(EncodedMessage(text: "own"), to: Self.topic, for: one, as: .always)
                server.spread(EncodedMessage(text: "own"), to: Self.topic, for: left, as: .always)
                server.reach(left) { $0.unsubscribe(from: Self.topic) }
                server.spread(EncodedMessage(text: "end"), to: Self.all, as: .always)
            }
            for (index, client) in clients.enumerated() {
                try await expect(index == 3 ? ["before", "own", "end"] : ["before", "end"], at: client)
            }
        }
    }

    private func expect(_ words: [String], at client: TestClient) async throws {
        for word in words {
            let message = try await client.readMessage()
            #expect(message == .text(word))
        }
    }

    /// Runs an action once on the server's loop: actions that it posts run before the loop's next turn.
    private func onLoop(of server: Server, _ action: @escaping @Sendable () -> Void) async throws {
        let isDone = Flag()
        server.every(.milliseconds(1)) {
            if !isDone.isSet {
                action()
                isDone.set()
            }
        }
        try await eventually("it has acted") {
            clock.advance(by: .milliseconds(1))
            return isDone.isSet
        }
    }

    private func withListeners(_ body: (Server, [TestClient], [ConnectionID]) async throws -> Void) async throws {
        let names = Mutex<[ConnectionID]>.Holder([])
        try await withServer(clock: clock) { site in
            site.routes.webSocket("/ws", WebSocketRoute { _ in Listener(names) })
        } _: { server in
            var clients: [TestClient] = []
            for _ in 0..<Self.count { clients.append(try await server.open()) }
            try await eventually("all listen") { names.value.withLock { $0.count == Self.count } }
            try await body(server.server, clients, names.value.withLock { $0 })
        }
    }
}
