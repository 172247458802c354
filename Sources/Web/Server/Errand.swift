import Synchronization

/// A task that can be cancelled on its own when its client has left.
final class Errand: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Runs the work, in a place of the slow lane if there is one; cancelling the caller's task cancels it too.
    @concurrent
    func run(in place: SlowLane.Place?, _ work: @escaping @concurrent @Sendable () async -> Void) async {
        // A child task of a group cannot be cancelled on its own. This unstructured one still ends before its parent.
        let task = Task(executorPreference: place) {
            // Its client may have left before it began: the work finds itself cancelled.
            if self.isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await work()
        }
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
