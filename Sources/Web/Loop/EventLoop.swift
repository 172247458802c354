import CLinux
import Glibc
import Synchronization
package import System

/// One thread that waits on epoll and is the executor of the actor that owns the thread's sockets; nothing on it may block.
package final class EventLoop: SerialExecutor {
    /// What a descriptor should wake the loop for.
    struct Interest: OptionSet, Sendable {
        let rawValue: UInt32
        static let readable = Interest(rawValue: downbeat_epoll_in)
        /// The peer sends nothing more.
        static let hangUp = Interest(rawValue: downbeat_epoll_rdhup)
        static let writable = Interest(rawValue: downbeat_epoll_out)
    }

    private enum Errand {
        case job(UnownedJob)
        case action(@Sendable () -> Void)
    }

    private struct Mailbox {
        var errands: [Errand] = []
        var isStopping = false
        /// True while some thread, the loop's own or a stand-in, is there to run what is sent.
        var isAttended = true

        mutating func take(atMost limit: Int) -> [Errand] {
            guard errands.count > limit else { return exchange(&errands, with: []) }
            defer { errands.removeFirst(limit) }
            return Array(errands.prefix(limit))
        }
    }

    /// The token of the loop's own bell.
    static let bellToken = UInt64.max

    private let epoll: Descriptor
    private let bell: Descriptor
    private let mailbox = Mutex(Mailbox())
    private let thread = Atomic<Int32>(0)
    /// After so many errands the loop looks at what else is due: whoever sends without end must not keep it from that.
    private let errandsPerTurn: Int
    /// Where the thread's turns are counted, if anywhere.
    private let slot: WorkBoard.Slot?

    package init(board: WorkBoard? = nil, errandsPerTurn: Int = 256) throws(SystemError) {
        self.errandsPerTurn = errandsPerTurn
        slot = board?.take()
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw SystemError("epoll_create1") }
        self.epoll = Descriptor(owning: epoll)
        let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard bell >= 0 else { throw SystemError("eventfd") }
        self.bell = Descriptor(owning: bell)
        watch(bell, .readable, token: Self.bellToken)
    }

    /// Starts the thread: it calls `turn`, which waits and handles events, then runs some of what was sent to the loop, until `stop`.
    package func start(name: String, turn: @escaping @Sendable () -> Void) {
        let body = ThreadBody { [self] in
            downbeat_name_thread(name)
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
        body.launch()
    }

    /// Counts a turn for each of many events that one wait brought: a busy loop is not a stuck one.
    func goOn() {
        slot?.turn()
    }

    /// Ends the thread after the errands already sent. What is sent later runs on the sender's thread, one sender at a time:
    /// nobody waits for ever on an actor whose loop has ended.
    package func stop() {
        mailbox.withLock { $0.isStopping = true }
        ring()
    }

    /// Runs `action` on the loop's thread, in the order of sending. Nothing is refused here: whoever submits has a bound of his own,
    /// such as one action a request.
    package func submit(_ action: @escaping @Sendable () -> Void) {
        send(.action(action))
    }

    /// The same for what may be left out: false, and nothing will run, where `limit` actions wait already.
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
            // The loop does not wait while there is something in the mailbox, so only the first errand from outside must wake it.
            ring()
        }
    }

    private func ring() {
        var one: UInt64 = 1
        _ = write(bell.raw, &one, 8)
    }

    /// Runs a turn's share of what was sent; true when the loop has been stopped and this thread is done with it.
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

    /// Waits until something is ready or sent; returns how many events it wrote.
    func wait(into events: inout [epoll_event]) -> Int {
        let hasMore = mailbox.withLock { !$0.errands.isEmpty || $0.isStopping }
        slot?.rest()
        defer { slot?.turn() }
        return max(0, Int(epoll_wait(epoll.raw, &events, Int32(events.count), hasMore ? 0 : -1)))
    }

    /// Quiets the bell that woke the loop for errands.
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

/// Carries a closure into a new POSIX thread.
private final class ThreadBody: Sendable {
    private let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }

    func launch() {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let outcome = pthread_create(
            &thread, nil,
            { pointer in
                Unmanaged<ThreadBody>.fromOpaque(pointer!).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        precondition(outcome == 0, "no thread for the event loop: \(SystemError.text(of: outcome))")
        pthread_detach(thread)
    }
}
