import Synchronization

/// A task that can be cancelled by itself when its client has left.
final class Errand: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Does the work; ends it where the caller's own task is cancelled, too.
    @concurrent
    func run(_ work: @escaping @concurrent @Sendable () async -> Void) async {
        // A task of a group cannot be cancelled by itself. This one ends before its parent all the same.
        let task = Task { await work() }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { $0.task = nil }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
