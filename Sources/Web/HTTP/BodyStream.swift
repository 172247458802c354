import Synchronization

/// An answer whose bytes come over time, from any thread; it answers one request.
package final class BodyStream: Sendable {
    /// What the loop may send now.
    struct Batch {
        let pieces: [[UInt8]]
        /// True when nothing will follow.
        let isLast: Bool

        var count: Int { pieces.reduce(0) { $0 + $1.count } }
    }

    private enum Phase {
        case open
        /// Nothing more will be added; what waits is still sent.
        case finished
        /// Nothing more will be sent.
        case over
    }

    private struct State {
        var phase = Phase.open
        var isCut = false
        var pieces: [[UInt8]] = []
        /// Bytes of `pieces`, and of the last batch as long as the kernel has not taken it.
        var unsent = 0
        /// Calls the loop that sends; nil before the head goes out and after the end.
        var wake: (@Sendable () -> Void)?
        /// True when the loop has taken all there was: the next piece has to call it.
        var wantsWake = false
        var endActions: [@Sendable () -> Void] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// A body of which at most `limit` bytes may wait unsent; a peer that falls further behind is cut off.
    package init(limit: Int = 256 << 10) {
        self.limit = limit
    }

    /// Adds bytes to the body; false once the peer is gone or cut, or the body is finished.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        let (isTaken, wake, actions) = state.withLock { state -> (Bool, (@Sendable () -> Void)?, [@Sendable () -> Void]) in
            guard state.phase == .open else { return (false, nil, []) }
            guard !bytes.isEmpty else { return (true, nil, []) }
            guard bytes.count <= limit - state.unsent else {
                state.isCut = true
                let wake = state.wake
                return (false, wake, Self.end(&state))
            }
            state.pieces.append(bytes)
            state.unsent += bytes.count
            return (true, Self.takeWake(&state), [])
        }
        wake?()
        for action in actions { action() }
        return isTaken
    }

    /// Ends the body properly, behind what was sent.
    package func finish() {
        let (wake, actions) = state.withLock { state -> ((@Sendable () -> Void)?, [@Sendable () -> Void]) in
            guard state.phase == .open else { return (nil, []) }
            state.phase = .finished
            return (Self.takeWake(&state), exchange(&state.endActions, with: []))
        }
        wake?()
        for action in actions { action() }
    }

    /// Calls `action` once, when the peer is gone or cut or the body is finished; at once if that is already so. It may be
    /// called on a loop: it must not block.
    package func onEnd(_ action: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if state.phase == .open { state.endActions.append(action) }
            return state.phase != .open
        }
        if hasEnded { action() }
    }

    // For the conversation that sends it

    /// True when more came than the peer took.
    var isCut: Bool { state.withLock { $0.isCut } }

    /// True when nothing more will be added.
    var isFinished: Bool { state.withLock { $0.phase != .open } }

    /// Begins to call `wake`, from any thread, when there is something new to send.
    func attach(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            precondition(state.wake == nil, "one stream answers two requests")
            if state.phase != .over { state.wake = wake }
        }
    }

    /// All that waits; the kernel has everything that was taken before.
    func take() -> Batch {
        state.withLock { state in
            let batch = Batch(pieces: exchange(&state.pieces, with: []), isLast: state.phase != .open)
            state.unsent = batch.count
            state.wantsWake = true
            return batch
        }
    }

    /// The kernel has the last batch.
    func delivered() {
        state.withLock { state in state.unsent = state.pieces.reduce(0) { $0 + $1.count } }
    }

    /// Nothing more will be sent: the peer is gone, or has all it asked for.
    func end() {
        let actions = state.withLock { Self.end(&$0) }
        for action in actions { action() }
    }

    private static func takeWake(_ state: inout State) -> (@Sendable () -> Void)? {
        guard state.wantsWake else { return nil }
        state.wantsWake = false
        return state.wake
    }

    private static func end(_ state: inout State) -> [@Sendable () -> Void] {
        state.phase = .over
        state.pieces = []
        state.unsent = 0
        state.wake = nil
        return exchange(&state.endActions, with: [])
    }
}
