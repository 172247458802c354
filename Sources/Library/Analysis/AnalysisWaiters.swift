/// Those who wait for the ends of analyses, by piece of music.
struct AnalysisWaiters {
    /// One who waits, to be woken alone.
    struct Number: Hashable {
        fileprivate let content: Int
        fileprivate let number: Int
    }

    private var waiters: [Int: [Int: CheckedContinuation<Void, Never>]] = [:]
    private var last = 0

    func areThere(for content: Int) -> Bool { waiters[content] != nil }

    /// A number for one who will wait.
    mutating func number(for content: Int) -> Number {
        last += 1
        return Number(content: content, number: last)
    }

    mutating func add(_ waiter: CheckedContinuation<Void, Never>, as number: Number) {
        waiters[number.content, default: [:]][number.number] = waiter
    }

    /// Wakes one, if they still wait.
    mutating func wake(_ number: Number) {
        waiters[number.content]?.removeValue(forKey: number.number)?.resume()
    }

    /// Wakes all who wait for a piece of music.
    mutating func wake(_ content: Int) {
        for waiter in (waiters.removeValue(forKey: content) ?? [:]).values { waiter.resume() }
    }
}
