/// Has each thing made once, however many ask for it at the same time.
actor Once<Key: Hashable & Sendable, Value: Sendable> {
    private struct Making {
        let number: Int
        let task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    }

    private var making: [Key: Making] = [:]
    private var last = 0

    /// What `make` gives; those who ask meanwhile get the same, and who asks afterwards has it made anew. The work is cancelled when
    /// the tasks of all who asked are.
    func value(_ key: Key, _ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await value(key, admit: {}, make: make)
    }

    /// The same, where only who may is to have it begun: what `admit` throws is for them alone, and what it gives is for the work.
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
            // Behind the lines above, which hold this actor until the one who asks waits.
            Task { await self.leave(key, asker) }
        }
    }

    /// How many wait for it now.
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
