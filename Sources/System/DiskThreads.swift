import Glibc

/// The threads for blocking disk access, so that no event loop blocks.
package enum DiskThreads {
    /// A disk that sleeps holds up this many reads before it holds up those of other disks; a sleeping thread costs little.
    package static let readers = 16

    private static let reading = ThreadPool(name: "disk-read", limit: readers)
    private static let writing = ThreadPool(name: "disk-write", limit: 4)
    /// Many requests at once must not take the processors from event loops and rooms.
    private static let working = ThreadPool(name: "disk-work", limit: 32, niceness: 5)
    private static let closing = ThreadPool(name: "disk-close", limit: 1)

    /// Starts the first thread of each pool at launch: a failure to start one should not appear later, on a loop.
    package static func start() {
        _ = (reading, writing, working, closing)
    }

    /// Reads a part of a file, then calls `done` on a reader thread, with nil if it failed. Bounded by one read per connection.
    package static func read(_ file: OpenFile, _ range: Range<Int>, then done: @escaping @Sendable ([UInt8]?) -> Void) {
        reading.submit { done(file.read(range)) }
    }

    /// Runs `write`, which may block. Bounded by one write per upload.
    package static func write(_ write: @escaping @Sendable () -> Void) {
        writing.submit(write)
    }

    /// Runs what waits for the disk in between: a disk that wakes up takes seconds, and Swift's shared threads are few.
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            working.submit { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    /// Closes a file. That is slow for a large unnamed file, and for any file on a slow network.
    package static func close(_ raw: Int32) {
        closing.submit { _ = Glibc.close(raw) }
    }
}
