import CLinux
import Dispatch
import Glibc
import Synchronization

/// A few threads that run blocking jobs, in the order of submission. They live as long as the process.
///
/// The queue has no limit: each caller must have one, such as one job per connection.
package final class ThreadPool: Sendable {
    package typealias Job = @Sendable () -> Void

    private struct State {
        /// The next job is the last of `front`; when that is empty, `back` is turned over.
        var front: [Job] = []
        var back: [Job] = []
        var threads = 0
        /// Threads that wait for a job, or are about to.
        var idle = 0

        mutating func takeFirst() -> Job? {
            if front.isEmpty { front = exchange(&back, with: []).reversed() }
            return front.popLast()
        }
    }

    private let name: String
    private let limit: Int
    private let niceness: Int32
    private let state = Mutex(State())
    private let jobs = DispatchSemaphore(value: 0)

    /// Starts the first thread; the others, `limit` in all, start when jobs wait. `niceness` lowers their priority.
    package init(name: String, limit: Int, niceness: Int32 = 0) {
        self.name = name
        self.limit = limit
        self.niceness = niceness
        let isStarted = grow()
        precondition(isStarted, "no thread for \(name)")
    }

    package func submit(_ job: @escaping Job) {
        let isShort = state.withLock { state in
            state.back.append(job)
            return state.front.count + state.back.count > state.idle && state.threads < limit
        }
        jobs.signal()
        // If no thread can be started, the job waits for an existing one.
        if isShort { grow() }
    }

    @discardableResult
    private func grow() -> Bool {
        let hasRoom = state.withLock { state in
            guard state.threads < limit else { return false }
            state.threads += 1
            state.idle += 1
            return true
        }
        guard hasRoom else { return false }
        let error = PlainThread.start(name: name) { [self] in work() }
        if error != 0 {
            state.withLock { state in
                state.threads -= 1
                state.idle -= 1
            }
        }
        return error == 0
    }

    private func work() {
        // For this thread alone; an error is ignored, since nothing depends on it.
        if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        while true {
            jobs.wait()
            let job = state.withLock { state in
                state.idle -= 1
                return state.takeFirst()
            }
            job?()
            state.withLock { $0.idle += 1 }
        }
    }
}
