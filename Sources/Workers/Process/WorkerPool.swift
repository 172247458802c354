import Dispatch
import Glibc
import Synchronization
import System

/// Runs jobs in workers, a bounded number at a time; the other jobs wait in a FIFO queue.
package final class WorkerPool: Sendable {
    /// The bound of the queue. Callers have lower limits, so only a bug reaches this one; then a job fails as if no process could
    /// be started.
    static let mostWaiting = 1024

    private let hall: WorkerHall

    /// A pool of `jobs` workers at a time. `tellMissing` is called with each part of the sandbox that this machine lacks, once
    /// per part.
    package init(
        jobs: Int, program: WorkerProgram, tellMissing: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        hall = WorkerHall(seats: max(1, jobs), program: program, tellMissing: tellMissing)
    }

    deinit {
        hall.close()
    }

    /// The number of workers for so many cores: one core is left for serving clients.
    package static func jobs(cores: Int) -> Int {
        max(1, cores - 1)
    }

    /// Runs one job. Its time limits count from its start, not from this call. Cancelling the task kills the worker.
    package func run(
        _ job: WorkerJob, progress: @escaping @Sendable (Double) -> Void = { _ in },
        grown: @escaping @Sendable (WorkerFile, Int) -> Void = { _, _ in }
    ) async throws(WorkerFailure) -> WorkerResult {
        let ticket = WorkerTicket(job, progress: progress, grown: grown)
        hall.enqueue(ticket)
        return try await ticket.outcome().get()
    }

    /// Queues a job without waiting for its outcome.
    func submit(_ job: WorkerJob, progress: @escaping @Sendable (Double) -> Void = { _ in }) -> WorkerTicket {
        let ticket = WorkerTicket(job, progress: progress)
        hall.enqueue(ticket)
        return ticket
    }
}

/// The state that a pool's threads share. Each thread runs one worker after another and blocks meanwhile.
private final class WorkerHall: Sendable {
    private struct State {
        var waiting = WaitingList()
        var threads = 0
        var isClosed = false
        var told: Set<String> = []
    }

    private let seats: Int
    private let program: WorkerProgram
    private let tellMissing: @Sendable (String) -> Void
    private let state = Mutex(State())
    /// Signalled once for each queued ticket, and once for each thread at close.
    private let bell = DispatchSemaphore(value: 0)

    init(seats: Int, program: WorkerProgram, tellMissing: @escaping @Sendable (String) -> Void) {
        self.seats = seats
        self.program = program
        self.tellMissing = tellMissing
    }

    func enqueue(_ ticket: WorkerTicket) {
        let needsThread = state.withLock { state -> Bool? in
            if state.waiting.count >= WorkerPool.mostWaiting { state.waiting.dropCancelled() }
            guard state.waiting.count < WorkerPool.mostWaiting else { return nil }
            state.waiting.append(ticket)
            guard state.threads < seats else { return false }
            state.threads += 1
            return true
        }
        guard let needsThread else { return ticket.finish(.failure(.couldNotStart(code: EAGAIN))) }
        bell.signal()
        if needsThread { startThread() }
    }

    func close() {
        let threads = state.withLock { state in
            state.isClosed = true
            return state.threads
        }
        for _ in 0..<threads { bell.signal() }
    }

    private func startThread() {
        let code = PlainThread.start(name: "worker") { [self] in
            while true {
                bell.wait()
                guard let ticket = state.withLock({ $0.waiting.next() }) else {
                    if state.withLock({ $0.isClosed }) { return }
                    continue
                }
                serve(ticket)
            }
        }
        if code != 0 { lostThread(code) }
    }

    /// A thread could not be started. Without any other, nobody would serve the jobs that wait.
    private func lostThread(_ code: Int32) {
        let stranded = state.withLock { state in
            state.threads -= 1
            return state.threads == 0 ? state.waiting.takeAll() : []
        }
        for ticket in stranded { ticket.finish(.failure(.couldNotStart(code: code))) }
    }

    private func serve(_ ticket: WorkerTicket) {
        guard !ticket.isCancelled else { return }
        do {
            let result = try WorkerWatch.run(ticket, program: program) { [self] wall in
                let isNew = state.withLock { $0.told.insert(wall).inserted }
                if isNew { tellMissing(wall) }
            }
            ticket.finish(.success(result))
        } catch {
            ticket.finish(.failure(error))
        }
    }
}

/// The FIFO queue of tickets that wait for a worker.
struct WaitingList {
    private var tickets: [WorkerTicket] = []
    private var first = 0

    var count: Int { tickets.count - first }

    mutating func append(_ ticket: WorkerTicket) {
        tickets.append(ticket)
    }

    /// Removes cancelled tickets.
    mutating func dropCancelled() {
        tickets = tickets[first...].filter { !$0.isCancelled }
        first = 0
    }

    /// Removes and returns all tickets.
    mutating func takeAll() -> [WorkerTicket] {
        defer { self = WaitingList() }
        return Array(tickets[first...])
    }

    /// Removes and returns the oldest ticket.
    mutating func next() -> WorkerTicket? {
        guard first < tickets.count else { return nil }
        defer {
            first += 1
            // Amortized: fewer tickets move than were taken since the last move.
            if first * 2 > tickets.count {
                tickets.removeFirst(first)
                first = 0
            }
        }
        return tickets[first]
    }
}
