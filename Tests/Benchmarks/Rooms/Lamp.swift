import Foundation
import Synchronization

/// One client on a thread of its own, so that only the server can delay its frames.
final class Lamp: Sendable {
    private let outcome = Mutex(Arrivals?.none)

    /// Connects, and counts arrivals for `duration` microseconds after a warm-up.
    init(port: UInt16, hello: String, warmUp: UInt64, duration: UInt64) {
        Thread { [self] in
            let client = Subscribers(port: port, .room(hello: hello))
            // If the connection fails nothing arrives, which the table shows.
            try? client.connect(1)
            client.pump(for: warmUp)
            client.measure(for: duration)
            outcome.withLock { $0 = client.arrivals }
        }.start()
    }

    var isOver: Bool { outcome.withLock { $0 != nil } }
    var arrivals: Arrivals { outcome.withLock { $0 ?? Arrivals() } }
}
