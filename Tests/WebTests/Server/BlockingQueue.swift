import Dispatch

/// Runs an actor on a thread that may block, so that the few threads of Swift's own pool stay free for the handlers.
final class BlockingQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "downbeat.test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
