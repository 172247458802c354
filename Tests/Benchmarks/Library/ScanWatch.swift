import Synchronization
import System
import Web

/// Knows when the first scan of a library is over, by asking the server a few times a second.
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
            let now = MonotonicClock.now
            guard !state.isOver, now >= state.nextLook else { return state.isOver }
            state.nextLook = now + Self.interval
            // A server that does not answer ends the watch: who asks it next learns why.
            let answer = (try? WebAsker(port: port).ask("/api/v1/library")) ?? []
            state.isOver = !String(decoding: answer, as: UTF8.self).contains("\"scanning\":true")
            return state.isOver
        }
    }
}
