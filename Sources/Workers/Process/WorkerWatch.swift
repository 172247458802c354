import CLinux
import Glibc
import System

/// Runs one worker from its start until it is reaped, blocking the calling thread.
struct WorkerWatch {
    private let ticket: WorkerTicket
    private let output: WorkerFile?
    private let tellMissing: @Sendable (String) -> Void
    private var reader = ReportReader()
    private var notes: [String] = []
    /// Why we killed it, if we did.
    private var verdict: WorkerFailure?

    private init(_ ticket: WorkerTicket, _ output: WorkerFile?, _ tellMissing: @escaping @Sendable (String) -> Void) {
        self.ticket = ticket
        self.output = output
        self.tellMissing = tellMissing
    }

    /// Runs the ticket's job and returns its result; by then the process is reaped and its descriptors are closed.
    static func run(
        _ ticket: WorkerTicket, program: String, tellMissing: @escaping @Sendable (String) -> Void
    ) throws(WorkerFailure) -> WorkerResult {
        let job = ticket.job
        let input = try job.input?.open()
        let second = try job.second?.open()
        let output: WorkerFile? = if let folder = job.outputFolder { try WorkerFile(namelessIn: folder) } else { nil }
        let limits = job.limits ?? .fitting(bytes: input?.size ?? 0)
        let places = [(input, WorkerBench.Place.input), (output, WorkerBench.Place.output), (second, WorkerBench.Place.second)]
        var process = try WorkerProcess(
            program, words: WorkerCommand.words(for: job, limits),
            files: places.compactMap { file, place in file.map { ($0.raw, place) } })
        var watch = WorkerWatch(ticket, output, tellMissing)
        if !ticket.began(process: process.end.raw) { throw .cancelled }
        watch.attend(process, seconds: limits.seconds)
        ticket.ended()
        let notes: [String]
        do {
            notes = try watch.judge(process.bury(), limits)
        } catch .refused(let reason) {
            // A full disk is not the input's fault.
            throw output?.hasNoRoom == true ? .couldNotStart(code: ENOSPC) : .refused(reason)
        }
        return WorkerResult(output: output, notes: notes)
    }

    /// Reads reports until the process has ended; kills it at the deadline.
    private mutating func attend(_ process: borrowing WorkerProcess, seconds: Double) {
        let deadline = MonotonicClock.now + UInt64(seconds * 1_000_000)
        let readable = Int16(POLLIN)
        var watched = [
            pollfd(fd: process.end.raw, events: readable, revents: 0),
            pollfd(fd: process.reports.raw, events: readable, revents: 0),
        ]
        repeat {
            let now = MonotonicClock.now
            if now >= deadline { end(process, .timedOut(seconds: seconds)) }
            // Rounded up: waking too early would busy-loop until the deadline.
            let patience = verdict == nil ? Int32(clamping: (deadline - now) / 1000 + 1) : -1
            poll(&watched, 2, patience)
            // poll(2) ignores negative descriptors.
            if watched[1].revents != 0 && !listen(process) { watched[1].fd = -1 }
        } while watched[0].revents == 0
        while verdict == nil && listen(process) {}
    }

    /// Reads from its reports; false when there is nothing more to read.
    private mutating func listen(_ process: borrowing WorkerProcess) -> Bool {
        guard verdict == nil else { return false }
        var bytes: [UInt8] = Array(repeating: 0, count: 4096)
        let count = read(process.reports.raw, &bytes, bytes.count)
        if count < 0 { return errno == EINTR }
        do {
            for report in try reader.read(bytes[..<count]) { note(report) }
        } catch {
            end(process, .garbled)
        }
        return count > 0
    }

    private mutating func note(_ report: WorkerReport) {
        switch report {
        case .progress(let part): ticket.progress(part)
        case .frames(let count): if let output { ticket.grown(output, count) }
        case .note(let sentence): notes.append(sentence)
        case .missing(let wall): tellMissing(wall)
        case .ready, .outOfMemory, .failed, .done: break  // the reader remembers these
        }
    }

    private mutating func end(_ process: borrowing WorkerProcess, _ reason: WorkerFailure) {
        guard verdict == nil else { return }
        verdict = reason
        WorkerProcess.kill(process.end.raw)
    }

    /// Checks, in this order, why we killed it, what it reported and how it ended; returns its notes on success.
    private func judge(_ ending: WorkerProcess.Ending, _ limits: WorkerLimits) throws(WorkerFailure) -> [String] {
        if ticket.isCancelled { throw .cancelled }
        if let verdict { throw verdict }
        if let failure = WorkerFailure(last: reader.last, ending, limits) { throw failure }
        return notes
    }
}
