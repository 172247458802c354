import Glibc
import Synchronization
import System

/// The threads of answers that take long, so that none of them delays a list, a command or a loop.
///
/// A few requests are worked for at a time: all share what lists need too, such as the catalog. Addresses take turns: who asks for much
/// waits for their own requests. Each request in the lane holds a share of a quota, which bounds those that wait.
package final class SlowLane: Sendable {
    /// The lane of the process.
    package static let shared = SlowLane(threads: max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)) / 2))
    /// Threads of usual priority get three quarters of a processor for which both compete; the analysis of music gets less than these.
    private static let niceness: Int32 = 5
    /// One more waits for the catalog meanwhile.
    private static let requestsPerThread = 2

    private let pool: ThreadPool
    private let turnstile: Turnstile
    private let jobs = Mutex(TurnQueue<Asker, ThreadPool.Job>())

    package init(threads: Int) {
        pool = ThreadPool(name: "slow-lane", limit: threads, niceness: Self.niceness)
        turnstile = Turnstile(inAll: threads * Self.requestsPerThread)
    }

    /// Where the tasks of one address run in the lane.
    package func place(of asker: Asker) -> Place { Place(asker, in: self) }

    private func submit(_ job: @escaping ThreadPool.Job, for asker: Asker) {
        jobs.withLock { $0.append(job, of: asker) }
        pool.submit { [self] in jobs.withLock { $0.takeNext() }?.job() }
    }

    /// Runs tasks of one address in the lane.
    package final class Place: TaskExecutor {
        private let asker: Asker
        private let lane: SlowLane

        /// Where requests in the lane wait for their turns.
        var turnstile: Turnstile { lane.turnstile }

        fileprivate init(_ asker: Asker, in lane: SlowLane) {
            (self.asker, self.lane) = (asker, lane)
        }

        package func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            lane.submit({ job.runSynchronously(on: self.asUnownedTaskExecutor()) }, for: asker)
        }
    }
}
