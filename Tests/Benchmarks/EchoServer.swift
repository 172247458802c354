import Web

/// Sends every message back, compressed if that was negotiated: the peer for conformance suites.
enum EchoServer {
    private final class Session: WebSocketSession {
        func received(_ message: WebSocketMessage, on socket: WebSocket) {
            switch message {
            case .text(let bytes): socket.send(text: bytes)
            case .binary(let bytes): socket.send(binary: bytes, compressed: true)
            }
        }
    }

    /// The largest message of the Autobahn suite is 16 MiB.
    private static let largestMessage = 16 << 20

    static func run(_ options: BenchmarkOptions) async throws {
        let route = WebSocketRoute(maximumMessage: largestMessage, compressionThreshold: 0) { _ in Session() }
        try await BareServer(options, route).run("echo")
    }
}
