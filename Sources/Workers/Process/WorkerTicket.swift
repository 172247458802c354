import Synchronization

/// One job from the moment it is asked for until its outcome is known; whoever asked may change their mind at any time.
final class WorkerTicket: Sendable {
    typealias Outcome = Result<WorkerResult, WorkerFailure>

    private enum Phase {
        case waiting
        /// The descriptor stands for the process and is open as long as this phase lasts.
        case running(process: Int32)
        case ended
    }

    private struct State {
        var phase = Phase.waiting
        var isCancelled = false
        var outcome: Outcome?
        var continuation: CheckedContinuation<Outcome, Never>?
    }

    let job: WorkerJob
    /// Called from the thread that listens to the worker, with 0 to 1.
    let progress: @Sendable (Double) -> Void
    /// Called from the same thread, with the output as it is written and how many frames stand in it.
    let grown: @Sendable (WorkerFile, Int) -> Void
    private let state = Mutex(State())

    init(
        _ job: WorkerJob, progress: @escaping @Sendable (Double) -> Void,
        grown: @escaping @Sendable (WorkerFile, Int) -> Void = { _, _ in }
    ) {
        self.job = job
        self.progress = progress
        self.grown = grown
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The outcome, if it is known already.
    var outcomeSoFar: Outcome? { state.withLock { $0.outcome } }

    /// Waits for the outcome. Cancelling the task that waits ends the worker.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if state.outcome == nil { state.continuation = continuation }
                    return state.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Notes which process is at work; false when it should not be, since the job was cancelled meanwhile.
    func began(process: Int32) -> Bool {
        state.withLock { state in
            if !state.isCancelled { state.phase = .running(process: process) }
            return !state.isCancelled
        }
    }

    /// Forgets the process: from here on its descriptor may close.
    func ended() {
        state.withLock { $0.phase = .ended }
    }

    /// Gives the one who waits what came of it; only the first outcome counts.
    func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    /// Ends the worker, or takes the job out of the line.
    func cancel() {
        let isWaiting = state.withLock { state in
            state.isCancelled = true
            switch state.phase {
            case .waiting: return true
            // Under the lock, so that the descriptor still stands for this process.
            case .running(let process): WorkerProcess.kill(process)
            case .ended: break
            }
            return false
        }
        // One that runs is told once it is buried.
        if isWaiting { finish(.failure(.cancelled)) }
    }
}
