import CLinux
import Glibc
import System

/// A worker that is sent files and answers them in order; it is killed when this object is released.
final class ProbeWorker {
    /// The next event of a worker.
    enum News {
        case answer(ProbeAnswer)
        /// It has ended or must be killed, and why.
        case end(WorkerFailure)
    }

    /// Milliseconds to wait for the exit of a worker that closed its socket.
    private static let farewell: Int32 = 1000

    /// The number of files sent, and of answers received.
    private(set) var handed = 0
    private(set) var answered = 0
    private let queue: ProbeQueue
    private let socket: Descriptor
    private var worker: SupervisedWorker
    private var message = [UInt8](repeating: 0, count: ProbeAnswer.mostBytes)

    /// Starts the worker.
    convenience init(_ queue: ProbeQueue) throws(WorkerFailure) {
        var ends: [Int32] = [-1, -1]
        guard downbeat_message_pair(&ends) == 0 else { throw .couldNotStart(code: errno) }
        let socket = Descriptor(owning: ends[0])
        let theirs = Descriptor(owning: ends[1])
        let worker = try SupervisedWorker(
            WorkerJob(task: "probe-files", arguments: queue.rules.arguments), queue.rules.limits, program: queue.program,
            files: [(theirs.raw, WorkerPlace.input)], tellMissing: { [weak queue] in queue?.tell(missing: $0) })
        self.init(queue, socket, worker)
    }

    private init(_ queue: ProbeQueue, _ socket: consuming Descriptor, _ worker: consuming SupervisedWorker) {
        self.queue = queue
        self.socket = socket
        self.worker = worker
    }

    /// Whether it should get no more files.
    var isSpent: Bool { worker.verdict != nil || handed >= queue.rules.filesPerWorker }

    /// Sends it a file. If the worker is gone, the next `hear` returns its end.
    func hand(_ file: WorkerFile, name: ArraySlice<UInt8>) {
        handed += 1
        let words = [UInt8(ascii: "/")] + name.suffix(FileToProbe.longestName)
        _ = withExtendedLifetime(file) { downbeat_send_files(socket.raw, words, words.count, [file.raw], 1) }
    }

    /// Waits for the next answer; returns a timeout if none has come by `deadline` (`MachineClock`).
    func hear(until deadline: UInt64) -> News {
        while true {
            let isSilent = worker.isSilent
            let count = downbeat_receive_message(socket.raw, &message, message.count)
            if count > 0 { return take(count) }
            // It exited with unread files: the kernel reports that once, before the answers that are still queued here.
            if count < 0, errno == ECONNRESET { continue }
            // All answers from before it closed its output have been read by now.
            if count == 0 || errno != EAGAIN && errno != EINTR || isSilent { return .end(bury()) }
            // Earlier answers still count.
            if let verdict = worker.verdict { return .end(verdict) }
            let now = MachineClock().now
            guard now < deadline else { return .end(.timedOut(seconds: queue.rules.limits.seconds)) }
            let readable = Int16(POLLIN)
            var watched = [
                pollfd(fd: socket.raw, events: readable, revents: 0),
                pollfd(fd: worker.reports, events: readable, revents: 0),
            ]
            poll(&watched, 2, Int32(clamping: (deadline - now) / 1000 + 1))
            // Answers first: a report may come from a later file.
            if watched[0].revents == 0, watched[1].revents != 0 { worker.listen() }
        }
    }

    private func take(_ count: Int) -> News {
        guard count <= message.count, let answer = ProbeAnswer(message[..<count]) else { return .end(.garbled) }
        // By its first answer it has reported the parts of the sandbox that it lacks.
        if answered == 0 { worker.listen() }
        answered += 1
        return .answer(answer)
    }

    /// Reaps a worker that closed its socket, and returns why it did.
    private func bury() -> WorkerFailure { worker.bury(patience: Self.farewell) ?? .garbled }
}
