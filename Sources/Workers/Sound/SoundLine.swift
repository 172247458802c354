import Dispatch
import Synchronization

/// What the one who asks for samples and the thread that brings them share.
final class SoundLine: Sendable {
    private struct State {
        var window: SoundWindow
        /// How it ended: nil with the last sample, else with a failure that is not told yet.
        var failure: WorkerFailure?
        var hasEnded = false
        var isClosed = false
        /// The sample up to which somebody waits for news.
        var awaited: Int?
        /// The descriptor stands for the worker and is open as long as it is here.
        var process: Int32?
        var isAsleep = false

        /// Whether what was waited for has come, and should be told.
        mutating func hasNews() -> Bool {
            guard let awaited, hasEnded || window.end >= awaited else { return false }
            self.awaited = nil
            return !isClosed
        }

        /// Whether the thread sleeps and should not any more.
        mutating func wakes() -> Bool {
            guard isAsleep, isClosed || window.isHungry else { return false }
            isAsleep = false
            return true
        }
    }

    private let state: Mutex<State>
    private let news: @Sendable () -> Void
    private let bell = DispatchSemaphore(value: 0)

    /// `news` is called from the thread that brings the samples.
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

    /// Ends the worker and its thread.
    func close() {
        let wakes = state.withLock { state in
            state.isClosed = true
            // Under the lock, so that the descriptor still stands for this process.
            if let process = state.process { WorkerProcess.kill(process) }
            return state.wakes()
        }
        if wakes { bell.signal() }
    }

    /// Notes which process is at work; false when nobody listens any more.
    func began(process: Int32) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.process = process }
            return !state.isClosed
        }
    }

    /// Forgets the process: from here on its descriptor may close.
    func forgetProcess() {
        state.withLock { $0.process = nil }
    }

    /// Waits until more is wanted; false when nothing is any more.
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

    /// There is no more: because of a failure, or since this was all.
    func end(_ failure: WorkerFailure?) {
        let hasNews = state.withLock { state in
            state.failure = failure
            state.hasEnded = true
            return state.hasNews()
        }
        if hasNews { news() }
    }
}
