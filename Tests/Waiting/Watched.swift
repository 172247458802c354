import Synchronization

/// A value that a test and its servers share: whoever waits for it is told of each change.
package final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let isSo: @Sendable (Value) -> Bool
        let turn: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var value: Value
        var last = 0
        var waiters: [Int: Waiter] = [:]
    }

    private let state: Mutex<State>

    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    /// Reads or changes the value.
    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, met) = state.withLock { state in
            let result = body(&state.value)
            let met = state.waiters.filter { $0.value.isSo(state.value) }
            for number in met.keys { state.waiters[number] = nil }
            return (result, met.values.map(\.turn))
        }
        for turn in met { turn.resume(returning: true) }
        return result
    }

    /// Waits until the value is so.
    package func wait(_ what: String, until isSo: @escaping @Sendable (Value) -> Bool) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let alarm = Task {
            try await Task.sleep(for: .seconds(patience))
            state.withLock { $0.waiters.removeValue(forKey: number) }?.turn.resume(returning: false)
        }
        defer { alarm.cancel() }
        let isMet = await withCheckedContinuation { turn in
            let isMet = state.withLock { state in
                if isSo(state.value) { return true }
                state.waiters[number] = Waiter(isSo: isSo, turn: turn)
                return false
            }
            if isMet { turn.resume(returning: true) }
        }
        if !isMet { throw NeverHappened("\(what); it was \(withLock { $0 })") }
    }
}
