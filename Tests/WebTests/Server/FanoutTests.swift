import Synchronization
import Testing
import Waiting

@testable import Web

/// Joins the topic in its path; leaves it at "leave", and answers "ready?", so that a test knows that earlier steps are done.
final class ListenerSession: WebSocketSession {
    private let topic: Topic

    init(_ topic: String) {
        self.topic = Topic(topic)
    }

    func opened(_ socket: WebSocket) {
        socket.subscribe(to: topic)
        socket.subscribe(to: Topic("all"))
    }

    func received(_ message: WebSocketMessage, on socket: WebSocket) {
        if message == .text(Array("leave".utf8)) { socket.unsubscribe(from: topic) }
        socket.send(text: "ready")
    }

    static func build(_ site: inout Site) {
        site.routes.webSocket("/topic/{name}", WebSocketRoute { ListenerSession(try $0.parameters.text("name")) })
    }
}

extension TestServer {
    /// A client that has subscribed to a topic when this returns.
    func listen(_ topic: String, receiveBuffer: Int32? = nil) async throws -> TestClient {
        let client = try await open("/topic/" + topic, receiveBuffer: receiveBuffer)
        try await client.send(.text, "ready?")
        #expect(try await client.readMessage() == .text("ready"))
        return client
    }
}

@Suite("Publishing", .serialized, .overTLSToo) struct FanoutTests {
    @Test("every subscriber on every loop gets a message once, and no other client does")
    func topics() async throws {
        try await withServer(loops: 2, ListenerSession.build) { server in
            var clients: [(topic: String, client: TestClient)] = []
            for index in 0..<12 {
                let topic = index % 3 == 0 ? "b" : "a"
                clients.append((topic, try await server.listen(topic)))
            }
            for number in 0..<3 {
                server.server.publish(EncodedMessage(text: "a\(number)"), to: Topic("a"), as: .always)
                server.server.publish(EncodedMessage(text: "b\(number)"), to: Topic("b"), as: .always)
            }
            server.server.publish(EncodedMessage(text: "nobody"), to: Topic("c"), as: .always)
            server.server.publish(EncodedMessage(binary: [1, 2]), to: Topic("all"), as: .always)
            for (topic, client) in clients {
                for number in 0..<3 { #expect(try await client.readMessage() == .text("\(topic)\(number)")) }
                #expect(try await client.readMessage() == .binary([1, 2]))
            }
            let metrics = await server.server.metrics()
            #expect(metrics.webSockets == 12)
            // Nothing was sent except 12 × "ready" and the published messages.
            #expect(metrics.messagesSent == 12 + 12 * 4)
        }
    }

    @Test("a client that leaves a topic gets no more of its messages, and the others still do")
    func unsubscribe() async throws {
        try await withServer(ListenerSession.build) { server in
            var clients: [TestClient] = []
            for _ in 0..<5 { clients.append(try await server.listen("a")) }
            for index in [0, 3] {
                try await clients[index].send(.text, "leave")
                #expect(try await clients[index].readMessage() == .text("ready"))
            }
            server.server.publish(EncodedMessage(text: "one"), to: Topic("a"), as: .always)
            server.server.publish(EncodedMessage(text: "two"), to: Topic("all"), as: .always)
            for (index, client) in clients.enumerated() {
                if index != 0 && index != 3 { #expect(try await client.readMessage() == .text("one")) }
                #expect(try await client.readMessage() == .text("two"))
            }
        }
    }

    @Test("clients that disconnect leave the count and their topics")
    func vanished() async throws {
        try await withServer(loops: 2, ListenerSession.build) { server in
            var clients: [TestClient] = []
            for _ in 0..<8 { clients.append(try await server.listen("a")) }
            for index in [0, 2, 3, 7] { await clients[index].close() }
            try await eventually("four are left") { await server.server.metrics().webSockets == 4 }
            server.server.publish(EncodedMessage(text: "still here"), to: Topic("a"), as: .fresh(keep: 1))
            for index in [1, 4, 5, 6] { #expect(try await clients[index].readMessage() == .text("still here")) }
            #expect(await server.server.metrics().connections == 4)
        }
    }

    @Test("one client can be reached and closed by its id, and an old id reaches no client")
    func byName() async throws {
        final class Named: WebSocketSession {
            let names: Mutex<[ConnectionID]>.Holder
            init(_ names: Mutex<[ConnectionID]>.Holder) { self.names = names }
            func opened(_ socket: WebSocket) { names.value.withLock { $0.append(socket.id) } }
        }
        let names = Mutex<[ConnectionID]>.Holder([])
        try await withServer { site in
            site.routes.webSocket("/ws", WebSocketRoute { _ in Named(names) })
        } _: { server in
            let first = try await server.open()
            try await eventually("it has a name") { names.value.withLock { $0.count == 1 } }
            let name = names.value.withLock { $0[0] }
            server.server.send(EncodedMessage(text: "you"), to: name)
            #expect(try await first.readFrame() == .text("you"))
            server.server.close(name, .normal, reason: "enough")
            #expect(try await first.readFrame().closeCode == 1000)
            await first.close()
            try await eventually("it is gone") { await server.server.metrics().connections == 0 }
            let second = try await server.open()
            try await eventually("the second has a name") { names.value.withLock { $0.count == 2 } }
            server.server.send(EncodedMessage(text: "not for you"), to: name)
            server.server.send(EncodedMessage(text: "for you"), to: names.value.withLock { $0[1] })
            #expect(try await second.readFrame() == .text("for you"))
        }
    }

    @Test("a session that keeps its socket is freed when its client leaves")
    func keeper() async throws {
        final class Keeper: WebSocketSession {
            let count: Mutex<Int>.Holder
            var socket: WebSocket?
            init(_ count: Mutex<Int>.Holder) {
                self.count = count
                count.value.withLock { $0 += 1 }
            }
            deinit { count.value.withLock { $0 -= 1 } }
            func opened(_ socket: WebSocket) { self.socket = socket }
        }
        let count = Mutex<Int>.Holder(0)
        try await withServer { site in
            site.routes.webSocket("/ws", WebSocketRoute { _ in Keeper(count) })
        } _: { server in
            let client = try await server.open()
            #expect(count.value.withLock { $0 } == 1)
            await client.close()
            try await eventually("nothing is left of it") { count.value.withLock { $0 } == 0 }
        }
    }

    @Test("clients that agreed to compression get the shared deflated form, the others the plain one")
    func compressed() async throws {
        try await withServer(ListenerSession.build) { server in
            let plain = try await server.open("/topic/a")
            let packed = try server.connect()
            try await packed.upgrade("/topic/a", "sec-websocket-extensions: permessage-deflate")
            let text = String(repeating: "state ", count: 100)
            try await eventually("both are in") { await server.server.metrics().webSockets == 2 }
            server.server.publish(EncodedMessage(text: text, deflater: Deflater()), to: Topic("a"), as: .latest(key: 1))
            #expect(try await plain.readMessage() == .text(text))
            let frame = try await packed.readMessage()
            #expect(frame.isCompressed)
            #expect(try Inflater().inflate(frame.payload.span, limit: 1000) == Array(text.utf8))
        }
    }
}

extension Mutex where Value: Sendable {
    /// A mutex that can be shared.
    final class Holder: Sendable {
        let value: Mutex<Value>
        init(_ value: Value) { self.value = Mutex(value) }
    }
}
