import System

/// Those who wait for the end of some work, by the work's number.
struct EndWaiters {
    /// One who waits, to be woken alone.
    struct Number: Hashable {
        fileprivate let work: Int
        fileprivate let number: Int
    }

    private var waiters: [Int: [Int: CheckedContinuation<Void, Never>]] = [:]
    private var last = 0

    func areThere(for work: Int) -> Bool { waiters[work] != nil }

    /// A number for one who will wait.
    mutating func number(for work: Int) -> Number {
        last += 1
        return Number(work: work, number: last)
    }

    mutating func add(_ waiter: CheckedContinuation<Void, Never>, as number: Number) {
        waiters[number.work, default: [:]][number.number] = waiter
    }

    /// Wakes one, if they still wait.
    mutating func wake(_ number: Number) {
        waiters[number.work]?.removeValue(forKey: number.number)?.resume()
    }

    /// Wakes all who wait for one work.
    mutating func wake(_ work: Int) {
        for waiter in (waiters.removeValue(forKey: work) ?? [:]).values { waiter.resume() }
    }
}

extension HouseClock {
    /// Runs `wait`, which `wake` ends after `patience` and when the task is cancelled.
    func wait(_ wait: () async -> Void, atMost patience: Duration, wake: @escaping @Sendable () async -> Void) async {
        let alarm = Task {
            try? await sleep(for: patience)  // Cancelled when the end came first: then there is nobody left to wake.
            await wake()
        }
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            alarm.cancel()
        }
        alarm.cancel()
    }
}
