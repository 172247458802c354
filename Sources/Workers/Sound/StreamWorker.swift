import CLinux
import Glibc
import Synchronization
package import System

/// A worker that decodes or records a stream while it comes, and its pipes. Nothing here waits, except to start it and to end it.
package final class StreamWorker: Sendable {
    /// Milliseconds to wait for the exit of a worker that closed its pipe.
    private static let farewell: Int32 = 1000
    private static let limits = WorkerLimits(seconds: .infinity, processorSeconds: Int(Int32.max), output: 0)
    /// Bytes that the pipe of its samples should hold: two thirds of a second, since it is emptied some times a second.
    private static let capacity: Int32 = 256 << 10
    /// Almost three seconds: a recorder may wait for a disk.
    private static let recordedCapacity: Int32 = 1 << 20
    /// A file of FLAC that long is no recording of a day.
    private static let recordingLimits = WorkerLimits(
        seconds: .infinity, processorSeconds: Int(Int32.max), output: 32 << 30)
    /// Once: to write to a worker that has ended is an error, and must end nobody.
    private static let survivesBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    private let worker: Mutex<SupervisedWorker?>
    /// Nil when its stream has ended.
    private let input: Mutex<Descriptor?>
    /// Nil of one that records.
    private let output: Mutex<Descriptor?>

    /// Starts one that decodes, which may take long.
    package init(program: WorkerProgram, tellMissing: @escaping @Sendable (String) -> Void) throws(WorkerFailure) {
        _ = Self.survivesBrokenPipes
        let encoded = try Pipe()
        let decoded = try Pipe()
        _ = fcntl(encoded.writing.raw, F_SETFL, O_NONBLOCK)
        _ = fcntl(decoded.reading.raw, F_SETFL, O_NONBLOCK)
        // A kernel that grants less serves as well.
        _ = fcntl(decoded.writing.raw, downbeat_set_pipe_size, Self.capacity)
        // Our copies of its ends are closed behind this, so that only the worker has them.
        let worker = try SupervisedWorker(
            WorkerJob(task: "live-sound"), Self.limits, program: program,
            files: [(encoded.reading.raw, WorkerPlace.input), (decoded.writing.raw, WorkerPlace.output)], tellMissing: tellMissing)
        self.worker = Mutex(worker)
        input = Mutex(encoded.keepWriting())
        output = Mutex(decoded.keepReading())
    }

    /// Starts one that writes what comes, in the format of rooms, into an empty file as FLAC; may take long.
    package init(
        recordingInto file: WorkerFile, program: WorkerProgram, tellMissing: @escaping @Sendable (String) -> Void
    ) throws(WorkerFailure) {
        _ = Self.survivesBrokenPipes
        let sound = try Pipe()
        _ = fcntl(sound.writing.raw, F_SETFL, O_NONBLOCK)
        _ = fcntl(sound.writing.raw, downbeat_set_pipe_size, Self.recordedCapacity)
        let worker = try SupervisedWorker(
            WorkerJob(task: "record"), Self.recordingLimits, program: program,
            files: [(sound.reading.raw, WorkerPlace.input), (file.raw, WorkerPlace.output)], tellMissing: tellMissing)
        self.worker = Mutex(worker)
        input = Mutex(sound.keepWriting())
        output = Mutex(nil)
    }

    /// Writes bytes of its stream; says how many it took, nil if it reads no more.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        input.withLock { input in
            guard let raw = input?.raw else { return nil }
            let count = bytes.withUnsafeBytes { Glibc.write(raw, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            return errno == EAGAIN || errno == EINTR ? 0 : nil
        }
    }

    /// Ends its stream.
    package func closeInput() { input.withLock { $0 = nil } }

    /// Bytes of its stream that it has not read yet.
    package var unread: Int { input.withLock { Reading.waiting(in: $0?.raw ?? -1) } }

    /// Reads bytes of the samples that it wrote: 32-bit floats, interleaved left and right, in the format of rooms.
    package func read(_ most: Int) -> Reading { output.withLock { Reading(of: $0?.raw ?? -1, most: most) } }

    /// Bytes of samples that wait.
    package var waiting: Int { output.withLock { Reading.waiting(in: $0?.raw ?? -1) } }

    /// What it did wrong so far.
    package var failure: WorkerFailure? {
        worker.withLock { worker in
            worker?.listen()
            return worker?.verdict
        }
    }

    /// Kills it for a reason, or else lets it end; says why it failed, nil if it did its work. May take long.
    package func end(_ reason: WorkerFailure?) -> WorkerFailure? {
        worker.withLock { worker in
            if let reason { worker?.kill(reason) }
            let failure = worker?.bury(patience: Self.farewell)
            worker = nil
            return failure
        }
    }
}

/// The two ends of a pipe.
private struct Pipe: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor

    init() throws(WorkerFailure) {
        var ends: [Int32] = [-1, -1]
        guard downbeat_pipe(&ends) == 0 else { throw .couldNotStart(code: errno) }
        reading = Descriptor(owning: ends[0])
        writing = Descriptor(owning: ends[1])
    }

    consuming func keepReading() -> Descriptor { reading }
    consuming func keepWriting() -> Descriptor { writing }
}
