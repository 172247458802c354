import Foundation

/// Lets a few tests at a time run programs: a hundred servers at once would keep each other waiting past every time limit.
actor Turnstile {
    private static let shared = Turnstile(seats: 2 * ProcessInfo.processInfo.activeProcessorCount)
    /// A test that runs a program already may run others beside it.
    @TaskLocal private static var isInside = false

    private var free: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    private init(seats: Int) {
        free = seats
    }

    /// Does something as soon as there is room for it.
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
        if waiters.isEmpty { free += 1 } else { waiters.removeFirst().resume() }
    }
}
