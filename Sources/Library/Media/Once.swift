/// Coalesces concurrent requests: a value is made once, however many ask for it at the same time.
actor Once<Key: Hashable & Sendable, Value: Sendable> {
    private struct Making {
        let number: Int
        let task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    }

    private var making: [Key: Making] = [:]
    private var last = 0

    /// The result of `make`. Callers that come while it runs share it; a later caller has it made again. The work is cancelled
    /// when the tasks of all its callers are.
    func value(_ key: Key, _ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await value(key, admit: {}, make: make)
    }

    /// The same with admission: only the caller that starts the work runs `admit`. If it throws, that caller alone gets the
    /// error; its result is passed to `make`.
    func value<Pass: Sendable>(
        _ key: Key, admit: @Sendable () throws -> Pass, make: @escaping @Sendable (Pass) async throws -> Value
    ) async throws -> Value {
        if making[key] == nil {
            let pass = try admit()
            begin(key) { try await make(pass) }
        }
        last += 1
        let asker = last
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { making[key]?.waiting[asker] = $0 }
        } onCancel: {
            // Runs after the lines above: they hold the actor until the caller waits.
            Task { await self.leave(key, asker) }
        }
    }

    /// The number of callers that wait for a value.
    func askers(of key: Key) -> Int { making[key]?.waiting.count ?? 0 }

    private func begin(_ key: Key, _ make: @escaping @Sendable () async throws -> Value) {
        last += 1
        let number = last
        let task = Task {
            do {
                end(key, number, .success(try await make()))
            } catch {
                end(key, number, .failure(error))
            }
        }
        making[key] = Making(number: number, task: task)
    }

    private func end(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
        guard let ended = making[key], ended.number == number else { return }
        making[key] = nil
        for continuation in ended.waiting.values { continuation.resume(with: result) }
    }

    private func leave(_ key: Key, _ asker: Int) {
        guard let continuation = making[key]?.waiting.removeValue(forKey: asker) else { return }
        continuation.resume(throwing: CancellationError())
        guard let left = making[key], left.waiting.isEmpty else { return }
        making[key] = nil
        left.task.cancel()
    }
}
