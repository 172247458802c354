import Dispatch
import Synchronization

/// The state that the reader of samples shares with the thread that fetches them.
final class SoundLine: Sendable {
    private struct State {
        var window: SoundWindow
        /// A failure that is not thrown yet; nil if the track ended normally.
        var failure: WorkerFailure?
        var hasEnded = false
        var isClosed = false
        /// The end of the range that the reader waits for.
        var awaited: Int?
        /// The pidfd of the worker, open as long as it is here.
        var process: Int32?
        var isAsleep = false

        /// Ends the reader's wait if its samples have come; true if `news` must be called.
        mutating func hasNews() -> Bool {
            guard let awaited, hasEnded || window.end >= awaited else { return false }
            self.awaited = nil
            return !isClosed
        }

        /// Whether the thread sleeps and must be woken.
        mutating func wakes() -> Bool {
            guard isAsleep, isClosed || window.isHungry else { return false }
            isAsleep = false
            return true
        }
    }

    private let state: Mutex<State>
    private let news: @Sendable () -> Void
    private let bell = DispatchSemaphore(value: 0)

    /// `news` is called from the thread that fetches the samples.
    init(from start: Int, news: @escaping @Sendable () -> Void) {
        state = Mutex(State(window: SoundWindow(from: start)))
        self.news = news
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func reaches(_ sample: Int) -> Bool { state.withLock { $0.window.reaches(sample) } }

    func samples(_ range: Range<Int>) throws(WorkerFailure) -> SoundFeed.Answer {
        let (answer, wakes) = state.withLock { state -> (Result<SoundFeed.Answer, WorkerFailure>, Bool) in
            state.window.want(upTo: range.upperBound)
            let samples = state.window.samples(range)
            if !state.hasEnded, range.upperBound > state.window.end {
                state.awaited = range.upperBound
                return (.success(.notYet), state.wakes())
            }
            if samples.isEmpty, let failure = state.failure.take() { return (.failure(failure), false) }
            return (.success(samples.isEmpty ? .end : .samples(samples)), state.wakes())
        }
        if wakes { bell.signal() }
        return try answer.get()
    }

    /// Kills the worker and ends its thread.
    func close() {
        let wakes = state.withLock { state in
            state.isClosed = true
            // Under the lock, so that the pidfd is still open.
            if let process = state.process { WorkerProcess.kill(process) }
            return state.wakes()
        }
        if wakes { bell.signal() }
    }

    /// Notes the running process; false if the feed is closed.
    func began(process: Int32) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.process = process }
            return !state.isClosed
        }
    }

    /// Forgets the process: its pidfd may be closed from here on.
    func forgetProcess() {
        state.withLock { $0.process = nil }
    }

    /// Blocks until more samples are wanted; false if the feed is closed.
    func waitForRoom() -> Bool {
        while true {
            let hasRoom = state.withLock { state -> Bool? in
                if state.isClosed { return false }
                if state.window.hasRoom { return true }
                state.isAsleep = true
                return nil
            }
            if let hasRoom { return hasRoom }
            bell.wait()
        }
    }

    func append(_ samples: ArraySlice<Float>) {
        let hasNews = state.withLock { state in
            state.window.append(samples)
            return state.hasNews()
        }
        if hasNews { news() }
    }

    /// Ends the samples, after the last one or with a failure.
    func end(_ failure: WorkerFailure?) {
        let hasNews = state.withLock { state in
            state.failure = failure
            state.hasEnded = true
            return state.hasNews()
        }
        if hasNews { news() }
    }
}
