import Glibc

/// The threads that may wait for the disk, so that no loop has to.
package enum DiskThreads {
    /// A disk that sleeps holds up this many reads before it holds up those of other disks; a sleeping thread costs little.
    package static let readers = 16

    private static let reading = ThreadPool(name: "disk-read", limit: readers)
    private static let writing = ThreadPool(name: "disk-write", limit: 4)
    private static let working = ThreadPool(name: "disk-work", limit: 32)
    private static let closing = ThreadPool(name: "disk-close", limit: 1)

    /// Starts the first of each kind: later a loop would be the one to find that there is no room for a thread.
    package static func start() {
        _ = (reading, writing, working, closing)
    }

    /// Reads a part of a file and then calls `done` on a reader's thread; with nil when it could not. A connection has one read under way.
    package static func read(_ file: OpenFile, _ range: Range<Int>, then done: @escaping @Sendable ([UInt8]?) -> Void) {
        reading.submit { done(file.read(range)) }
    }

    /// Runs `write`, which waits for the disk. An upload has one write under way.
    package static func write(_ write: @escaping @Sendable () -> Void) {
        writing.submit(write)
    }

    /// Runs what waits for the disk in between: a disk that wakes up takes seconds, and Swift's shared threads are few.
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            working.submit { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    /// Closes a file. That takes long for a large one without a name, and for any on a slow network.
    package static func close(_ raw: Int32) {
        closing.submit { _ = Glibc.close(raw) }
    }
}
