/// Work that waits for a disk, on threads of its own: a disk that wakes up takes seconds, and the shared threads are few.
package enum DiskWork {
    /// A disk that sleeps holds up this much work before it holds up that of other disks.
    static let threads = ThreadPool(name: "disk-work", limit: 32)

    package static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            threads.submit { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
