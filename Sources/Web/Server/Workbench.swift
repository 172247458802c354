import CLinux
import Glibc
import System

/// The tools and tables that the connections of one loop share. It never leaves its loop.
final class Workbench {
    /// What one read takes, and so what one peer may ask before the others get their turn: 16 KiB are 2,700 pings to answer
    /// or 600 short requests, some ten milliseconds.
    private static let receiveSize = 16 << 10
    /// Newcomers taken in at once; more only wait for the next turn, so that a rush of them holds up nobody inside.
    private static let acceptsPerTurn = 64
    /// How many get a short message that need not hurry before others have their turn: half a millisecond of sending.
    private static let sendsPerTurn = 64
    /// How often deadlines are looked at: limits are of seconds, so this is exact enough.
    private static let sweepInterval: UInt64 = 250_000

    unowned let shard: Shard
    let loop: EventLoop
    let site: Site
    let work: WorkQueue
    let receiveBuffer: UnsafeMutableBufferPointer<UInt8>
    let inflater = Inflater()
    var connections: ConnectionTable
    var topics = TopicTable()
    var timers = Timers()
    var metrics = Metrics()
    private(set) var isStopping = false
    /// The moment of the current event, in clock microseconds.
    private(set) var now = MonotonicClock.now
    /// When the bytes at hand were read.
    var receivedAt: UInt64 = 0
    /// Seconds since 1970, for date lines.
    private(set) var second = time(nil)
    private var headWriter: ResponseHead? = ResponseHead()
    private var deflaters: [Int: Deflater] = [:]
    private var resuming: [ConnectionID] = []
    /// What is being sent in several turns, in the order of publishing.
    private var spreading: [Spreading] = []
    let quotas: Quotas
    private var door: Door

    init(shard: Shard, listener: Listener, site: Site, work: WorkQueue, quotas: Quotas) {
        self.shard = shard
        self.site = site
        self.work = work
        self.quotas = quotas
        loop = shard.loop
        connections = ConnectionTable(shard: UInt16(shard.index))
        receiveBuffer = .allocate(capacity: Self.receiveSize)
        receiveBuffer.initialize(repeating: 0)
        door = Door(listener, on: shard.loop)
        _ = timers.add(at: now + Self.sweepInterval, every: Self.sweepInterval) { [unowned self] in sweep() }
    }

    deinit {
        receiveBuffer.deallocate()
    }

    // One turn of the loop

    func noteTime() {
        now = MonotonicClock.now
        second = time(nil)
        metrics.turns += 1
    }

    func ready(_ token: UInt64, _ flags: UInt32) {
        if token == Door.token { acceptWaiting() } else { connections[token]?.ready(flags) }
        settle()
    }

    /// Lets a conversation go on with what it has kept, after the current event: never from inside its own.
    func afterThisEvent(_ id: ConnectionID) {
        resuming.append(id)
    }

    /// Ends an event, whatever its cause: readiness, a timer, or an errand from another thread.
    func settle() {
        while let id = resuming.popLast() { connections[id]?.resume() }
    }

    func runTimers() {
        // One moment for all: what comes due meanwhile waits for the next turn, or a slow cadence would never end this one.
        let moment = MonotonicClock.now
        while let action = timers.takeDue(at: moment) {
            action()
            settle()
        }
    }

    private func sweep() {
        for connection in connections.takeExpired(at: now) { connection.expired() }
        if door.isPaused { door.resume() }
    }

    // Coming and going

    private func acceptWaiting() {
        for _ in 0..<Self.acceptsPerTurn {
            switch door.accept() {
            case .connection(let descriptor, let peer):
                admit(descriptor, peer)
            case .nothing:
                return
            case .exhausted(let code):
                site.log.warning("not accepting for a moment", ["reason": SystemError.text(of: code)])
                metrics.acceptPauses += 1
                return
            }
        }
    }

