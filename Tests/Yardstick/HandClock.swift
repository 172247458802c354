import Synchronization
import System

/// A house clock that stands until it is moved. One that `jumps` moves itself to the end of every sleep, so that nobody waits.
package final class HandClock: HouseClock {
    private struct Sleeper {
        let moment: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: UInt64
        var wall: Int64
        var slept: [Duration] = []
        var last = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Sleeps that were cancelled before they began.
        var cancelled: Set<Int> = []
        var wakes: [@Sendable () -> Void] = []
        /// Who waits until so many sleep.
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func move(by microseconds: UInt64) {
            now += microseconds
            wall += Int64(clamping: microseconds)
        }
    }

    private let jumps: Bool
    private let state: Mutex<State>

    /// `second` is the time of day in seconds since 1970.
    package init(second: Int = 1_700_000_000, jumps: Bool = false) {
        self.jumps = jumps
        state = Mutex(State(now: 1_000_000_000, wall: Int64(second) * 1_000_000))
    }

    package var now: UInt64 { state.withLock { $0.now } }
    package var wall: Int64 { state.withLock { $0.wall } }
    /// How long each sleep so far was, in their order.
    package var slept: [Duration] { state.withLock { $0.slept } }

    package func advance(by duration: Duration) {
        let (due, wakes) = state.withLock { state in
            state.move(by: duration.microseconds)
            let due = state.sleepers.filter { $0.value.moment <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return (due.sorted { ($0.value.moment, $0.key) < ($1.value.moment, $1.key) }.map(\.value), state.wakes)
        }
        for sleeper in due { sleeper.continuation.resume() }
        for wake in wakes { wake() }
    }

    /// Sets the time of day alone, as somebody may who sets the machine's clock.
    package func set(second: Int) { state.withLock { $0.wall = Int64(second) * 1_000_000 } }

    /// Returns when at least so many sleep.
    package func sleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count < count { state.watchers.append((count, continuation)) }
                return state.sleepers.count >= count
            }
            if isThere { continuation.resume() }
        }
    }

    package func sleep(until moment: UInt64) async throws {
        try Task.checkCancellation()
        let (number, isOver) = state.withLock { state in
            let left = moment - min(moment, state.now)
            state.slept.append(.microseconds(left))
            if jumps { state.move(by: left) }
            state.last += 1
            return (state.last, jumps || left == 0)
        }
        guard !isOver else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { add(Sleeper(moment: moment, continuation: $0), as: number) }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: number)
                if sleeper == nil { state.cancelled.insert(number) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func add(_ sleeper: Sleeper, as number: Int) {
        enum Fate { case sleeps, over, cancelled }
        let (fate, seen) = state.withLock { state -> (Fate, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(number) != nil { return (.cancelled, []) }
            if sleeper.moment <= state.now { return (.over, []) }
            state.sleepers[number] = sleeper
            let count = state.sleepers.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return (.sleeps, state.watchers.filter { $0.count <= count }.map(\.continuation))
        }
        for watcher in seen { watcher.resume() }
        switch fate {
        case .sleeps: break
        case .over: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    package func kernelMoment(of moment: UInt64) -> UInt64? { moment <= now ? 0 : nil }

    package func onMove(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wakes.append(wake) } }
}
