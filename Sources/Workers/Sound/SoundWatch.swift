import CLinux
import Glibc
import Session
import System

/// Runs the worker of a feed from its start until it is reaped, blocking the calling thread.
struct SoundWatch {
    /// The timeout in milliseconds without samples or progress while samples are wanted: longer than a sleeping disk needs to
    /// wake, or a small board to decode a hundredth of the longest track.
    private static let patience: Int32 = 30_000
    /// Milliseconds to wait for the exit of a worker that closed its pipe.
    private static let farewell: Int32 = 1000
    /// The most floats per read: the capacity of a pipe.
    private static let mostFloats = (64 << 10) / MemoryLayout<Float>.size

    private let line: SoundLine
    private let limits: WorkerLimits
    private let tellMissing: @Sendable (String) -> Void
    private var reader = ReportReader()
    private var floats = [Float](repeating: 0, count: Self.mostFloats)
    /// The bytes of an incomplete sample; they are at the start of `floats`.
    private var carried = 0
    /// Why we killed the worker, if we did.
    private var verdict: WorkerFailure?

    private init(_ line: SoundLine, _ limits: WorkerLimits, _ tellMissing: @escaping @Sendable (String) -> Void) {
        self.line = line
        self.limits = limits
        self.tellMissing = tellMissing
    }

    /// Fetches samples until there are no more or the feed is closed; then the process is reaped and its descriptors are closed.
    static func run(
        _ line: SoundLine, program: String, arguments: [String], _ tellMissing: @escaping @Sendable (String) -> Void,
        _ open: () throws(WorkerFailure) -> WorkerFile
    ) {
        do throws(WorkerFailure) {
            try bring(line, program, arguments, tellMissing, open)
            line.end(nil)
        } catch {
            line.end(error)
        }
    }

    private static func bring(
        _ line: SoundLine, _ program: String, _ arguments: [String], _ tellMissing: @escaping @Sendable (String) -> Void,
        _ open: () throws(WorkerFailure) -> WorkerFile
    ) throws(WorkerFailure) {
        let input = try open()
        var limits = WorkerLimits.fitting(bytes: input.size)
        // It writes to a pipe, not to a file.
        limits.output = 0
        limits.seconds = Double(patience) / 1000
        var ends: [Int32] = [-1, -1]
        guard downbeat_pipe(&ends) == 0 else { throw .couldNotStart(code: errno) }
        let pipe = Descriptor(owning: ends[0])
        _ = fcntl(pipe.raw, F_SETFL, O_NONBLOCK)
        var process = try start(program, arguments, limits, input, Descriptor(owning: ends[1]))
        guard line.began(process: process.end.raw) else { throw .cancelled }
        var watch = SoundWatch(line, limits, tellMissing)
        watch.attend(process, pipe)
        line.forgetProcess()
        try watch.judge(process.bury())
    }

    /// Closes our copy of the pipe's write end, so that only the worker has it.
    private static func start(
        _ program: String, _ arguments: [String], _ limits: WorkerLimits, _ input: WorkerFile, _ output: consuming Descriptor
    ) throws(WorkerFailure) -> WorkerProcess {
        let job = WorkerJob(task: "sound", arguments: arguments)
        return try WorkerProcess(
            program, words: WorkerCommand.words(for: job, limits),
            files: [(input.raw, WorkerBench.Place.input), (output.raw, WorkerBench.Place.output)])
    }

    /// Reads samples until the pipe ends; kills the worker after a failure or when the feed is closed.
    private mutating func attend(_ process: borrowing WorkerProcess, _ pipe: borrowing Descriptor) {
        var watched = [
            pollfd(fd: pipe.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: process.reports.raw, events: Int16(POLLIN), revents: 0),
        ]
        var isOpen = true
        while isOpen, verdict == nil, line.waitForRoom() {
            if poll(&watched, 2, Self.patience) == 0 { verdict = .timedOut(seconds: limits.seconds) }
            // poll(2) ignores negative descriptors.
            if watched[1].revents != 0 && !listen(process) { watched[1].fd = -1 }
            if watched[0].revents != 0 { isOpen = take(pipe) }
        }
        var end = pollfd(fd: process.end.raw, events: Int16(POLLIN), revents: 0)
        if verdict == nil, !line.isClosed, poll(&end, 1, Self.farewell) != 1 { verdict = .garbled }
        if verdict != nil || line.isClosed { WorkerProcess.kill(process.end.raw) }
        while verdict == nil && listen(process) {}
    }

    /// Reads what is in the pipe; false at its end.
    private mutating func take(_ pipe: borrowing Descriptor) -> Bool {
        let count = floats.withUnsafeMutableBytes { read(pipe.raw, $0.baseAddress! + carried, $0.count - carried) }
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        let bytes = carried + count
        let whole = MemoryLayout<Float>.size * SoundSample.channels
        line.append(floats[..<(bytes / whole * SoundSample.channels)])
        carried = bytes % whole
        floats.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[(bytes - carried)..<bytes])) }
        return count > 0
    }

    /// Reads from the worker's reports; false when there is nothing more to read.
    private mutating func listen(_ process: borrowing WorkerProcess) -> Bool {
        guard verdict == nil else { return false }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(process.reports.raw, &bytes, bytes.count)
        if count < 0 { return errno == EINTR }
        do {
            for case .missing(let wall) in try reader.read(bytes[..<count]) { tellMissing(wall) }
        } catch {
            verdict = .garbled
        }
        return count > 0
    }

    /// Checks, in this order, why we killed it, what it reported and how it ended.
    private func judge(_ ending: WorkerProcess.Ending) throws(WorkerFailure) {
        if line.isClosed { throw .cancelled }
        if let verdict { throw verdict }
        if let failure = WorkerFailure(last: reader.last, ending, limits) { throw failure }
    }
}
