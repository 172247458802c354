import Web

/// Broadcasts one frame at a steady rate to everyone who connects; each begins with its send time.
enum FanoutServer {
    private static let topic = Topic("frames")

    private final class Session: WebSocketSession {
        func opened(_ socket: WebSocket) {
            socket.subscribe(to: FanoutServer.topic)
        }
    }

    static func run(_ options: BenchmarkOptions) async throws {
        let rate = max(options.number("rate", default: 60), 1)
        let size = max(options.number("bytes", default: 200), 8)
        let server = try BareServer.make(options, loops: 1, WebSocketRoute { _ in Session() })
        let filler = (8..<size).map { UInt8(truncatingIfNeeded: $0) }
        server.every(.microseconds(1_000_000 / rate)) {
            let now = MonotonicClock.now
            let stamp = (0..<8).map { UInt8(truncatingIfNeeded: now >> ($0 * 8)) }
            server.publish(EncodedMessage(binary: stamp + filler), to: topic, as: .fresh(keep: 1))
        }
        await server.run()
    }
}
