import Synchronization
import System

/// One loop's part of the server: the actor that owns its connections and runs on its thread.
actor Shard {
    nonisolated let loop: EventLoop
    nonisolated let index: Int
    private let entrances: [Entrance]
    private let site: Site
    private let work: WorkQueue
    private let quotas: Quotas
    private lazy var bench = Workbench(shard: self, entrances: entrances, site: site, work: work, quotas: quotas)
    private var loopTurn: LoopTurn
    /// True while a job that closes clients which missed a message is queued.
    private let hasOverrun = Atomic<Bool>(false)

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(index: Int, entrances: [Entrance], site: Site, work: WorkQueue, quotas: Quotas) throws(SystemError) {
        loop = try EventLoop(site.clock, board: site.board)
        self.index = index
        self.entrances = entrances
        self.site = site
        self.work = work
        self.quotas = quotas
        loopTurn = try LoopTurn(site.clock, events: 256)
    }

    /// Starts the thread that serves this shard's connections.
    nonisolated func start() {
        post { _ in }
        loop.submit { self.assumeIsolated { $0.begin() } }
        loop.start(name: "loop-\(index)") { self.assumeIsolated { $0.turn() } }
    }

    /// Queues an action that runs on the loop with the shard's connections, in the order of posting.
    nonisolated func post(_ action: @escaping @Sendable (Workbench) -> Void) {
        loop.submit {
            self.assumeIsolated { shard in
                action(shard.bench)
                shard.bench.settle()
            }
        }
    }

    /// Queues an action that may be dropped: returns false if the mailbox already holds `limit` actions.
    nonisolated func post(ifFewerThan limit: Int, _ action: @escaping @Sendable (Workbench) -> Void) -> Bool {
        loop.submit(ifFewerThan: limit) {
            self.assumeIsolated { shard in
                action(shard.bench)
                shard.bench.settle()
            }
        }
    }

    /// Queues an action that clients must not miss. If the mailbox is full, the loop's WebSockets are closed, and reconnect.
    nonisolated func deliver(_ action: @escaping @Sendable (Workbench) -> Void) {
        guard !post(ifFewerThan: site.limits.mailboxInAll, action), !hasOverrun.exchange(true, ordering: .relaxed) else { return }
        post { bench in
            self.hasOverrun.store(false, ordering: .relaxed)
            bench.closeWebSockets()
        }
    }

    func hush() { bench.hush() }

    func snapshot() -> Metrics {
        var metrics = bench.metrics
        metrics.connections = bench.connections.count
        (metrics.slowTurns, metrics.longestTurn) = (loop.slowTurns, loop.longestTurn)
        return metrics
    }

    /// Returns when the last connection is closed.
    func emptied() async {
        guard bench.connections.count > 0 else { return }
        await withCheckedContinuation { bench.whenEmpty($0) }
    }

    private func begin() {
        loopTurn.begin(on: loop)
    }

    private func turn() {
        loopTurn.wait(on: loop, until: bench.timers.nextDeadline)
        bench.noteTime()
        let bench = bench
        loopTurn.handle(on: loop) { token, flags in
            loop.goOn()
            bench.ready(token, flags)
        }
        bench.runTimers()
    }
}
