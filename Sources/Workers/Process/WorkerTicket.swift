import Synchronization

/// One job from its submission until its outcome is known; the caller may cancel it at any time.
final class WorkerTicket: Sendable {
    typealias Outcome = Result<WorkerResult, WorkerFailure>

    private enum Phase {
        case waiting
        /// The pidfd, open as long as this phase lasts.
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
    /// Called from the thread that watches the worker, with 0 to 1.
    let progress: @Sendable (Double) -> Void
    /// Called from the same thread, with the output so far and the number of frames in it.
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

    /// Waits for the outcome. Cancelling the waiting task kills the worker.
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

    /// Notes the running process; false if the job was cancelled meanwhile.
    func began(process: Int32) -> Bool {
        state.withLock { state in
            if !state.isCancelled { state.phase = .running(process: process) }
            return !state.isCancelled
        }
    }

    /// Forgets the process: its pidfd may be closed from here on.
    func ended() {
        state.withLock { $0.phase = .ended }
    }

    /// Resumes the waiting caller with the outcome; only the first outcome counts.
    func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    /// Kills the worker, or ends the wait of a queued job.
    func cancel() {
        let isWaiting = state.withLock { state in
            state.isCancelled = true
            switch state.phase {
            case .waiting: return true
            // Under the lock, so that the pidfd is still open.
            case .running(let process): WorkerProcess.kill(process)
            case .ended: break
            }
            return false
        }
        // A running job finishes when its worker is reaped.
        if isWaiting { finish(.failure(.cancelled)) }
    }
}
