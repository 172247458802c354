import Dispatch
import Synchronization

/// Flushes a database's journal to the disk soon after each change, on a thread of its own, so that no answer waits for the disk.
///
/// A committed change is in the kernel, so the death of this process takes none back. A power cut takes those since the last flush.
final class JournalFlush: Sendable {
    /// Half of the second that a power cut may take: the flush itself needs time, too.
    static let delay = DispatchTimeInterval.milliseconds(500)

    private struct State {
        var isDue = false
        var failure: CatalogError?
    }

    private let queue = DispatchQueue(label: "downbeat.rooms.flush")
    private let state = Mutex(State())
    private let delay: DispatchTimeInterval
    private let flush: @Sendable () throws(CatalogError) -> Void

    init(after delay: DispatchTimeInterval = JournalFlush.delay, _ flush: @escaping @Sendable () throws(CatalogError) -> Void) {
        self.delay = delay
        self.flush = flush
    }

    /// Call after every commit: flushes after the delay, once for all commits until then.
    func soon() {
        let isFirst = state.withLock { state in
            defer { state.isDue = true }
            return !state.isDue
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + delay) {
            // Before the flush: what is committed during it needs another.
            self.state.withLock { $0.isDue = false }
            do throws(CatalogError) {
                try self.flush()
            } catch {
                self.state.withLock { $0.failure = error }
            }
        }
    }

    /// Throws once if a flush has failed since the last call.
    func check() throws(CatalogError) {
        let failure = state.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
        if let failure { throw failure }
    }
}
