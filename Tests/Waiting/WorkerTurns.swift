/// Some tests count and kill the worker processes of this process, and others start some: never at the same time.
package actor WorkerTurns {
    private static let shared = WorkerTurns()
    /// A test that has its turn may begin another within it.
    @TaskLocal private static var isInside = false

    private var starting = 0
    private var isCounting = false
    private var starters: [CheckedContinuation<Void, Never>] = []
    private var counters: [CheckedContinuation<Void, Never>] = []

    /// Runs a test that starts workers, beside others that do.
    package static func start<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await take({ await $0.beginToStart() }, { await $0.endOfStarting() }, body)
    }

    /// Runs a test that counts workers, while no other test starts any.
    package static func count<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await take({ await $0.beginToCount() }, { await $0.endOfCounting() }, body)
    }

    private static func take<Value: Sendable>(
        _ begin: (WorkerTurns) async -> Void, _ end: (WorkerTurns) async -> Void, _ body: () async throws -> Value
    ) async throws -> Value {
        guard !isInside else { return try await body() }
        await begin(shared)
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await $isInside.withValue(true, operation: body))
        } catch {
            outcome = .failure(error)
        }
        await end(shared)
        return try outcome.get()
    }

    private func beginToStart() async {
        if isCounting || !counters.isEmpty { await withCheckedContinuation { starters.append($0) } } else { starting += 1 }
    }

    private func endOfStarting() {
        starting -= 1
        letCount()
    }

    private func beginToCount() async {
        if isCounting || starting > 0 { await withCheckedContinuation { counters.append($0) } } else { isCounting = true }
    }

    private func endOfCounting() {
        isCounting = false
        starting += starters.count
        for one in starters { one.resume() }
        starters = []
        letCount()
    }

    private func letCount() {
        guard starting == 0, !isCounting, !counters.isEmpty else { return }
        isCounting = true
        counters.removeFirst().resume()
    }
}
