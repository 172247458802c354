import CLinux
import Glibc
import System

/// Runs a task that reads a pipe and writes to one, as for sound that is heard while it comes: for as long as it comes.
package enum WorkerPipe {
    /// Milliseconds to wait for the exit of a worker that closed its pipe.
    private static let farewell: Int32 = 1000
    private static let limits = WorkerLimits(seconds: .infinity, processorSeconds: Int(Int32.max), output: 0)

    /// Blocks until the task has ended. `input` is a pipe or a device, which only the worker reads meanwhile. `take` gets what the worker
    /// writes, as it comes, and may return a reason to kill it.
    package static func run(
        _ job: WorkerJob, reading input: Int32, program: WorkerProgram, tellMissing: @escaping @Sendable (String) -> Void,
        take: (ArraySlice<UInt8>) -> WorkerFailure?
    ) throws(WorkerFailure) {
        var ends: [Int32] = [-1, -1]
        guard downbeat_pipe(&ends) == 0 else { throw .couldNotStart(code: errno) }
        let pipe = Descriptor(owning: ends[0])
        var worker = try start(job, reading: input, Descriptor(owning: ends[1]), program, tellMissing)
        attend(&worker, pipe, take)
        if let failure = worker.bury(patience: farewell) { throw failure }
    }

    /// Closes our copy of the pipe's write end, so that only the worker has it.
    private static func start(
        _ job: WorkerJob, reading input: Int32, _ output: consuming Descriptor, _ program: WorkerProgram,
        _ tellMissing: @escaping @Sendable (String) -> Void
    ) throws(WorkerFailure) -> SupervisedWorker {
        try SupervisedWorker(
            job, limits, program: program, files: [(input, WorkerPlace.input), (output.raw, WorkerPlace.output)],
            tellMissing: tellMissing)
    }

    private static func attend(
        _ worker: inout SupervisedWorker, _ pipe: borrowing Descriptor, _ take: (ArraySlice<UInt8>) -> WorkerFailure?
    ) {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        var watched = [
            pollfd(fd: pipe.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: worker.reports, events: Int16(POLLIN), revents: 0),
        ]
        while worker.verdict == nil {
            poll(&watched, 2, -1)
            if watched[1].revents != 0 { worker.listen() }
            // poll(2) ignores negative descriptors.
            if worker.isSilent { watched[1].fd = -1 }
            guard watched[0].revents != 0 else { continue }
            let count = read(pipe.raw, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            if let reason = take(bytes[..<count]) { worker.kill(reason) }
        }
    }
}
