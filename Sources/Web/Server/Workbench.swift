import CLinux
import Glibc
import System

/// The buffers and tables that the connections of one loop share; used on that loop alone.
final class Workbench {
    /// Bytes per read, and so the most work one peer can cause before the others' turn: 16 KiB are 2,700 pings or 600 short
    /// requests, some ten milliseconds.
    private static let receiveSize = 16 << 10
    /// Connections accepted per turn; more wait for the next turn, so that a burst does not delay the open connections.
    private static let acceptsPerTurn = 64
    /// Spread messages sent per turn: half a millisecond of sending.
    private static let sendsPerTurn = 64
    /// Handshakes that go on per turn: each takes most of a millisecond, and frames are due meanwhile.
    private static let handshakesPerTurn = 2
    /// How often deadlines are checked: timeouts are seconds long, so this is exact enough.
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
    /// Nil until the server stops.
    private(set) var stopping: Server.Stop?
    /// Whether messages of WebSockets are dropped.
    private(set) var isHushed = false
    /// The time of the current event, in clock microseconds.
    private(set) var now: UInt64
    /// When the bytes being handled were read.
    var receivedAt: UInt64 = 0
    /// Seconds since 1970, for date lines.
    private(set) var second: Int
    private var headWriter: ResponseHead? = ResponseHead()
    private var deflaters: [Int: Deflater] = [:]
    private var resuming: [ConnectionID] = []
    /// Who waits for the end of the last connection.
    private var emptyWaiters: [CheckedContinuation<Void, Never>] = []
    /// Connections whose handshakes go on, in the order of their bytes.
    private var handshakes: ArraySlice<ConnectionID> = []
    /// Messages being sent over several turns, in the order of publishing.
    private var spreading: [Spreading] = []
    let quotas: Quotas
    private let doors: [Door]

    init(shard: Shard, entrances: [Entrance], site: Site, work: WorkQueue, quotas: Quotas) {
        self.shard = shard
        self.site = site
        self.work = work
        self.quotas = quotas
        loop = shard.loop
        (now, second) = (site.clock.now, site.clock.second)
        connections = ConnectionTable(shard: UInt16(shard.index))
        receiveBuffer = .allocate(capacity: Self.receiveSize)
        receiveBuffer.initialize(repeating: 0)
        doors = entrances.enumerated().compactMap { number, entrance in
            guard shard.index < entrance.listeners.count else { return nil }
            return Door(entrance.listeners[shard.index], of: entrance, number: number, on: shard.loop)
        }
        _ = timers.add(at: now + Self.sweepInterval, every: Self.sweepInterval) { [unowned self] in sweep() }
    }

    deinit {
        receiveBuffer.deallocate()
    }

    // One turn of the loop

    func noteTime() {
        now = site.clock.now
        second = site.clock.second
        metrics.turns += 1
    }

    func ready(_ token: UInt64, _ flags: UInt32) {
        if let number = Door.number(of: token, among: doors.count) {
            acceptWaiting(at: doors[number])
        } else {
            connections[token]?.ready(flags)
        }
        settle()
    }

    /// Resumes a connection after the current event, so that it is never re-entered from its own event.
    func afterThisEvent(_ id: ConnectionID) {
        resuming.append(id)
    }

    /// Ends an event, whatever its cause: readiness, a timer, or an action posted by another thread.
    func settle() {
        while let id = resuming.popLast() { connections[id]?.resume() }
    }

    func runTimers() {
        // Timers that come due or are added meanwhile wait for the next turn, or slow repeating ones would never end this.
        now = site.clock.now
        let (moment, newest) = (now, timers.lastID)
        while let action = timers.takeDue(at: moment, addedUntil: newest) {
            action()
            settle()
        }
    }

    private func sweep() {
        for connection in connections.takeExpired(at: now) { connection.expired() }
        for door in doors { door.resume() }
    }

    // Opening and closing

    private func acceptWaiting(at door: Door) {
        for _ in 0..<Self.acceptsPerTurn {
            switch door.accept() {
            case .connection(let descriptor, let peer):
                admit(descriptor, peer, at: door.entrance)
            case .nothing:
                return
            case .exhausted(let code):
                site.log.warning("accepting paused", ["reason": SystemError.text(of: code)])
                metrics.acceptPauses += 1
                return
            }
        }
    }

    private func admit(_ descriptor: consuming Descriptor, _ peer: PeerAddress, at entrance: Entrance) {
        let asker = Asker(peer, isTrusted: site.trusts(peer.host))
        let transport = site.transport(descriptor)
        if let refusal = quotas.take(.connections, for: asker) {
            metrics.refusedConnections += 1
            let status = HTTPError(refusal, .connections).status
            var answer = "HTTP/1.1 \(status.code) \(status.reason)\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            _ = answer.withUTF8 { transport.write(UnsafeRawBufferPointer($0), hasMore: false) }
            return
        }
        let connection = connections.insert { Connection(transport, from: peer, at: entrance, id: $0, on: self) }
        loop.watch(transport.socket, Connection.firstInterest, token: connection.id.token)
        connection.open()
        metrics.connectionsAccepted += 1
    }

