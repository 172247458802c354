import CLinux
import Glibc
import System

/// Runs one worker from its start until it is reaped, blocking the calling thread.
enum WorkerWatch {
    /// Runs the ticket's job and returns its result; by then the process is reaped and its descriptors are closed.
    static func run(
        _ ticket: WorkerTicket, program: WorkerProgram, tellMissing: @escaping @Sendable (String) -> Void
    ) throws(WorkerFailure) -> WorkerResult {
        let job = ticket.job
        let input = try job.input?.open()
        let second = try job.second?.open()
        let output: WorkerFile? = if let folder = job.outputFolder { try WorkerFile(namelessIn: folder) } else { job.target }
        let limits = job.limits ?? .fitting(bytes: input?.size ?? 0)
        let places = [(output, WorkerPlace.output), (second, WorkerPlace.second)]
        var worker = try SupervisedWorker(
            job, limits, program: program, input: input, files: places.compactMap { file, place in file.map { ($0.raw, place) } },
            tellMissing: tellMissing)
        if !ticket.began(process: worker.end) { throw .cancelled }
        var notes: [String] = []
        let hear = { (report: WorkerReport) in
            switch report {
            case .progress(let part): ticket.progress(part)
            case .frames(let count): if let output { ticket.grown(output, count) }
            case .note(let sentence): notes.append(sentence)
            case .missing, .ready, .outOfMemory, .failed, .done: break  // its supervision handles these
            }
        }
        attend(&worker, seconds: limits.seconds, hear)
        ticket.ended()
        let failure = worker.bury(hear)
        if ticket.isCancelled { throw .cancelled }
        // A full disk is not the input's fault.
        if case .refused = failure, output?.hasNoRoom == true { throw .couldNotStart(code: ENOSPC) }
        if let failure { throw failure }
        return WorkerResult(output: output, notes: notes)
    }

    /// Reads reports until the process has ended; kills it at the deadline.
    private static func attend(_ worker: inout SupervisedWorker, seconds: Double, _ hear: (WorkerReport) -> Void) {
        var deadline = MachineClock().now + UInt64(seconds * 1_000_000)
        let readable = Int16(POLLIN)
        var watched = [
            pollfd(fd: worker.end, events: readable, revents: 0),
            pollfd(fd: worker.reports, events: readable, revents: 0),
        ]
        repeat {
            let now = MachineClock().now
            if worker.waitsForInput { deadline = now + UInt64(seconds * 1_000_000) }
            if now >= deadline { worker.kill(.timedOut(seconds: seconds)) }
            // Rounded up: waking too early would busy-loop until the deadline.
            let patience = worker.verdict == nil ? Int32(clamping: (deadline - now) / 1000 + 1) : -1
            poll(&watched, 2, patience)
            if watched[1].revents != 0 { worker.listen(hear) }
            if let verdict = worker.verdict { worker.kill(verdict) }
            // poll(2) ignores negative descriptors.
            if worker.isSilent || worker.verdict != nil { watched[1].fd = -1 }
        } while watched[0].revents == 0
    }
}
