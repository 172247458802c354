/// Whether something ends before an alarm that waits for the same threads: if other tests keep those busy, both are late.
func isOver(within limit: Duration, _ body: () async throws -> Void) async rethrows -> Bool {
    // If cancelled, it does not ring.
    let alarm = Task { (try? await Task.sleep(for: limit)) != nil }
    try await body()
    alarm.cancel()
    return await !alarm.value
}
