import CLinux
import System

/// One loop's share of the server: the actor that owns its connections and runs on its thread.
actor Shard {
    nonisolated let loop: EventLoop
    nonisolated let index: Int
    private let listener: Listener
    private let site: Site
    private let work: WorkQueue
    private let quotas: Quotas
    private lazy var bench = Workbench(shard: self, listener: listener, site: site, work: work, quotas: quotas)
    private var alarm: Alarm
    private var events = [epoll_event](repeating: epoll_event(), count: eventsPerTurn)

    private static let alarmToken = UInt64.max - 2
    /// Events taken from the kernel at once; more only wait for the next turn.
    private static let eventsPerTurn = 256

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(index: Int, listener: Listener, site: Site, work: WorkQueue, quotas: Quotas) throws(SystemError) {
        loop = try EventLoop(board: site.board)
        self.index = index
        self.listener = listener
        self.site = site
        self.work = work
        self.quotas = quotas
        alarm = try Alarm()
    }

    /// Starts the thread that serves this shard's connections.
    nonisolated func start() {
        post { _ in }
        loop.submit { self.assumeIsolated { $0.watchAlarm() } }
        loop.start(name: "loop-\(index)") { self.assumeIsolated { $0.turn() } }
    }

    /// Runs an action among the shard's connections, soon, in the order of posting.
    nonisolated func post(_ action: @escaping @Sendable (Workbench) -> Void) {
        loop.submit {
            self.assumeIsolated { shard in
                action(shard.bench)
                shard.bench.settle()
            }
        }
    }

    /// The same for what may be left out: false where the loop is so far behind that it is.
    nonisolated func post(ifFewerThan limit: Int, _ action: @escaping @Sendable (Workbench) -> Void) -> Bool {
        loop.submit(ifFewerThan: limit) {
            self.assumeIsolated { shard in
                action(shard.bench)
                shard.bench.settle()
            }
        }
    }

    func snapshot() -> Metrics {
        var metrics = bench.metrics
        metrics.connections = bench.connections.count
        return metrics
    }

    var connectionCount: Int { bench.connections.count }

    private func watchAlarm() {
        loop.watch(alarm.raw, .readable, token: Self.alarmToken)
    }

    private func turn() {
        alarm.set(to: bench.timers.nextDeadline)
        let count = loop.wait(into: &events)
        bench.noteTime()
        var hasRung = false
        for index in 0..<count {
            let token = events[index].data.u64
            switch token {
            case EventLoop.bellToken: loop.answerBell()
            case Self.alarmToken: hasRung = true
            default:
                loop.goOn()
                bench.ready(token, events[index].events)
            }
        }
        if hasRung {
            alarm.acknowledge()
            bench.runTimers()
        }
    }
}
