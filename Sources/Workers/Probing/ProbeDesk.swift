import Glibc
package import Music

/// A file to be looked into, by the bytes of its path: a name on Linux need be no text.
package struct FileToProbe: Sendable {
    /// Without NUL.
    let path: [UInt8]

    package init(path: [UInt8]) {
        self.path = path
    }

    /// What follows the last slash.
    var name: ArraySlice<UInt8> { path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...] }
}

/// What a file holds, and which file it was that was read.
package struct ProbedFile: Sendable, Equatable {
    package let probe: TrackProbe
    /// Bytes.
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64
    package let inode: UInt64
}

/// Looks into many files with a few long-lived workers.
package final class ProbeDesk: Sendable {
    /// How the file at a path is opened.
    package typealias Opening = @Sendable ([UInt8]) throws(WorkerFailure) -> WorkerFile

    private let hall: LookHall

    /// A desk of at most `jobs` workers; each begins when there is something to do, and leaves when there was nothing for a while.
    ///
    /// `tellMissing` hears of a wall that this machine cannot offer, once for each wall.
    package init(
        jobs: Int, program: String = "/proc/self/exe", rules: LookRules = LookRules(),
        open: @escaping Opening = { path throws(WorkerFailure) in try WorkerFile(reading: path) },
        tellMissing: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        hall = LookHall(seats: max(1, jobs), program: program, rules: rules, open: open, tellMissing: tellMissing)
    }

    deinit {
        hall.close()
    }

    /// What each file holds, in the order given. A file that ends its worker costs itself alone.
    ///
    /// Each is opened for reading only, and is a regular file or refused. Cancelling the task leaves those out that were not begun.
    package func look(at files: [FileToProbe]) async -> [Result<ProbedFile, WorkerFailure>] {
        guard !files.isEmpty else { return [] }
        let batch = LookBatch(files)
        hall.enqueue(batch)
        return await batch.outcomes()
    }
}

/// How workers that look into files are kept.
package struct LookRules: Sendable {
    /// What one may use up in its life; its seconds by the clock count for each file, and are more than a sleeping disk needs to wake.
    var limits = WorkerLimits(seconds: 15, processorSeconds: 300, memory: 256 << 20, output: 0)
    /// What a hostile file made of a worker, and what leaks, ends after so many files; starting anew costs a few milliseconds.
    var filesPerWorker = 5000
    /// Seconds without anything to do after which a worker is sent home.
    var idleSeconds = 10
    /// The worker's own arguments.
    var arguments: [String] = []
}
