import CLinux
import Glibc
import Synchronization
package import System

/// The web server: its loops, publishing to their clients, start and stop.
package final class Server: Sendable {
    /// Descriptors kept free for files, uploads, workers and everything else that the process opens while it serves.
    private static let spareDescriptors = 32
    /// Descriptors that each loop opens: epoll, eventfd and timerfd.
    private static let descriptorsPerLoop = 3

    /// How a server stops.
    package enum Stop: Sendable {
        case end
        /// Another one takes its place at once.
        case restart
    }

    private static let preparingPause = Duration.seconds(5)

    private let site: Site
    private let shards: [Shard]
    private let work = WorkQueue()
    let quotas: Quotas
    /// Frames dropped because a loop's mailbox was too full.
    private let framesLeftOut = Atomic<UInt64>(0)
    private let stopping = Atomic<Bool>(false)

    /// Takes over listeners that share one port: one loop each.
    package convenience init(_ site: Site, listeners: [Listener]) throws(SystemError) {
        try self.init(site, [Entrance(listeners)])
    }

    /// Serves the site at several ports. There are as many loops as the first has listeners.
    package init(_ site: Site, _ entrances: [Entrance]) throws(SystemError) {
        self.site = site
        let loops = entrances.first?.listeners.count ?? 0
        DiskThreads.start()
        // sendfile has no MSG_NOSIGNAL: a peer that hangs up must cause an error code, not end the process.
        signal(SIGPIPE, SIG_IGN)
        let taken = DescriptorLimit.inUse() + Self.spareDescriptors + loops * Self.descriptorsPerLoop
        let room = DescriptorLimit.raise() - taken
        let quotas = Quotas(site.limits, connections: max(room, 1))
        self.quotas = quotas
        var shards: [Shard] = []
        for index in 0..<loops {
            shards.append(try Shard(index: index, entrances: entrances, site: site, work: work, quotas: quotas))
        }
        self.shards = shards
    }

    /// False from the moment the server was told to stop.
    package var isReady: Bool { !stopping.load(ordering: .relaxed) }

    /// Serves until `stop` is called and all connections are closed; handlers run as child tasks of the caller's task.
    @concurrent
    package func run() async {
        for shard in shards { shard.start() }
        let preparing = prepareFiles()
        await work.run()
        preparing.cancel()
    }

    private func prepareFiles() -> Task<Void, Never> {
        Task(priority: .background) { [site] in
            // Those who wait for the server come first.
            guard (try? await site.clock.sleep(for: Self.preparingPause)) != nil else { return }
            site.files?.prepare()
        }
    }

    /// Drops what WebSockets say from now on, and returns once what they have said before is with their sessions: `stop(.restart)` tells
    /// clients that what was not answered was not done.
    package func hush() async {
        for shard in shards { await shard.hush() }
    }

    /// Stops accepting, tells every client, gives them a moment to finish, then cuts the remaining connections.
    @concurrent
    package func stop(_ stop: Stop = .end) async {
        guard !stopping.exchange(true, ordering: .relaxed) else { return }
        for shard in shards { shard.post { $0.stop(stop) } }
        // What it posts closes the remaining connections, so that none is waited for for ever.
        let cutting = Task { [site, shards] in
            let pause = stop == .end ? site.limits.stopping : site.limits.restarting
            do { try await site.clock.sleep(for: pause) } catch { return }
            for shard in shards { shard.post { $0.cutAll() } }
        }
        for shard in shards { await shard.emptied() }
        cutting.cancel()
        for shard in shards { shard.loop.stop() }
        work.finish()
    }

    /// Sends one message to everyone who subscribed to the topic, each as `delivery` says.
    ///
    /// A loop that is far behind gets no `fresh` messages until it has caught up; all others are queued, up to `Limits.mailboxInAll`.
    package func publish(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery) {
        for shard in shards {
            guard case .fresh = delivery else {
                shard.deliver { $0.publish(message, to: topic, as: delivery) }
                continue
            }
            let isTaken = shard.post(ifFewerThan: site.limits.mailbox) { $0.publish(message, to: topic, as: delivery) }
            if !isTaken { framesLeftOut.add(1, ordering: .relaxed) }
        }
    }

    /// The same at low priority: with many subscribers it is sent over several turns, and published messages may overtake it.
    /// Spread messages keep their order.
    package func spread(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery) {
        for shard in shards { shard.deliver { $0.spread(message, to: topic, as: delivery) } }
    }

    /// Sends one subscriber a message that the topic's others already have, in order with spread messages.
    package func spread(_ message: EncodedMessage, to topic: Topic, for client: ConnectionID, as delivery: Delivery) {
        shards[Int(client.shard)].deliver { bench in
            if let socket = bench.connections[client]?.webSocket { bench.spread(message, to: topic, as: delivery, only: socket) }
        }
    }

    /// Sends a message to one client, if it is still there.
    package func send(_ message: EncodedMessage, to client: ConnectionID, as delivery: Delivery = .always) {
        shards[Int(client.shard)].deliver { $0.connections[client]?.webSocket?.send(message, as: delivery) }
    }

    /// Runs an action on one client's socket, on its loop, if the client is still there; ordered with everything that the
    /// caller's thread publishes or sends.
    package func reach(_ client: ConnectionID, _ action: @escaping @Sendable (WebSocket) -> Void) {
        shards[Int(client.shard)].deliver { bench in
            if let socket = bench.connections[client]?.webSocket { action(socket) }
        }
    }

    /// Closes one client, if it is still there.
    package func close(_ client: ConnectionID, _ code: CloseCode, reason: String = "") {
        shards[Int(client.shard)].deliver { $0.connections[client]?.webSocket?.close(code, reason: reason) }
    }

    /// Calls `action` on the first loop at a fixed interval, until the server stops.
    package func every(_ interval: Duration, _ action: @escaping @Sendable () -> Void) {
        let step = max(interval.microseconds, 1)
        shards[0].post { bench in
            _ = bench.timers.add(at: bench.site.clock.now + step, every: step, action)
        }
    }

    /// The sums over all loops.
    package func metrics() async -> Metrics {
        var sum = Metrics()
        for shard in shards { sum = sum + (await shard.snapshot()) }
        sum.refusals = quotas.refusals
        sum.takings = quotas.takings
        sum.holdings = quotas.totals
        sum.framesDropped += framesLeftOut.load(ordering: .relaxed)
        return sum
    }
}
