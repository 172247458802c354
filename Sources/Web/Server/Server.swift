import CLinux
import Glibc
import Synchronization
package import System

/// The web server: its loops, what is published to their clients, and its life from start to stop.
package final class Server: Sendable {
    /// Descriptors that connections must leave to files, uploads, workers and whatever else the process opens while it serves.
    private static let spareDescriptors = 32
    /// What each loop opens for itself: epoll, its bell and its alarm.
    private static let descriptorsPerLoop = 3

    private let site: Site
    private let shards: [Shard]
    private let work = WorkQueue()
    let quotas: Quotas
    /// Frames that a loop did not get because it was too far behind.
    private let framesLeftOut = Atomic<UInt64>(0)
    private let stopping = Atomic<Bool>(false)

    /// Takes over listeners that share one port: one loop each.
    package init(_ site: Site, listeners: [Listener]) throws(SystemError) {
        self.site = site
        // sendfile has no MSG_NOSIGNAL: a peer that hangs up must be an error code, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let taken = DescriptorLimit.inUse() + Self.spareDescriptors + listeners.count * Self.descriptorsPerLoop
        let room = DescriptorLimit.raise() - taken
        let quotas = Quotas(site.limits, connections: max(room, 1))
        self.quotas = quotas
        var shards: [Shard] = []
        for (index, listener) in listeners.enumerated() {
            shards.append(try Shard(index: index, listener: listener, site: site, work: work, quotas: quotas))
        }
        self.shards = shards
    }

    /// False from the moment the server was told to stop.
    package var isReady: Bool { !stopping.load(ordering: .relaxed) }

    /// Serves until `stop` is called and everyone is gone; handlers run as children of the caller's task.
    @concurrent
    package func run() async {
        for shard in shards { shard.start() }
        await work.run()
    }

    /// Stops accepting, tells every client, lets them finish for a few seconds, then cuts what is left.
    @concurrent
    package func stop() async {
        guard !stopping.exchange(true, ordering: .relaxed) else { return }
        for shard in shards { shard.post { $0.stop() } }
        let patience = ContinuousClock.now + site.limits.stopping
        while await connectionCount > 0, ContinuousClock.now < patience {
            try? await Task.sleep(for: .milliseconds(20))  // Cancelled, it only looks more often until the time is up.
        }
        for shard in shards { shard.post { $0.cutAll() } }
        _ = await connectionCount
        for shard in shards { shard.loop.stop() }
        work.finish()
    }

    /// Sends one message to everyone who subscribed to the topic, each as `delivery` says.
    ///
    /// A loop that is far behind gets no more frames until it has caught up; what must arrive still waits for it.
    package func publish(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery) {
        for shard in shards {
            let limit = if case .fresh = delivery { site.limits.mailbox } else { Int.max }
            let isTaken = shard.post(ifFewerThan: limit) { $0.publish(message, to: topic, as: delivery) }
            if !isTaken { framesLeftOut.add(1, ordering: .relaxed) }
        }
    }

    /// The same for what is needed only later: where many subscribed, whatever else is sent may overtake it, except what is
    /// spread too.
    package func spread(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery) {
        for shard in shards { shard.post { $0.spread(message, to: topic, as: delivery) } }
    }

    /// Sends a subscriber what the others of its topic were sent before, in the order of what is spread.
    package func spread(_ message: EncodedMessage, to topic: Topic, for client: ConnectionID, as delivery: Delivery) {
        shards[Int(client.shard)].post { bench in
            if let socket = bench.connections[client]?.webSocket { bench.spread(message, to: topic, as: delivery, only: socket) }
        }
    }

    /// Sends a message to one client, if it is still there.
    package func send(_ message: EncodedMessage, to client: ConnectionID, as delivery: Delivery = .always) {
        shards[Int(client.shard)].post { $0.connections[client]?.webSocket?.send(message, as: delivery) }
    }

    /// Does something with one client's socket on its loop, if the client is still there: after all that was published or sent
    /// from the caller's thread before, and before all that comes after.
    package func reach(_ client: ConnectionID, _ action: @escaping @Sendable (WebSocket) -> Void) {
        shards[Int(client.shard)].post { bench in
            if let socket = bench.connections[client]?.webSocket { action(socket) }
        }
    }

    /// Closes one client, if it is still there.
    package func close(_ client: ConnectionID, _ code: CloseCode, reason: String = "") {
        shards[Int(client.shard)].post { $0.connections[client]?.webSocket?.close(code, reason: reason) }
    }

    /// Calls `action` on the first loop at a steady cadence, until the server stops.
    package func every(_ interval: Duration, _ action: @escaping @Sendable () -> Void) {
        let step = max(interval.microseconds, 1)
        shards[0].post { bench in
            _ = bench.timers.add(at: MonotonicClock.now + step, every: step, action)
        }
    }

    /// The sums over all loops.
    package func metrics() async -> Metrics {
        var sum = Metrics()
        for shard in shards { sum = sum + (await shard.snapshot()) }
        sum.refusals = quotas.refusals
        sum.holdings = quotas.totals
        sum.framesDropped += framesLeftOut.load(ordering: .relaxed)
        return sum
    }

    private var connectionCount: Int {
        get async {
            var count = 0
            for shard in shards { count += await shard.connectionCount }
            return count
        }
    }
}
