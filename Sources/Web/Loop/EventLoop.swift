import CLinux
import Glibc
import Synchronization
package import System

/// One thread that waits on epoll and is the executor of the actor that owns the thread's sockets; nothing on it may block.
package final class EventLoop: SerialExecutor {
    /// The readiness that a descriptor is watched for.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt32
        package static let readable = Interest(rawValue: downbeat_epoll_in)
        /// The peer has closed its sending side.
        package static let hangUp = Interest(rawValue: downbeat_epoll_rdhup)
        package static let writable = Interest(rawValue: downbeat_epoll_out)

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }
    }

    private enum Errand {
        case job(UnownedJob)
        case action(@Sendable () -> Void)
    }

    private struct Mailbox {
        var errands: [Errand] = []
        var isStopping = false
        /// True while a thread, the loop's own or a sender's after `stop`, runs the queued errands.
        var isAttended = true

        mutating func take(atMost limit: Int) -> [Errand] {
            guard errands.count > limit else { return exchange(&errands, with: []) }
            defer { errands.removeFirst(limit) }
            return Array(errands.prefix(limit))
        }
    }

    /// A loop that does not wait for events for longer than this delays beats visibly, in microseconds.
    private static let slowTurn: UInt64 = 50_000

    /// The epoll token of the eventfd that wakes the loop.
    static let bellToken = UInt64.max

    private let epoll: Descriptor
    private let bell: Descriptor
    private let mailbox = Mutex(Mailbox())
    private let thread = Atomic<Int32>(0)
    /// When the loop last ended to wait, in clock microseconds; 0 before the first time.
    private let wokenAt = Atomic<UInt64>(0)
    private let slowCount = Atomic<UInt64>(0)
    private let longest = Atomic<UInt64>(0)
    /// Errands run per turn: a sender that never stops must not starve the loop's events and timers.
    private let errandsPerTurn: Int
    private let clock: any HouseClock
    /// The board slot that counts the thread's turns, if any.
    private let slot: WorkBoard.Slot?

    package init(_ clock: any HouseClock, board: WorkBoard? = nil, errandsPerTurn: Int = 256) throws(SystemError) {
        (self.clock, self.errandsPerTurn) = (clock, errandsPerTurn)
        slot = board?.take()
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw SystemError("epoll_create1") }
        self.epoll = Descriptor(owning: epoll)
        let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard bell >= 0 else { throw SystemError("eventfd") }
        self.bell = Descriptor(owning: bell)
        watch(bell, .readable, token: Self.bellToken)
        clock.onMove { [weak self] in self?.ring() }
    }

    /// Turns that took more than 50 ms.
    package var slowTurns: UInt64 { slowCount.load(ordering: .relaxed) }
    /// The longest turn in microseconds.
    package var longestTurn: UInt64 { longest.load(ordering: .relaxed) }

    /// Starts the thread, which until `stop` repeats: call `turn`, which waits for events and handles them, then run some errands.
    package func start(name: String, turn: @escaping @Sendable () -> Void) {
        let error = PlainThread.start(name: name) { [self] in
            slot?.adopt(named: name)
            thread.store(downbeat_thread_id(), ordering: .releasing)
            while true {
                turn()
                if runErrands() {
                    slot?.rest()
                    return
                }
            }
        }
        precondition(error == 0, "no thread for the event loop: \(SystemError.text(of: error))")
    }

    /// Counts a turn for each of several things that are done in a row, so that a busy loop does not look stuck.
    package func goOn() {
        slot?.turn()
    }

    /// Ends the thread after the errands already queued. Later errands run on the sender's thread, one sender at a time, so that
    /// no caller waits for ever on an actor whose loop has ended.
    package func stop() {
        mailbox.withLock { $0.isStopping = true }
        ring()
    }

    /// Runs `action` on the loop's thread, in the order of submission. The mailbox has no bound here: each caller has its own,
    /// such as one action per request.
    package func submit(_ action: @escaping @Sendable () -> Void) {
        send(.action(action))
    }

    /// Submits an action that may be dropped: returns false, and drops it, if `limit` errands are already queued.
    package func submit(ifFewerThan limit: Int, _ action: @escaping @Sendable () -> Void) -> Bool {
        guard mailbox.withLock({ $0.errands.count }) < limit else { return false }
        send(.action(action))
        return true
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        send(.job(UnownedJob(job)))
    }

    package func isIsolatingCurrentContext() -> Bool? {
        isOnThread
    }

    package func checkIsolated() {
        precondition(isOnThread, "called off the loop's thread")
    }

    private var isOnThread: Bool {
        thread.load(ordering: .acquiring) == downbeat_thread_id()
    }

    private func send(_ errand: Errand) {
        let (isFirst, isUnattended) = mailbox.withLock { mailbox in
            mailbox.errands.append(errand)
            let isUnattended = !mailbox.isAttended
            mailbox.isAttended = true
            return (mailbox.errands.count == 1, isUnattended)
        }
        if isUnattended {
            thread.store(downbeat_thread_id(), ordering: .releasing)
            while !runErrands() {}
            slot?.rest()
        } else if isFirst && !isOnThread {
            // The loop does not wait while its mailbox holds errands, so only the first one from another thread must wake it.
            ring()
        }
    }

    private func ring() {
        var one: UInt64 = 1
        _ = write(bell.raw, &one, 8)
    }

    /// Runs up to `errandsPerTurn` errands; true when the loop was stopped and its mailbox is empty.
    private func runErrands() -> Bool {
        var left = errandsPerTurn
        while left > 0 {
            let (errands, isDone) = mailbox.withLock { mailbox in
                let errands = mailbox.take(atMost: left)
                guard errands.isEmpty, mailbox.isStopping else { return (errands, false) }
                mailbox.isAttended = false
                thread.store(0, ordering: .releasing)
                return (errands, true)
            }
            if errands.isEmpty { return isDone }
            left -= errands.count
            for errand in errands {
                slot?.turn()
                switch errand {
                case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
                case .action(let action): action()
                }
            }
        }
        return false
    }

    /// Waits for an event or an errand; returns the number of events written.
    func wait(into events: inout [epoll_event]) -> Int {
        let hasMore = mailbox.withLock { !$0.errands.isEmpty || $0.isStopping }
        slot?.rest()
        noteTurn()
        defer {
            slot?.turn()
            wokenAt.store(clock.now, ordering: .relaxed)
        }
        return max(0, Int(epoll_wait(epoll.raw, &events, Int32(events.count), hasMore ? 0 : -1)))
    }

    /// Only the loop's own thread writes these numbers.
    private func noteTurn() {
        let start = wokenAt.load(ordering: .relaxed)
        let now = clock.now
        guard start > 0, now > start else { return }
        if now - start > Self.slowTurn { slowCount.add(1, ordering: .relaxed) }
        if now - start > longest.load(ordering: .relaxed) { longest.store(now - start, ordering: .relaxed) }
    }

    /// Resets the eventfd that woke the loop for errands.
    func answerBell() {
        var rings: UInt64 = 0
        _ = read(bell.raw, &rings, 8)
    }

    func watch(_ descriptor: Int32, _ interest: Interest, token: UInt64) {
        let outcome = downbeat_epoll_control(epoll.raw, EPOLL_CTL_ADD, descriptor, interest.rawValue, token)
        precondition(outcome == 0 || errno == ENOSPC || errno == ENOMEM, "epoll refused descriptor \(descriptor)")
    }

    func change(_ descriptor: Int32, to interest: Interest, token: UInt64) {
        _ = downbeat_epoll_control(epoll.raw, EPOLL_CTL_MOD, descriptor, interest.rawValue, token)
    }

    func forget(_ descriptor: Int32) {
        _ = downbeat_epoll_control(epoll.raw, EPOLL_CTL_DEL, descriptor, 0, 0)
    }
}
