import Dispatch
import Synchronization
import System

/// The state that the threads of a desk share: a queue of files. Each thread runs one worker and blocks meanwhile.
final class ProbeQueue: Sendable {
    /// What a thread does next.
    enum Turn {
        case item(ProbeItem)
        case nothing, closed
    }

    private struct State {
        /// In the order of their calls; `taken` counts the files taken from the first.
        var batches: [ProbeBatch] = []
        var taken = 0
        var threads = 0
        var sleepers = 0
        var isClosed = false
        var told: Set<String> = []

        mutating func next() -> ProbeItem? {
            guard let batch = batches.first else { return nil }
            defer {
                taken += 1
                if taken == batch.files.count {
                    batches.removeFirst()
                    taken = 0
                }
            }
            return ProbeItem(batch: batch, index: taken)
        }

        /// Resets the count of sleepers and returns how many to wake.
        mutating func wake() -> Int {
            defer { sleepers = 0 }
            return sleepers
        }
    }

    let program: WorkerProgram
    let rules: ProbeRules
    let open: ProbeDesk.Opening
    private let seats: Int
    private let tellMissing: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    init(
        seats: Int, program: WorkerProgram, rules: ProbeRules, open: @escaping ProbeDesk.Opening,
        tellMissing: @escaping @Sendable (String) -> Void
    ) {
        self.open = open
        self.seats = seats
        self.program = program
        self.rules = rules
        self.tellMissing = tellMissing
    }

    func enqueue(_ batch: ProbeBatch) {
        let (woken, fresh) = state.withLock { state in
            state.batches.append(batch)
            let woken = state.wake()
            let fresh = max(0, min(seats - state.threads, batch.files.count - woken))
            state.threads += fresh
            return (woken, fresh)
        }
        for _ in 0..<woken { bell.signal() }
        for _ in 0..<fresh { startThread() }
    }

    func close() {
        let woken = state.withLock { state in
            state.isClosed = true
            return state.wake()
        }
        for _ in 0..<woken { bell.signal() }
    }

    /// The next file; waits for one until `deadline`, or not at all if that is nil.
    func next(until deadline: DispatchTime?) -> Turn {
        while true {
            let turn = state.withLock { state -> Turn? in
                if let item = state.next() { return .item(item) }
                if state.isClosed { return .closed }
                if deadline == nil { return .nothing }
                // If a wait times out while it is signalled, the signal remains and the next sleeper is counted twice.
                state.sleepers = min(state.sleepers + 1, state.threads)
                return nil
            }
            if let turn { return turn }
            guard let deadline, bell.wait(timeout: deadline) == .success else {
                state.withLock { $0.sleepers = max(0, $0.sleepers - 1) }
                return .nothing
            }
        }
    }

    /// Reports a part of the sandbox that this machine lacks, once.
    func tell(missing wall: String) {
        let isNew = state.withLock { $0.told.insert(wall).inserted }
        if isNew { tellMissing(wall) }
    }

    private func startThread() {
        let code = PlainThread.start(name: "probe") { [self] in ProbeThread(self).serve() }
        if code != 0 { lostThread(code) }
    }

    /// A thread could not be started. Without any other, nobody would probe the files that wait.
    private func lostThread(_ code: Int32) {
        let stranded = state.withLock { state in
            state.threads -= 1
            var items: [ProbeItem] = []
            while state.threads == 0, let item = state.next() { items.append(item) }
            return items
        }
        for item in stranded { item.finish(.failure(.couldNotStart(code: code))) }
    }
}
