import Synchronization

/// Carries an answer from curl's thread to its one reader, and holds curl back while the reader is slower.
final class BodyQueue: Sendable {
    /// Keeps a fast network busy between two reads.
    private static let room = 256 * 1024

    enum Offer { case taken, full, refused }

    private struct State {
        var head: AnswerHead?
        var waiting: [UInt8] = []
        var outcome: Result<Void, FetchError>?
        var isPaused = false
        var isNews = false
        var reader: CheckedContinuation<Void, Never>?

        /// The reader to wake.
        mutating func tell() -> CheckedContinuation<Void, Never>? {
            isNews = true
            defer { reader = nil }
            return reader
        }
    }

    private let state = Mutex(State())

    func begin(_ head: AnswerHead) {
        state.withLock {
            $0.head = head
            return $0.tell()
        }?.resume()
    }

    /// After `.full`, the same bytes are offered again once the reader has asked for them.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Offer {
        let (offer, reader): (Offer, CheckedContinuation<Void, Never>?) = state.withLock {
            guard $0.outcome == nil else { return (.refused, nil) }
            guard $0.waiting.isEmpty || $0.waiting.count + bytes.count <= Self.room else {
                $0.isPaused = true
                return (.full, nil)
            }
            $0.waiting.append(contentsOf: bytes)
            return (.taken, $0.tell())
        }
        reader?.resume()
        return offer
    }

    /// The first outcome stays.
    func finish(_ outcome: Result<Void, FetchError>) {
        state.withLock {
            if $0.outcome == nil { $0.outcome = outcome }
            return $0.tell()
        }?.resume()
    }

    func head() async -> Result<AnswerHead, FetchError> {
        await when { state in
            if case .failure(.cancelled) = state.outcome { return .failure(.cancelled) }
            // What went wrong after it is told by the body.
            if let head = state.head { return .success(head) }
            if case .failure(let error) = state.outcome { return .failure(error) }
            return nil
        }
    }

    /// The next bytes, nil at the end, and whether curl waits to be resumed.
    func next() async -> Result<(bytes: [UInt8]?, isPaused: Bool), FetchError> {
        await when { state in
            if case .failure(.cancelled) = state.outcome { return .failure(.cancelled) }
            if !state.waiting.isEmpty {
                let bytes = state.waiting
                state.waiting = []
                defer { state.isPaused = false }
                return .success((bytes, state.isPaused))
            }
            return state.outcome.map { outcome in outcome.map { (nil, false) } }
        }
    }

    private func when<Found>(_ look: (inout State) -> Found?) async -> Found {
        while true {
            if let found = state.withLock({ look(&$0) }) { return found }
            await withCheckedContinuation { reader in
                let hasNews = state.withLock { state in
                    defer { state.isNews = false }
                    if !state.isNews { state.reader = reader }
                    return state.isNews
                }
                if hasNews { reader.resume() }
            }
        }
    }
}
