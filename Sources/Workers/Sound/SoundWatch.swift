import CLinux
import Glibc
import Session
import System

/// Sees the worker of a feed through from its start to its burial, on the thread that calls it, which waits all the while.
struct SoundWatch {
    /// Milliseconds without a sample or a sign of life while samples are wanted: more than a sleeping disk needs to wake, or a
    /// small board for a hundredth of the way into the longest track.
    private static let patience: Int32 = 30_000
    /// Milliseconds that a worker which closed its pipe has to be gone.
    private static let farewell: Int32 = 1000
    /// Floats taken at once: as much as the kernel keeps in a pipe.
    private static let mostFloats = (64 << 10) / MemoryLayout<Float>.size

    private let line: SoundLine
    private let limits: WorkerLimits
    private let tellMissing: @Sendable (String) -> Void
    private var reader = ReportReader()
    private var floats = [Float](repeating: 0, count: Self.mostFloats)
    /// Bytes of a sample whose others have not come yet; they lie in front.
    private var carried = 0
    /// Set when we ended it, and why.
    private var verdict: WorkerFailure?

    private init(_ line: SoundLine, _ limits: WorkerLimits, _ tellMissing: @escaping @Sendable (String) -> Void) {
        self.line = line
        self.limits = limits
        self.tellMissing = tellMissing
    }

    /// Brings samples until there are no more or nobody wants them; the process is gone when this returns, and so are its descriptors.
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
        // It writes into a pipe, and no file.
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

    /// The pipe's end is the worker's alone: it closes here.
    private static func start(
        _ program: String, _ arguments: [String], _ limits: WorkerLimits, _ input: WorkerFile, _ output: consuming Descriptor
    ) throws(WorkerFailure) -> WorkerProcess {
        let job = WorkerJob(task: "sound", arguments: arguments)
        return try WorkerProcess(
            program, words: WorkerCommand.words(for: job, limits),
            files: [(input.raw, WorkerBench.Place.input), (output.raw, WorkerBench.Place.output)])
    }

    /// Takes samples until the worker has ended, and ends it when it is done with.
    private mutating func attend(_ process: borrowing WorkerProcess, _ pipe: borrowing Descriptor) {
        var watched = [
            pollfd(fd: pipe.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: process.reports.raw, events: Int16(POLLIN), revents: 0),
        ]
        var isOpen = true
        while isOpen, verdict == nil, line.waitForRoom() {
            if poll(&watched, 2, Self.patience) == 0 { verdict = .timedOut(seconds: limits.seconds) }
            // poll(2) overlooks negative descriptors.
            if watched[1].revents != 0 && !listen(process) { watched[1].fd = -1 }
            if watched[0].revents != 0 { isOpen = take(pipe) }
        }
        var end = pollfd(fd: process.end.raw, events: Int16(POLLIN), revents: 0)
        if verdict == nil, !line.isClosed, poll(&end, 1, Self.farewell) != 1 { verdict = .garbled }
        if verdict != nil || line.isClosed { WorkerProcess.kill(process.end.raw) }
        while verdict == nil && listen(process) {}
    }

    /// Takes what lies in the pipe; false when nothing will any more.
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

    /// Takes in what it said; false when there is nothing more to hear.
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

    /// Weighs why we ended it, what it said and how it ended, in this order.
    private func judge(_ ending: WorkerProcess.Ending) throws(WorkerFailure) {
        if line.isClosed { throw .cancelled }
        if let verdict { throw verdict }
        if let failure = WorkerFailure(last: reader.last, ending, limits) { throw failure }
    }
}
