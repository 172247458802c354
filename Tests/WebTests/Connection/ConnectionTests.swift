import CLinux
import System
import Testing

@testable import Web

@Suite("A connection") struct ConnectionTests {
    private static let more: [UInt8] = [4, 5]

    private func withConnection(_ body: (Connection, FakeTransport) throws -> Void) throws {
        try withBench { bench in
            let transport = FakeTransport()
            let peer = try #require(PeerAddress(text: "192.0.2.1"))
            try body(bench.connections.insert { Connection(transport, from: peer, id: $0, on: bench) }, transport)
        }
    }

    @Test("nothing is written after close: another connection may reuse the descriptor's number")
    func closed() throws {
        try withConnection { connection, transport in
            connection.close()
            #expect(connection.sendShared([1, 2, 3]))
            Self.more.withUnsafeBytes { connection.send($0, [6], 0..<1) }
            #expect(transport.written.isEmpty && !connection.isOpen)
        }
    }

    @Test("a shared message is taken whole or not at all, and sent before everything that follows")
    func shared() throws {
        try withConnection { connection, transport in
            transport.room = 2
            #expect(connection.sendShared([1, 2, 3]) && !connection.isDrained)
            Self.more.withUnsafeBytes { connection.send($0) }
            transport.room = .max
            connection.ready(EventLoop.Interest.writable.rawValue)
            #expect(transport.written == [1, 2, 3, 4, 5] && connection.isDrained)
            transport.room = 0
            #expect(!connection.sendShared([6, 7]))
            transport.room = .max
            connection.ready(EventLoop.Interest.writable.rawValue)
            #expect(transport.written == [1, 2, 3, 4, 5])
        }
    }

    @Test("it finishes when everything is written, and not before")
    func goodbye() throws {
        try withConnection { connection, transport in
            transport.room = 1
            #expect(connection.sendShared([1, 2]))
            connection.closeWhenSent()
            #expect(!transport.isFinished)
            transport.room = .max
            connection.ready(EventLoop.Interest.writable.rawValue)
            #expect(transport.isFinished && transport.written == [1, 2])
        }
    }

    private final class Silence: WebSocketSession {}

    @Test("a client's connection and WebSocket are small, since there are thousands")
    func memory() throws {
        try withConnection { connection, _ in
            let seat = try connection.bench.quotas.seat(.sockets, for: Asker(connection.peer, isTrusted: false))
            let route = WebSocketRoute { _ in Silence() }
            let webSocket = WebSocket(connection, session: Silence(), route: route, compression: nil, seat: seat)
            let objects: [AnyObject] = [connection, webSocket, seat]
            let held = objects.map { malloc_usable_size(Unmanaged.passUnretained($0).toOpaque()) }
            #expect(held[0] <= 152 && held[1] <= 240 && held[2] <= 104, "\(held) bytes")
            webSocket.ended()
        }
    }
}
