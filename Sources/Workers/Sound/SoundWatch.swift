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
    private var floats = [Float](repeating: 0, count: Self.mostFloats)
    /// The bytes of an incomplete sample; they are at the start of `floats`.
    private var carried = 0

    private init(_ line: SoundLine) {
        self.line = line
    }

    /// Fetches samples until there are no more or the feed is closed; then the process is reaped and its descriptors are closed.
    static func run(
        _ line: SoundLine, program: WorkerProgram, arguments: [String], _ tellMissing: @escaping @Sendable (String) -> Void,
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
        _ line: SoundLine, _ program: WorkerProgram, _ arguments: [String], _ tellMissing: @escaping @Sendable (String) -> Void,
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
        var worker = try start(program, arguments, limits, input, Descriptor(owning: ends[1]), tellMissing)
        guard line.began(process: worker.end) else { throw .cancelled }
        var watch = SoundWatch(line)
        watch.attend(&worker, pipe)
        line.forgetProcess()
        if line.isClosed { worker.kill(.cancelled) }
        let failure = worker.bury(patience: farewell)
        if line.isClosed { throw .cancelled }
        if let failure { throw failure }
    }

    /// Closes our copy of the pipe's write end, so that only the worker has it.
    private static func start(
        _ program: WorkerProgram, _ arguments: [String], _ limits: WorkerLimits, _ input: WorkerFile,
        _ output: consuming Descriptor,
        _ tellMissing: @escaping @Sendable (String) -> Void
    ) throws(WorkerFailure) -> SupervisedWorker {
        try SupervisedWorker(
            WorkerJob(task: "sound", arguments: arguments), limits, program: program,
            input: input,
            files: [(output.raw, WorkerPlace.output)], tellMissing: tellMissing)
    }

    /// Reads samples until the pipe ends, the worker fails or the feed is closed.
    private mutating func attend(_ worker: inout SupervisedWorker, _ pipe: borrowing Descriptor) {
        var watched = [
            pollfd(fd: pipe.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: worker.reports, events: Int16(POLLIN), revents: 0),
        ]
        var isOpen = true
        while isOpen, worker.verdict == nil, line.waitForRoom() {
            if poll(&watched, 2, Self.patience) == 0, !worker.waitsForInput {
                worker.kill(.timedOut(seconds: Double(Self.patience) / 1000))
            }
            if watched[1].revents != 0 { worker.listen() }
            // poll(2) ignores negative descriptors.
            if worker.isSilent { watched[1].fd = -1 }
            if watched[0].revents != 0 { isOpen = take(pipe) }
        }
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
}
