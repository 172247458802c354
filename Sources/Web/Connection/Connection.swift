import CLinux
import Glibc
import System

/// One client: its transport and the conversation on it. It belongs to one loop, and only events of that loop touch it.
final class Connection {
    /// The protocol in use: each takes the received bytes and decides what to send.
    enum Conversation {
        /// Whether the peer speaks TLS is not known yet, or the handshake is under way.
        case opening
        case http(HTTPConversation)
        case webSocket(WebSocket)
        /// Everything is sent: input is dropped until the peer closes, too.
        case lingering
        case closed
    }

    /// The epoll interest of a new connection.
    static let firstInterest: EventLoop.Interest = [.readable, .hangUp]

    let bench: Workbench
    let id: ConnectionID
    let peer: PeerAddress
    let entrance: Entrance
    /// Nil once closed: the descriptor's number may be reused by another connection.
    private var transport: (any Transport)?
    private var conversation = Conversation.closed
    private var outbox = Outbox()
    private var isReading = true
    /// Whether the peer's half-close is still to be reported.
    private var awaitsHangUp = true
    /// The readiness that the next read needs; only an encrypted read ever waits to write.
    private var readsWhen = EventLoop.Interest.readable
    /// The readiness that the next write needs; nil while nothing is queued.
    private var writesWhen: EventLoop.Interest?
    /// The interest last registered with epoll.
    private var interest = firstInterest
    private var closesWhenSent = false
    private var isCorked = false

    init(
        _ transport: any Transport, from peer: PeerAddress, at entrance: Entrance = Entrance([]), id: ConnectionID,
        on bench: Workbench
    ) {
        self.bench = bench
        self.id = id
        self.peer = peer
        self.entrance = entrance
        self.transport = transport
        // Frames and short answers go out at once: Nagle's algorithm can delay them by 40 ms.
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    }

    var isOpen: Bool { transport != nil }

    var isEncrypted: Bool { transport is TLSSocket }

    /// True when the kernel has taken everything sent so far.
    var isDrained: Bool { outbox.isEmpty && transport?.holdsOutput != true }

    var http: HTTPConversation? {
        if case .http(let http) = conversation { http } else { nil }
    }

    var webSocket: WebSocket? {
        if case .webSocket(let webSocket) = conversation { webSocket } else { nil }
    }

    func begin(_ conversation: Conversation) {
        self.conversation = conversation
    }

    func setDeadline(in duration: Duration?) {
        bench.connections.setDeadline(duration.map { bench.now + $0.microseconds } ?? .max, for: id)
    }

    func setDeadline(at moment: UInt64) {
        bench.connections.setDeadline(moment, for: id)
    }

