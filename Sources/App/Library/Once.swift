/// Has each thing made once, however many ask for it at the same time.
actor Once<Key: Hashable & Sendable, Value: Sendable> {
    private var making: [Key: Task<Value, any Error>] = [:]

    /// What `make` gives; those who ask meanwhile get the same, and who asks afterwards has it made anew.
    func value(_ key: Key, _ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        if let task = making[key] { return try await task.value }
        let task = Task { try await make() }
        making[key] = task
        defer { making[key] = nil }
        return try await task.value
    }
}