    private func admit(_ descriptor: consuming Descriptor, _ peer: PeerAddress) {
        let asker = Asker(peer, isTrusted: site.trusts(peer))
        let transport = site.transport(descriptor)
        if let refusal = quotas.take(.connections, for: asker) {
            metrics.refusedConnections += 1
            let status = HTTPError(refusal, .connections).status
            var answer = "HTTP/1.1 \(status.code) \(status.reason)\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            _ = answer.withUTF8 { transport.write(UnsafeRawBufferPointer($0), hasMore: false) }
            return
        }
        let connection = connections.insert { Connection(transport, from: peer, id: $0, on: self) }
        loop.watch(transport.socket, Connection.firstInterest, token: connection.id.token)
        connection.begin(.http(HTTPConversation(connection)))
        metrics.connectionsAccepted += 1
    }

    func release(_ connection: Connection) {
        connections.remove(connection.id)
        quotas.give(.connections, of: Asker(connection.peer, isTrusted: site.trusts(connection.peer)))
        if door.isPaused { door.resume() }
    }

    /// Counts a wrong key for as long as its answer is held back.
    func noteGuess(of asker: Asker) {
        // Those that were compared at the same moment may be one too many: they wait, too.
        guard quotas.take(.guesses, for: asker) == nil else { return }
        let quotas = quotas
        _ = timers.add(at: MonotonicClock.now + site.limits.wrongKey.microseconds) { quotas.give(.guesses, of: asker) }
    }

    /// Stops accepting and tells everyone; what is under way may finish.
    func stop() {
        isStopping = true
        door.close()
        for connection in connections.all { connection.serverStops() }
    }

    /// Cuts what a graceful stop has left.
    func cutAll() {
        for connection in connections.all { connection.close() }
    }

    /// Closes all WebSockets, since the loop was too far behind to take in what was meant for them.
    func closeWebSockets() {
        for connection in connections.all { connection.webSocket?.closeBehind() }
    }

    /// Hands a message to all of this loop's subscribers.
    func publish(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery) {
        now = MonotonicClock.now
        for socket in topics.subscribers(of: topic) { socket.send(message, as: delivery) }
    }

    /// Hands a message to all of this loop's subscribers, or to one of them, a few in each turn: what hurries goes in between.
    func spread(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery, only socket: WebSocket? = nil) {
        spreading.append(Spreading(message, to: topic, as: delivery, in: topics, only: socket))
        if spreading.count == 1 { spreadSome() }
    }

    private func spreadSome() {
        now = MonotonicClock.now
        var left = Self.sendsPerTurn
        while left > 0, !spreading.isEmpty {
            left -= spreading[0].send(share: left)
            if spreading[0].isOver { spreading.removeFirst() }
        }
        // Due at once, and yet after all that is ready and all that was posted meanwhile.
        if !spreading.isEmpty { _ = timers.add(at: now + 1) { [unowned self] in spreadSome() } }
    }

    // Tools

    /// Lends out the buffer for response heads: one answer at a time uses it.
    func takeHeadWriter() -> ResponseHead {
        headWriter.take() ?? ResponseHead()
    }

    func giveBack(_ writer: ResponseHead) {
        headWriter = writer
    }

    func deflater(windowBits: Int) -> Deflater {
        if let made = deflaters[windowBits] { return made }
        let deflater = Deflater(windowBits: windowBits)
        deflaters[windowBits] = deflater
        return deflater
    }

    /// The answer to what a handler threw: a broken rule or a problem is told, anything else is ours and stays in the log.
    static func answer(to error: any Error, _ log: Log) -> Response {
        if let error = error as? HTTPError { return Response(error) }
        if let error = error as? any ProblemConvertible { return Response(error.problem) }
        log.error("request failed", ["reason": "\(error)"])
        return Response((error as? SystemError)?.isDiskFull == true ? HTTPError.diskFull : .failed)
    }
}
