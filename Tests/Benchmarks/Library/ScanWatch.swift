import Synchronization
import System
import Web

/// Polls the server four times a second until the first scan of the library is over.
final class ScanWatch: Sendable {
    private struct State {
        var nextLook: UInt64 = 0
        var isOver = false
    }

    private static let interval: UInt64 = 250_000

    private let port: UInt16
    private let state = Mutex(State())

    init(port: UInt16) {
        self.port = port
    }

    var isOver: Bool {
        state.withLock { state in
            let now = MachineClock().now
            guard !state.isOver, now >= state.nextLook else { return state.isOver }
            state.nextLook = now + Self.interval
            // If the server does not answer, the watch ends: the next request of the benchmark reports the reason.
            let answer = (try? WebAsker(port: port).ask("/api/v1/library")) ?? []
            state.isOver = !String(decoding: answer, as: UTF8.self).contains("\"scanning\":true")
            return state.isOver
        }
    }
}
