package import Foundation

/// Seconds that a test waits for anything: only what hangs takes so long.
package let patience: TimeInterval = 300

/// A test waited for this, but it did not happen.
package struct NeverHappened: Error, CustomStringConvertible {
    package let description: String

    package init(_ what: String) {
        description = "never happened: \(what)"
    }
}

/// The wait for one thing, for loops that read until it comes.
package struct Patience: Sendable {
    package let end = Date() + patience
    private let what: String

    package init(_ what: String) {
        self.what = what
    }

    /// Throws when it is over; the test says what it sees instead.
    package func check(_ seen: @autoclosure () -> String = "") throws(NeverHappened) {
        guard Date() < end else { throw NeverHappened([what, seen()].filter { !$0.isEmpty }.joined(separator: ": ")) }
    }

    /// The pause between two questions, on a thread of its own.
    package func pause() { Thread.sleep(forTimeInterval: Self.interval) }

    fileprivate static let interval: TimeInterval = 0.01
}

/// Waits for what nothing tells of: asks again and again until it is so.
package func eventually(_ what: String, _ isSo: () async throws -> Bool) async throws {
    let patience = Patience(what)
    while try await !isSo() {
        try patience.check()
        try await Task.sleep(for: .seconds(Patience.interval))
    }
}

/// The same for a thread of its own, where asking blocks.
package func untilSo(_ what: String, _ isSo: () throws -> Bool) throws {
    let patience = Patience(what)
    while try !isSo() {
        try patience.check()
        patience.pause()
    }
}

/// Runs work that waits for other processes on a thread of its own, so that it does not block the few threads that tests share.
package func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
