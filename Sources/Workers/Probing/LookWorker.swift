import CLinux
import Glibc
import System

/// A worker that is sent files and answers them in order; it is killed when this object is released.
final class LookWorker {
    /// The next event of a worker.
    enum News {
        case answer(LookAnswer)
        /// It has ended or must be killed, and why.
        case end(WorkerFailure)
    }

    /// Milliseconds to wait for the exit of a worker that closed its socket.
    private static let farewell: Int32 = 1000

    /// The number of files sent, and of answers received.
    private(set) var handed = 0
    private(set) var answered = 0
    private let hall: LookHall
    private let socket: Descriptor
    private var process: WorkerProcess
    private var reader = ReportReader()
    /// Whether it closed its standard output, which only its exit should do.
    private var hasFallenSilent = false
    /// Whether it broke the report protocol; earlier answers still count.
    private var isGarbled = false
    private var message = [UInt8](repeating: 0, count: LookAnswer.mostBytes)

    /// Starts the worker.
    convenience init(_ hall: LookHall) throws(WorkerFailure) {
        var ends: [Int32] = [-1, -1]
        guard downbeat_message_pair(&ends) == 0 else { throw .couldNotStart(code: errno) }
        let socket = Descriptor(owning: ends[0])
        let theirs = Descriptor(owning: ends[1])
        let job = WorkerJob(task: "look", arguments: hall.rules.arguments)
        let process = try WorkerProcess(
            hall.program, words: WorkerCommand.words(for: job, hall.rules.limits),
            files: [(theirs.raw, WorkerBench.Place.input)])
        self.init(hall, socket, process)
    }

    private init(_ hall: LookHall, _ socket: consuming Descriptor, _ process: consuming WorkerProcess) {
        self.hall = hall
        self.socket = socket
        self.process = process
    }

    /// Whether it should get no more files.
    var isSpent: Bool { isGarbled || handed >= hall.rules.filesPerWorker }

    /// Sends it a file. If the worker is gone, the next `hear` returns its end.
    func hand(_ file: WorkerFile, name: ArraySlice<UInt8>) {
        handed += 1
        let words = [UInt8(ascii: "/")] + name.suffix(LookTask.longestName)
        _ = withExtendedLifetime(file) { downbeat_send_file(socket.raw, words, words.count, file.raw) }
    }

    /// Waits for the next answer; returns a timeout if none has come by `deadline` (`MonotonicClock`).
    func hear(until deadline: UInt64) -> News {
        while true {
            let isSilent = hasFallenSilent
            let count = downbeat_receive_message(socket.raw, &message, message.count)
            if count > 0 { return take(count) }
            // It exited with unread files: the kernel reports that once, before the answers that are still queued here.
            if count < 0, errno == ECONNRESET { continue }
            // All answers from before it closed its output have been read by now.
            if count == 0 || errno != EAGAIN && errno != EINTR || isSilent { return .end(bury()) }
            if isGarbled { return .end(.garbled) }
            let now = MonotonicClock.now
            guard now < deadline else { return .end(.timedOut(seconds: hall.rules.limits.seconds)) }
            let readable = Int16(POLLIN)
            var watched = [
                pollfd(fd: socket.raw, events: readable, revents: 0),
                pollfd(fd: process.reports.raw, events: readable, revents: 0),
            ]
            poll(&watched, 2, Int32(clamping: (deadline - now) / 1000 + 1))
            // Answers first: a report may come from a later file.
            if watched[0].revents == 0, watched[1].revents != 0 { isGarbled = !listen() }
        }
    }

    private func take(_ count: Int) -> News {
        guard count <= message.count, let answer = LookAnswer(message[..<count]) else { return .end(.garbled) }
        // By its first answer it has reported the parts of the sandbox that it lacks.
        if answered == 0 { isGarbled = !listen() }
        answered += 1
        return .answer(answer)
    }

    /// Reads its reports; false if it broke the protocol.
    private func listen() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(process.reports.raw, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            hasFallenSilent = count == 0
            guard count > 0 else { return true }
            do {
                for case .missing(let wall) in try reader.read(bytes[..<count]) { hall.tell(missing: wall) }
            } catch {
                return false
            }
        }
    }

    /// Reaps a worker that closed its socket, and returns why it did.
    private func bury() -> WorkerFailure {
        var watched = pollfd(fd: process.end.raw, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, Self.farewell) == 1, listen() else { return .garbled }
        return WorkerFailure(last: reader.last, process.bury(), hall.rules.limits) ?? .garbled
    }
}
