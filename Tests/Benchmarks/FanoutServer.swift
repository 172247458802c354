import System
import Web

/// Broadcasts frames at a steady rate to all clients; each frame begins with its send time.
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
        let seed = options.number("seed", default: 1)
        let bare = try BareServer(options, WebSocketRoute { _ in Session() })
        let server = bare.server
        var random = SeededBytes(seed: UInt64(seed))
        let filler = random.bytes(size - 8)
        server.every(.microseconds(1_000_000 / rate)) {
            let now = MachineClock().now
            let stamp = (0..<8).map { UInt8(truncatingIfNeeded: now >> ($0 * 8)) }
            server.publish(EncodedMessage(binary: stamp + filler), to: topic, as: .fresh(keep: 1))
        }
        await bare.run("fanout, \(rate)/s of \(size) B, seed \(seed)")
    }
}
