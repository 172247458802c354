import CLinux
import Dispatch
import Glibc
import System

/// Feeds one worker with files, on the calling thread, and finishes each file with its outcome.
final class ProbeThread {
    /// The most files in the worker's queue, so that neither side waits for the other; if the worker dies, they are sent again.
    private static let depth = 8

    private struct Sent {
        let item: ProbeItem
        let size: Int64
        let modified: Int64
        let inode: UInt64
    }

    private let queue: ProbeQueue
    private var worker: ProbeWorker?
    /// Sent and not answered; the worker reads the first.
    private var sent: [Sent] = []
    /// To be sent again, to another worker.
    private var again: [ProbeItem] = []
    /// When the worker began with the first of `sent`.
    private var began: UInt64 = 0

    init(_ queue: ProbeQueue) {
        self.queue = queue
    }

    /// Feeds workers until the desk is closed.
    func serve() {
        while true {
            if let worker, worker.isSpent, sent.isEmpty { self.worker = nil }
            switch next() {
            case .item(let item): begin(item)
            case .nothing where sent.isEmpty: worker = nil
            case .nothing: hear()
            case .closed: return
            }
        }
    }

    private func next() -> ProbeQueue.Turn {
        let isFull = sent.count >= Self.depth || worker?.isSpent ?? false
        if isFull && !sent.isEmpty { return .nothing }
        if !again.isEmpty { return .item(again.removeFirst()) }
        if !sent.isEmpty { return queue.next(until: nil).unlessClosed }
        return queue.next(until: worker == nil ? .distantFuture : .now() + .seconds(queue.rules.idleSeconds))
    }

    private func begin(_ item: ProbeItem) {
        if item.batch.isCancelled { return item.finish(.failure(.cancelled)) }
        do throws(WorkerFailure) {
            let file = try queue.open(item.file.path)
            guard let status = file.status else { throw WorkerFailure.unreadable("cannot be read") }
            let worker = if let worker { worker } else { try ProbeWorker(queue) }
            self.worker = worker
            if sent.isEmpty { began = MachineClock().now }
            sent.append(
                Sent(
                    item: item, size: Int64(status.st_size), modified: status.modified, inode: UInt64(status.st_ino)))
            worker.hand(file, name: item.file.name)
        } catch {
            item.finish(.failure(error))
        }
    }

    /// Waits for the next answer, or for the worker's end.
    private func hear() {
        guard let worker, let first = sent.first else { return }
        switch worker.hear(until: began + UInt64(queue.rules.limits.seconds * 1_000_000)) {
        case .answer(let answer):
            sent.removeFirst()
            began = MachineClock().now
            switch answer {
            case .refused(let reason): first.item.finish(.failure(.refused(reason)))
            case .probe(let probe):
                first.item.finish(
                    .success(ProbedFile(probe: probe, size: first.size, modified: first.modified, inode: first.inode)))
            }
        case .end(let failure):
            self.worker = nil
            again = sent.map(\.item) + again
            sent = []
            // An earlier file may have broken the worker. The next worker gets this file first: if it fails then, the file is the
            // cause.
            let isSure = worker.answered == 0
            if isSure || failure == .timedOut(seconds: queue.rules.limits.seconds) {
                again.removeFirst().finish(.failure(failure))
            }
        }
    }
}

extension ProbeQueue.Turn {
    /// Ignores closing while answers are awaited.
    fileprivate var unlessClosed: ProbeQueue.Turn {
        if case .closed = self { .nothing } else { self }
    }
}