    /// Lets a handshake go on when its turn comes.
    func queueHandshake(_ id: ConnectionID) {
        handshakes.append(id)
        if handshakes.count == 1 { scheduleHandshakes() }
    }

    private func scheduleHandshakes() {
        // A timer due at once runs after all ready events and posted actions.
        _ = timers.add(at: site.clock.now) { [unowned self] in
            now = site.clock.now
            for id in handshakes.prefix(Self.handshakesPerTurn) { connections[id]?.shakeHands() }
            handshakes = handshakes.dropFirst(Self.handshakesPerTurn)
            if !handshakes.isEmpty { scheduleHandshakes() }
        }
    }

    func release(_ connection: Connection) {
        connections.remove(connection.id)
        quotas.give(.connections, of: Asker(connection.peer, isTrusted: site.trusts(connection.peer.host)))
        for door in doors { door.resume() }
        guard connections.count == 0 else { return }
        for waiter in exchange(&emptyWaiters, with: []) { waiter.resume() }
    }

    /// Resumes the continuation when the last connection is closed.
    func whenEmpty(_ continuation: CheckedContinuation<Void, Never>) {
        emptyWaiters.append(continuation)
    }

    /// Counts a wrong key for as long as its answer is delayed.
    func noteGuess(of asker: Asker) {
        if quotas.isFirstGuess(of: asker, at: site.clock.now) {
            site.log.warning("a wrong key was sent; its answer is delayed", ["address": "\(asker)"])
        }
        // Keys compared at the same time may exceed the quota: their answers are delayed all the same.
        guard quotas.take(.guesses, for: asker) == nil else { return }
        giveBack(.guesses, of: asker, after: site.limits.wrongKey)
    }

    /// Tells in the log how to allow a host that was asked for, once in a while: scanners ask for many.
    func note(foreignHost host: String) {
        guard quotas.mayTellHost(at: site.clock.now) else { return }
        let foreign = ForeignHost(host)
        site.log.warning(
            "a host is not allowed, its requests are answered with 421",
            ["host": "\(foreign)", "option": "--allow-host \(foreign.name)"])
    }

    /// Counts a WebSocket that is opened now; throws if the address has opened too many lately.
    func noteArrival(of asker: Asker) throws(HTTPError) {
        if let refusal = quotas.take(.arrivals, for: asker) { throw HTTPError(refusal, .arrivals) }
        giveBack(.arrivals, of: asker, after: site.limits.arrival)
    }

    private func giveBack(_ kind: QuotaKind, of asker: Asker, after delay: Duration) {
        let quotas = quotas
        _ = timers.add(at: site.clock.now + delay.microseconds) { quotas.give(kind, of: asker) }
    }

    var isStopping: Bool { stopping != nil }

    func hush() { isHushed = true }

    /// What WebSockets are told when the server stops.
    func sayStop(to webSocket: WebSocket) {
        if stopping == .restart {
            webSocket.close(.serviceRestart, reason: "the server restarts")
        } else {
            webSocket.close(.goingAway, reason: "the server stops")
        }
    }

    /// Stops accepting and tells every connection; requests under way may finish.
    func stop(_ stop: Server.Stop) {
        stopping = stop
        for door in doors { door.close(forGood: stop == .end) }
        for connection in connections.all { connection.serverStops() }
    }

    /// Closes the connections that a graceful stop has left.
    func cutAll() {
        for connection in connections.all { connection.close() }
    }

    /// Closes all WebSockets, because the mailbox was full and a message for them was lost.
    func closeWebSockets() {
        for connection in connections.all { connection.webSocket?.closeBehind() }
    }

    /// Sends a message to all of this loop's subscribers.
    func publish(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery) {
        now = site.clock.now
        for socket in topics.subscribers(of: topic) { socket.send(message, as: delivery) }
    }

    /// Sends a message to all of this loop's subscribers, or to one of them, a few per turn, so that urgent ones go in between.
    func spread(_ message: EncodedMessage, to topic: Topic, as delivery: Delivery, only socket: WebSocket? = nil) {
        spreading.append(Spreading(message, to: topic, as: delivery, in: topics, only: socket))
        if spreading.count == 1 { spreadSome() }
    }

    private func spreadSome() {
        now = site.clock.now
        var left = Self.sendsPerTurn
        while left > 0, !spreading.isEmpty {
            left -= spreading[0].send(share: left)
            if spreading[0].isOver { spreading.removeFirst() }
        }
        // A timer due at once runs after all ready events and posted actions.
        if !spreading.isEmpty { _ = timers.add(at: now) { [unowned self] in spreadSome() } }
    }

    // Shared buffers

    /// Lends the buffer for response heads to one answer at a time.
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

    /// The answer to a handler's error: an `HTTPError` or `Problem` is sent; anything else is our bug and only logged.
    static func answer(to error: any Error, _ log: Log) -> Response {
        if let error = error as? HTTPError { return Response(error) }
        if let error = error as? any ProblemConvertible { return Response(error.problem) }
        log.error("request failed", ["reason": "\(error)"])
        return Response((error as? SystemError)?.isDiskFull == true ? HTTPError.diskFull : .failed)
    }
}
