import Dispatch

/// Work that waits for a disk, on threads of its own: a disk that wakes up takes seconds, and the shared threads are few.
package enum DiskWork {
    private static let queue = DispatchQueue(label: "downbeat.disk", attributes: .concurrent)

    package static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
