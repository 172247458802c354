import Foundation

/// Runs work that waits for other processes on a thread of its own, so that it does not block the few threads that tests share.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}

/// The timeout of everything in these tests, in seconds: only what hangs reaches it.
let patience: TimeInterval = 300

/// A test waited for this, but it did not happen.
struct NeverHappened: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) {
        description = "never happened: \(what)"
    }
}
