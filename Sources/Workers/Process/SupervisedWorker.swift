import Glibc
import System

/// A worker under supervision: reads its reports, kills it, and says why it failed. `deinit` kills and reaps it.
struct SupervisedWorker: ~Copyable {
    private var process: WorkerProcess
    private var reader = ReportReader()
    private let limits: WorkerLimits
    private let tellMissing: @Sendable (String) -> Void
    /// What its input still lacks; nil if the whole file is there.
    private let arrival: Arrival?
    private let bell: Arrival.Bell?
    /// Why it was killed or must be; nil if it did nothing wrong so far.
    private(set) var verdict: WorkerFailure?
    /// Whether it closed its standard output, which only its exit should do.
    private(set) var isSilent = false

    /// Starts the worker of a job. `tellMissing` gets each part of the sandbox that it reports as lacking.
    init(
        _ job: WorkerJob, _ limits: WorkerLimits, program: WorkerProgram, input: WorkerFile? = nil,
        files: [(raw: Int32, place: Int32)], tellMissing: @escaping @Sendable (String) -> Void
    ) throws(WorkerFailure) {
        let arrival = input?.arrival
        let bell = try arrival?.bell()
        let read = [(input?.raw, WorkerPlace.input), (bell?.raw, WorkerPlace.bell)].compactMap { raw, place in
            raw.map { ($0, place) }
        }
        process = try WorkerProcess(program, words: job.words(limits, arrival), files: files + read)
        self.arrival = arrival
        self.bell = bell
        self.limits = limits
        self.tellMissing = tellMissing
    }

    /// A pidfd, readable when the process has ended.
    var end: Int32 { process.end.raw }
    /// Readable when there are reports for `listen`, and when it has closed its standard output.
    var reports: Int32 { process.reports.raw }
    /// Whether it may have to wait for its input, which the limits of the transfer bound.
    var waitsForInput: Bool { arrival?.hasEnded == false }

    /// Reads all reports that have come, without waiting. A worker that breaks the report protocol must be killed.
    mutating func listen(_ hear: (WorkerReport) -> Void = { _ in }) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while verdict == nil, !isSilent {
            let count = read(process.reports.raw, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return }
            isSilent = count == 0
            do {
                for report in try reader.read(bytes[..<count]) {
                    if case .missing(let part) = report { tellMissing(part) }
                    hear(report)
                }
            } catch {
                verdict = .garbled
            }
        }
    }

    /// Kills it, for this reason unless there is an earlier one.
    mutating func kill(_ reason: WorkerFailure) {
        verdict = verdict ?? reason
        WorkerProcess.kill(process.end.raw)
    }

    /// Reaps it, and returns why it failed: why it was killed, what it reported last, or how it ended. Nil if it did its work.
    ///
    /// One that goes on for longer than `patience` milliseconds is killed; nil waits for ever.
    mutating func bury(patience: Int32? = nil, _ hear: (WorkerReport) -> Void = { _ in }) -> WorkerFailure? {
        if let patience, verdict == nil {
            var watched = pollfd(fd: process.end.raw, events: Int16(POLLIN), revents: 0)
            if poll(&watched, 1, patience) != 1 { kill(.garbled) }
        }
        listen(hear)
        if let verdict { kill(verdict) }
        let ending = process.bury()
        let failure = verdict ?? WorkerFailure(last: reader.last, ending, limits)
        // It cannot tell an input that did not come from one that is too short.
        return arrival?.failure ?? failure
    }
}
