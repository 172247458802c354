import CLinux
import Glibc
import Synchronization
import System

/// A file that is read while it comes: its bytes come in order from the start, but for its tail, which is there already.
///
/// Who holds this wants the file: it is abandoned when nobody does any more.
package final class Arrival: Sendable {
    /// Counts the bytes that came, for one worker that reads the file: an eventfd.
    final class Bell: Sendable {
        private let descriptor: Descriptor

        var raw: Int32 { descriptor.raw }

        fileprivate init(_ count: Int) throws(WorkerFailure) {
            let raw = eventfd(0, Int32(EFD_CLOEXEC))
            guard raw >= 0 else { throw .couldNotStart(code: errno) }
            descriptor = Descriptor(owning: raw)
            if count > 0 { ring(UInt64(count)) }
        }

        fileprivate func ring(_ count: UInt64) {
            // The counts of a file never add up to what an eventfd cannot hold, so this does not block.
            _ = withUnsafeBytes(of: count) { write(raw, $0.baseAddress, $0.count) }
        }
    }

    private struct Listener {
        weak var bell: Bell?
    }

    private struct State {
        var count = 0
        var outcome: Result<Void, WorkerFailure>?
        var listeners: [Listener] = []
        var waiting: [Int: CheckedContinuation<Result<Void, WorkerFailure>, Never>] = [:]
        var lastWaiting = 0
        var abandoned: (@Sendable () -> Void)?
    }

    /// Added to a bell's count when the rest will not come; no file has so many bytes.
    package static let lost: UInt64 = 1 << 62

    /// From here on to the end of the file everything is there; the file's size if nothing is.
    package let tail: Int
    private let file: WorkerFile
    private let state = Mutex(State())

    /// `file` has its final size from the start.
    package init(_ file: WorkerFile, tail: Int) {
        self.file = file
        self.tail = tail
    }

    deinit { state.withLock { $0.abandoned }?() }

    /// Calls this when nobody wants the file any more.
    package func whenAbandoned(_ act: @escaping @Sendable () -> Void) {
        state.withLock { $0.abandoned = act }
    }

    /// Opens the file as it is.
    package func open() throws(WorkerFailure) -> WorkerFile { try WorkerFile(sharing: file.raw, self) }

    /// So many more bytes can be read.
    package func add(_ count: Int) {
        state.withLock { state in
            state.count += count
            for listener in state.listeners { listener.bell?.ring(UInt64(count)) }
        }
    }

    /// Everything is there, or the rest will not come.
    package func end(_ outcome: Result<Void, WorkerFailure>) {
        let waiting = state.withLock { state in
            state.outcome = outcome
            if case .failure = outcome {
                for listener in state.listeners { listener.bell?.ring(Self.lost) }
            }
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }

    /// Waits until everything is there.
    package func whole() async throws(WorkerFailure) {
        let number = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Result<Void, WorkerFailure>? in
                    if let outcome = state.outcome { return outcome }
                    if Task.isCancelled { return .failure(.cancelled) }
                    state.waiting[number] = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: .failure(.cancelled))
        }
        try outcome.get()
    }

    var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Why the rest will not come; nil as long as it may.
    var failure: WorkerFailure? {
        guard case .failure(let failure) = state.withLock({ $0.outcome }) else { return nil }
        return failure
    }

    /// A bell for one more reader, which has counted what came before.
    func bell() throws(WorkerFailure) -> Bell {
        let made = state.withLock { state -> Result<Bell, WorkerFailure> in
            Result { () throws(WorkerFailure) in
                let bell = try Bell(state.count)
                if case .failure = state.outcome { bell.ring(Self.lost) }
                state.listeners.removeAll { $0.bell == nil }
                state.listeners.append(Listener(bell: bell))
                return bell
            }
        }
        return try made.get()
    }
}
