import Foundation

/// A semaphore that lets only a few tests at a time run programs: a hundred servers at once would slow each other down until
/// every test times out.
///
/// The last test to come is the first to pass. Nearly all come when the run begins, but those of a serialized suite come one after
/// another: behind all others, such a suite would run alone at the end, and most of the machine would be idle.
actor Turnstile {
    private static let shared = Turnstile(seats: 2 * ProcessInfo.processInfo.activeProcessorCount)
    /// A test that already runs a program may run others without waiting, so that it cannot deadlock.
    @TaskLocal private static var isInside = false

    private var free: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    private init(seats: Int) {
        free = seats
    }

    /// Waits for a free place and runs `body`.
    static func pass<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard !isInside else { return try await body() }
        await shared.enter()
        do {
            let value = try await $isInside.withValue(true, operation: body)
            await shared.leave()
            return value
        } catch {
            await shared.leave()
            throw error
        }
    }

    private func enter() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiters.append($0) } }
    }

    private func leave() {
        if waiters.isEmpty { free += 1 } else { waiters.removeLast().resume() }
    }
}
