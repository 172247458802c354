import Synchronization

/// The files of one call, and their outcomes so far.
final class ProbeBatch: Sendable {
    typealias Outcome = Result<ProbedFile, WorkerFailure>

    private struct State {
        var outcomes: [Outcome?]
        var missing: Int
        var isCancelled = false
        var continuation: CheckedContinuation<[Outcome], Never>?
    }

    let files: [FileToProbe]
    private let state: Mutex<State>

    init(_ files: [FileToProbe]) {
        self.files = files
        state = Mutex(State(outcomes: Array(repeating: nil, count: files.count), missing: files.count))
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Sets the outcome of one file; only the first outcome counts.
    func finish(_ index: Int, _ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<[Outcome], Never>? in
            guard state.outcomes[index] == nil else { return nil }
            state.outcomes[index] = outcome
            state.missing -= 1
            guard state.missing == 0 else { return nil }
            defer { state.continuation = nil }
            return state.continuation
        }
        if let continuation { continuation.resume(returning: all) }
    }

    /// Waits for the outcomes of all files.
    func outcomes() async -> [Outcome] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.missing > 0 { state.continuation = continuation }
                    return state.missing == 0
                }
                if isDone { continuation.resume(returning: all) }
            }
        } onCancel: {
            state.withLock { $0.isCancelled = true }
        }
    }

    private var all: [Outcome] { state.withLock { $0.outcomes.compactMap { $0 } } }
}

/// One file of a batch.
struct ProbeItem {
    let batch: ProbeBatch
    let index: Int

    var file: FileToProbe { batch.files[index] }

    func finish(_ outcome: ProbeBatch.Outcome) {
        batch.finish(index, outcome)
    }
}
