import Glibc
package import Music

/// A file to probe, by the bytes of its path: a name on Linux may not be valid UTF-8.
package struct FileToProbe: Sendable {
    /// The longest file name on Linux; a worker needs its extension.
    package static let longestName = 255

    /// Without NUL.
    let path: [UInt8]

    package init(path: [UInt8]) {
        self.path = path
    }

    /// The bytes after the last slash.
    var name: ArraySlice<UInt8> { path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...] }
}

/// The contents of a file, and the status of the file that was read.
package struct ProbedFile: Sendable, Equatable {
    package let probe: TrackProbe
    /// Bytes.
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64
    package let inode: UInt64
}

/// Probes many files with a few long-lived workers.
package final class ProbeDesk: Sendable {
    /// Opens the file at a path.
    package typealias Opening = @Sendable ([UInt8]) throws(WorkerFailure) -> WorkerFile

    private let queue: ProbeQueue

    /// A desk of at most `jobs` workers; each starts when there is work, and exits after an idle timeout.
    ///
    /// `tellMissing` is called with each part of the sandbox that this machine lacks, once per part.
    package init(
        jobs: Int, program: WorkerProgram, rules: ProbeRules = ProbeRules(),
        open: @escaping Opening = { path throws(WorkerFailure) in try WorkerFile(reading: path) },
        tellMissing: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        queue = ProbeQueue(seats: max(1, jobs), program: program, rules: rules, open: open, tellMissing: tellMissing)
    }

    deinit {
        queue.close()
    }

    /// Probes files and returns their outcomes in the same order. A file that crashes its worker fails alone.
    ///
    /// Each is opened for reading only, and refused unless it is a regular file. Cancelling the task cancels the files that have
    /// not begun.
    package func probe(_ files: [FileToProbe]) async -> [Result<ProbedFile, WorkerFailure>] {
        guard !files.isEmpty else { return [] }
        let batch = ProbeBatch(files)
        queue.enqueue(batch)
        return await batch.outcomes()
    }
}

/// Settings of the workers that probe files.
package struct ProbeRules: Sendable {
    /// The limits of a worker, where `seconds` counts anew for each file; it is more than a sleeping disk needs to wake.
    var limits = WorkerLimits(seconds: 15, processorSeconds: 300, memory: 256 << 20, output: 0)
    /// A worker is replaced after so many files, which ends leaks and injected code; a new start costs a few milliseconds.
    var filesPerWorker = 5000
    /// The idle timeout of a worker in seconds.
    var idleSeconds = 10
    /// With this argument a worker tries the `Attempt` that a file's name begins with, for tests of its parent.
    package static let withAttempts = "attempts"
    /// The worker's arguments.
    var arguments: [String] = []
}
