import Foundation

/// Runs work that waits for other processes on a thread of its own, so that the few threads that tests share never stand still.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}

/// How long anything may take before a test counts it as never: a loaded machine is slow, a hung program is slower.
let patience: TimeInterval = 60

/// What a test waited for in vain.
struct NeverHappened: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) {
        description = "never happened: \(what)"
    }
}
