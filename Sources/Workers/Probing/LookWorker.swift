import CLinux
import Glibc
import System

/// A worker that is handed files and answers in their order; it is ended with this object.
final class LookWorker {
    /// What is heard of it.
    enum News {
        case answer(LookAnswer)
        /// It has ended or was ended: why.
        case end(WorkerFailure)
    }

    /// Milliseconds that one that closed its end has to be gone.
    private static let farewell: Int32 = 1000

    /// How many files it was given, and how many answers it gave.
    private(set) var handed = 0
    private(set) var answered = 0
    private let hall: LookHall
    private let socket: Descriptor
    private var process: WorkerProcess
    private var reader = ReportReader()
    /// Whether it closed what it reports through, which only its end should.
    private var hasFallenSilent = false
    /// Whether it said what no worker says: what it answered before still counts.
    private var isGarbled = false
    private var message = [UInt8](repeating: 0, count: LookAnswer.mostBytes)

    /// Starts it.
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

    /// Gives it a file. If it is gone, that is the next that is heard.
    func hand(_ file: WorkerFile, name: ArraySlice<UInt8>) {
        handed += 1
        let words = [UInt8(ascii: "/")] + name.suffix(LookTask.longestName)
        _ = withExtendedLifetime(file) { downbeat_send_file(socket.raw, words, words.count, file.raw) }
    }

    /// Waits for the next answer, and ends it when none has come by `deadline` (`MonotonicClock`).
    func hear(until deadline: UInt64) -> News {
        while true {
            let isSilent = hasFallenSilent
            let count = downbeat_receive_message(socket.raw, &message, message.count)
            if count > 0 { return take(count) }
            // It went with files unread, of which the kernel tells once, and before the answers that still wait here.
            if count < 0, errno == ECONNRESET { continue }
            // What it answered before it fell silent was read by now.
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
            // Answers first: what it says besides may be the doing of a later file.
            if watched[0].revents == 0, watched[1].revents != 0 { isGarbled = !listen() }
        }
    }

    private func take(_ count: Int) -> News {
        guard count <= message.count, let answer = LookAnswer(message[..<count]) else { return .end(.garbled) }
        // By its first answer it has told which walls it lacks.
        if answered == 0 { isGarbled = !listen() }
        answered += 1
        return .answer(answer)
    }

    /// Takes in what it reports; false when it says what no worker says.
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

    /// Why it closed its end.
    private func bury() -> WorkerFailure {
        var watched = pollfd(fd: process.end.raw, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, Self.farewell) == 1, listen() else { return .garbled }
        return WorkerFailure(last: reader.last, process.bury(), hall.rules.limits) ?? .garbled
    }
}