    func setOption(_ level: Int32, _ name: Int32, _ value: Int32) {
        guard let transport else { return }
        var value = value
        setsockopt(transport.socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    // What the loop reports

    func ready(_ flags: UInt32) {
        if flags & downbeat_epoll_err != 0 { return close() }
        let canWrite = flags & downbeat_epoll_out != 0
        let canRead = flags & (downbeat_epoll_in | downbeat_epoll_rdhup | downbeat_epoll_hup) != 0
        if canWrite && writesWhen == .writable || canRead && writesWhen == .readable { flush() }
        guard isOpen else { return }
        if isReading && (canRead || canWrite && readsWhen == .writable) {
            receive()
        } else if flags & downbeat_epoll_hup != 0 {
            close()
        } else if flags & downbeat_epoll_rdhup != 0 {
            if case .http(let http) = conversation, http.peerFinishes() { return close() }
            // Report it once: level-triggered epoll would report it again at once, and for ever.
            awaitsHangUp = false
            tellLoop()
        }
    }

    /// Goes on with buffered input: first the conversation's, then the transport's.
    func resume() {
        http?.resumeReading()
        if hasMoreToRead { receive() }
    }

    func expired() {
        switch conversation {
        case .http(let http): http.expired()
        case .webSocket(let webSocket): webSocket.expired()
        case .opening, .lingering, .closed: close()
        }
    }

    /// The server is about to stop.
    func serverStops() {
        switch conversation {
        case .http(let http): http.serverStops()
        case .webSocket(let webSocket): bench.sayStop(to: webSocket)
        case .opening: close()
        case .lingering, .closed: break
        }
    }

    // Opening

    /// Begins HTTP, or first finds out whether the peer speaks TLS.
    func open() {
        guard bench.site.encryption != nil else { return begin(.http(HTTPConversation(self))) }
        begin(.opening)
        setDeadline(in: bench.site.limits.firstByte)
    }

    private func greet() {
        if let plain = transport as? PlainSocket {
            switch plain.peek() {
            case .nothing: return
            case .ended: return close()
            case .byte(Encryption.firstByte):
                guard let encrypted = bench.site.encryption?.socket(over: plain) else { return close() }
                transport = encrypted
                setDeadline(in: bench.site.limits.handshake)
            case .byte:
                begin(.http(HTTPConversation(self)))
                return receive()
            }
        }
        // Until the turn of this handshake, epoll must not report the same bytes again and again.
        setReading(false)
        bench.queueHandshake(id)
    }

    /// Does one step of the handshake.
    func shakeHands() {
        guard case .opening = conversation, let encrypted = transport as? TLSSocket else { return }
        switch encrypted.shakeHands() {
        case .moved:
            bench.metrics.handshakes += 1
            if encrypted.isResumed { bench.metrics.resumptions += 1 }
            begin(.http(HTTPConversation(self)))
        case .waits(let readiness): readsWhen = readiness
        case .ended, .failed:
            bench.metrics.failedHandshakes += 1
            return close()
        }
        if encrypted.holdsOutput { waitToWrite() }
        setReading(true)
    }

    // Reading

    /// With false, nothing is read, so that TCP backpressure stops the peer.
    func setReading(_ isReading: Bool) {
        self.isReading = isReading
        if isReading { awaitsHangUp = true }
        tellLoop()
        if hasMoreToRead { bench.afterThisEvent(id) }
    }

    private var hasMoreToRead: Bool { isReading && transport?.hasBytesInside == true }

    private func receive() {
        if case .opening = conversation { return greet() }
        repeat {
            guard receiveOnce() else { break }
        } while hasMoreToRead
        guard let transport else { return }
        // The read may have made the transport write, or received what a write waited for.
        if writesWhen == .readable { flush() } else if transport.holdsOutput { waitToWrite() }
        tellLoop()
    }

    /// Reads once and passes the bytes to the conversation; false when nothing came.
    private func receiveOnce() -> Bool {
        guard let transport else { return false }
        let buffer = bench.receiveBuffer
        readsWhen = .readable
        switch transport.read(into: UnsafeMutableRawBufferPointer(buffer)) {
        case .moved(let count):
            bench.metrics.bytesReceived += UInt64(count)
            let input = Span(_unsafeElements: UnsafeBufferPointer(rebasing: buffer[..<count]))
            switch conversation {
            case .http(let http): http.receive(input)
            case .webSocket(let webSocket): webSocket.receive(input)
            case .opening, .lingering, .closed: break
            }
            return true
        case .waits(let readiness):
            readsWhen = readiness
        case .ended:
            if case .http(let http) = conversation { http.peerFinished() } else { close() }
        case .failed:
            close()
        }
        return false
    }

    // Writing

    /// Sends a head and a part of a body in one call, and queues what the kernel does not take at once.
    func send(_ head: UnsafeRawBufferPointer, _ body: [UInt8] = [], _ range: Range<Int> = 0..<0) {
        guard let transport else { return }
        var sent = 0
        if isDrained {
            let first = range.prefix(Outbox.turnShare)
            let transfer = body.withUnsafeBytes {
                first.isEmpty
                    ? transport.write(head, hasMore: false)
                    : transport.write(head, UnsafeRawBufferPointer(rebasing: $0[first]))
            }
            guard take(transfer, &sent) else { return close() }
        }
        keepRest(of: head, after: sent)
        let rest = range.dropFirst(max(0, sent - head.count))
        if !rest.isEmpty { outbox.append(.bytes(body, rest)) }
        if !isDrained { waitToWrite() }
    }

    /// Sends a head and then a part of a file.
    func send(_ head: UnsafeRawBufferPointer, _ file: OpenFile, _ range: Range<Int>) {
        guard let transport else { return }
        // TCP_CORK sends full packets only, so the head shares a packet with the first bytes of the file.
        setCork(true)
        var sent = 0
        if isDrained {
            guard take(transport.write(head, hasMore: true), &sent) else { return close() }
        }
        keepRest(of: head, after: sent)
        outbox.append(.file(file, range))
        flush()
    }

    /// Records the result of a write; false if the connection is broken.
    private func take(_ transfer: Transfer, _ sent: inout Int) -> Bool {
        switch transfer {
        case .moved(let count): sent = count
        case .waits(let readiness): writesWhen = readiness
        case .ended, .failed: return false
        }
        return true
    }

    private func setCork(_ isOn: Bool) {
        guard isOn != isCorked else { return }
        isCorked = isOn
        setOption(Int32(IPPROTO_TCP), TCP_CORK, isOn ? 1 : 0)
    }

    private func keepRest(of head: UnsafeRawBufferPointer, after sent: Int) {
        if sent < head.count { outbox.append(.bytes(Array(head[sent...]), 0..<head.count - sent)) }
    }

    /// Sends a shared array without copying it; false, with nothing sent, when the kernel's buffer is full.
    @inline(__always)
    func sendShared(_ bytes: [UInt8]) -> Bool {
        guard let transport else { return true }
        let transfer = bytes.withUnsafeBytes {
            transport.write(UnsafeRawBufferPointer(start: $0.baseAddress, count: min($0.count, Outbox.turnShare)), hasMore: false)
        }
        return transfer == .moved(bytes.count) && !transport.holdsOutput || finishShared(bytes, transfer)
    }

    private func finishShared(_ bytes: [UInt8], _ transfer: Transfer) -> Bool {
        var sent = 0
        guard take(transfer, &sent) else {
            close()
            return true
        }
        if sent > 0 && sent < bytes.count { outbox.append(.bytes(bytes, sent..<bytes.count)) }
        waitToWrite()
        return sent > 0
    }

    /// Closes once the kernel has taken everything sent: our side first, then the peer's, so that nothing sent is lost.
    func closeWhenSent() {
        guard isOpen else { return }
        closesWhenSent = true
        if isDrained { linger() }
    }

    /// Closes now; what the kernel has not taken is lost.
    func close() {
        guard isOpen else { return }
        let last = conversation
        conversation = .closed
        outbox.removeAll()
        // Closing also removes the socket from epoll, because it was never duplicated.
        transport = nil
        if case .webSocket(let webSocket) = last { webSocket.ended() }
        if case .http(let http) = last { http.ended() }
        // Last: whoever sees its share given back finds its requests cancelled.
        bench.release(self)
    }

    private func linger() {
        closesWhenSent = false
        transport?.finish()
        let last = conversation
        conversation = .lingering
        if transport?.holdsOutput == true { waitToWrite() }
        setReading(true)
        setDeadline(in: bench.isStopping ? bench.site.limits.lastLinger : bench.site.limits.linger)
        if case .webSocket(let webSocket) = last { webSocket.ended() }
    }

    private func flush() {
        guard let transport else { return }
        writesWhen = nil
        switch outbox.flush(to: transport) {
        case .failed: return close()
        case .blocked(let readiness):
            writesWhen = readiness
            if case .http(let http) = conversation { http.answerMoved() }
        case .awaitsDisk: break
        case .cold(let file, let range):
            if case .http(let http) = conversation { http.answerMoved() }
            let (id, shard) = (id, bench.shard)
            DiskThreads.read(file, range) { bytes in
                shard.post { $0.connections[id]?.fetched(bytes) }
            }
        case .drained:
            tellLoop()
            setCork(false)
            if closesWhenSent { return linger() }
            switch conversation {
            case .http(let http): http.answerSent()
            case .webSocket(let webSocket): webSocket.drained()
            case .opening, .lingering, .closed: break
            }
        }
        tellLoop()
    }

    /// The next bytes of the file that is being sent have been read; nil if the read failed.
    private func fetched(_ bytes: [UInt8]?) {
        guard let bytes else { return close() }
        outbox.fetched(bytes)
        flush()
    }

    private func waitToWrite() {
        // `fetched` goes on when the disk read ends.
        guard !outbox.awaitsDisk else { return }
        writesWhen = writesWhen ?? .writable
        tellLoop()
    }

    /// Updates the epoll interest if it has changed.
    private func tellLoop() {
        guard let transport else { return }
        var wanted = writesWhen ?? []
        if isReading { wanted.formUnion(readsWhen) }
        // A read that waits to write cannot consume the half-close, which epoll would report again and again.
        if awaitsHangUp && !(isReading && readsWhen == .writable) { wanted.insert(.hangUp) }
        guard wanted != interest else { return }
        interest = wanted
        bench.loop.change(transport.socket, to: wanted, token: id.token)
    }
}
