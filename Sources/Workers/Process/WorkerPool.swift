import Dispatch
import Foundation
import Synchronization

/// Runs jobs in workers, a bounded number at a time, the others waiting in the order they came.
package final class WorkerPool: Sendable {
    /// Most jobs that may wait. Requests and queues have lower limits of their own, so only a bug reaches this one; then a job fails
    /// as if no process could be started.
    static let mostWaiting = 1024

    private let hall: WorkerHall

    /// A pool of `jobs` workers at a time. `tellMissing` hears of a wall that this machine cannot offer, once for each wall.
    package init(
        jobs: Int, program: String = "/proc/self/exe", tellMissing: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        hall = WorkerHall(seats: max(1, jobs), program: program, tellMissing: tellMissing)
    }

    deinit {
        hall.close()
    }

    /// One core is left to those who are served meanwhile.
    package static func jobs(cores: Int) -> Int {
        max(1, cores - 1)
    }

    /// Does one job. Its limits count from its start, not from now. Cancelling the task ends the worker.
    package func run(
        _ job: WorkerJob, progress: @escaping @Sendable (Double) -> Void = { _ in },
        grown: @escaping @Sendable (WorkerFile, Int) -> Void = { _, _ in }
    ) async throws(WorkerFailure) -> WorkerResult {
        let ticket = WorkerTicket(job, progress: progress, grown: grown)
        hall.enqueue(ticket)
        return try await ticket.outcome().get()
    }

    /// Puts a job at the end of the line, without waiting for its outcome.
    func submit(_ job: WorkerJob, progress: @escaping @Sendable (Double) -> Void = { _ in }) -> WorkerTicket {
        let ticket = WorkerTicket(job, progress: progress)
        hall.enqueue(ticket)
        return ticket
    }
}

/// What a pool's threads share. Each thread sees one worker after the other through; blocking there is its purpose.
private final class WorkerHall: Sendable {
    private struct State {
        var waiting = WaitingList()
        var threads = 0
        var isClosed = false
        var told: Set<String> = []
    }

    private let seats: Int
    private let program: String
    private let tellMissing: @Sendable (String) -> Void
    private let state = Mutex(State())
    /// One signal for each ticket that waits, and for each thread that should go home.
    private let bell = DispatchSemaphore(value: 0)

    init(seats: Int, program: String, tellMissing: @escaping @Sendable (String) -> Void) {
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
        let thread = Thread { [self] in
            while true {
                bell.wait()
                guard let ticket = state.withLock({ $0.waiting.next() }) else {
                    if state.withLock({ $0.isClosed }) { return }
                    continue
                }
                serve(ticket)
            }
        }
        thread.name = "worker"
        thread.start()
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

/// Who waits for a worker, and who is next.
struct WaitingList {
    private var tickets: [WorkerTicket] = []
    private var first = 0

    var count: Int { tickets.count - first }

    mutating func append(_ ticket: WorkerTicket) {
        tickets.append(ticket)
    }

    /// Forgets those who do not wait any more.
    mutating func dropCancelled() {
        tickets = tickets[first...].filter { !$0.isCancelled }
        first = 0
    }

    /// Takes the one who came first.
    mutating func next() -> WorkerTicket? {
        guard first < tickets.count else { return nil }
        defer {
            first += 1
            // Moving the rest up costs no more than it took to bring them here.
            if first * 2 > tickets.count {
                tickets.removeFirst(first)
                first = 0
            }
        }
        return tickets[first]
    }
}
