import Synchronization

/// The body of a streamed answer: any thread adds bytes over time. Used for one request.
package final class BodyStream: Sendable {
    /// The bytes that the loop may send now.
    struct Batch {
        let pieces: [[UInt8]]
        /// True when no batch follows.
        let isLast: Bool

        var count: Int { pieces.reduce(0) { $0 + $1.count } }
    }

    private enum Phase {
        case open
        /// Nothing more will be added; queued pieces are still sent.
        case finished
        /// Nothing more will be sent.
        case over
    }

    private struct State {
        var phase = Phase.open
        var isCut = false
        var pieces: [[UInt8]] = []
        /// Bytes of `pieces`, and of the last batch until the kernel has taken it.
        var unsent = 0
        /// Wakes the loop that sends; nil before the head is sent and after the end.
        var wake: (@Sendable () -> Void)?
        /// True when the loop has taken all pieces, so that the next one must wake it.
        var wantsWake = false
        var endActions: [@Sendable () -> Void] = []
        var delivered: (@Sendable () -> Void)?
    }

    private let limit: Int
    /// Whether it has an end of its own: then it goes on while the server stops and after a half-close, and a part of it never passes
    /// for all of it.
    let hasEnd: Bool
    private let state = Mutex(State())

    /// A body that queues at most `limit` unsent bytes; a peer that falls further behind is cut off.
    package init(limit: Int = 256 << 10, hasEnd: Bool = false) {
        self.limit = limit
        self.hasEnd = hasEnd
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

    /// Ends the body after the bytes already added.
    package func finish() {
        let (wake, actions) = state.withLock { state -> ((@Sendable () -> Void)?, [@Sendable () -> Void]) in
            guard state.phase == .open else { return (nil, []) }
            state.phase = .finished
            return (Self.takeWake(&state), exchange(&state.endActions, with: []))
        }
        wake?()
        for action in actions { action() }
    }

    /// Calls `action` once, when the peer is gone or cut off or the body is finished; at once if that is already so. It may
    /// run on a loop, so it must not block.
    package func onEnd(_ action: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if state.phase == .open { state.endActions.append(action) }
            return state.phase != .open
        }
        if hasEnded { action() }
    }

    /// Whether so many bytes can be added without cutting off the peer.
    package func hasRoom(for count: Int) -> Bool {
        state.withLock { count <= limit - $0.unsent }
    }

    /// Calls `action` on a loop each time the kernel has taken all that was added, so it must not block.
    package func onDelivery(_ action: @escaping @Sendable () -> Void) {
        state.withLock { if $0.phase == .open { $0.delivered = action } }
    }

    // For the conversation that sends it

    /// True when the peer fell too far behind.
    var isCut: Bool { state.withLock { $0.isCut } }

    /// True when nothing more will be added.
    var isFinished: Bool { state.withLock { $0.phase != .open } }

    /// Sets `wake`, which is called on any thread when there is something new to send.
    func attach(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            precondition(state.wake == nil, "one stream answers two requests")
            if state.phase != .over { state.wake = wake }
        }
    }

    /// Takes all queued pieces; the kernel must have taken the last batch.
    func take() -> Batch {
        state.withLock { state in
            let batch = Batch(pieces: exchange(&state.pieces, with: []), isLast: state.phase != .open)
            state.unsent = batch.count
            state.wantsWake = true
            return batch
        }
    }

    /// Called when the kernel has taken the last batch.
    func delivered() {
        let action = state.withLock { state in
            state.unsent = state.pieces.reduce(0) { $0 + $1.count }
            return state.delivered
        }
        action?()
    }

    /// Ends the stream: the peer is gone, or has the whole body.
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
        state.delivered = nil
        return exchange(&state.endActions, with: [])
    }
}
