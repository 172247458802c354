/// Whether something ends before an alarm rings that waits for the same threads: other tests keep those busy, and who is late then is so with it.
func isOver(within limit: Duration, _ body: () async throws -> Void) async rethrows -> Bool {
    // Cancelled, it does not ring.
    let alarm = Task { (try? await Task.sleep(for: limit)) != nil }
    try await body()
    alarm.cancel()
    return await !alarm.value
}
