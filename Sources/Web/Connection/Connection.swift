import CLinux
import Glibc
import System

/// A socket and the conversation on it. It lives on one loop; whatever happens to it happens inside one event there.
final class Connection {
    /// What is spoken now; each takes what was received and says what to send.
    enum Conversation {
        case http(HTTPConversation)
        case webSocket(WebSocket)
        /// Everything is said: what the peer still sends is dropped until it, too, is done.
        case lingering
        case closed
    }

    let bench: Workbench
    let id: ConnectionID
    let peer: PeerAddress
    private let socket: Int32
    private var descriptor: Descriptor?
    private var conversation = Conversation.closed
    private var outbox = Outbox()
    private var interest: EventLoop.Interest = [.readable, .hangUp]
    private var closesWhenSent = false
    private var isCorked = false

    init(_ descriptor: consuming Descriptor, from peer: PeerAddress, id: ConnectionID, on bench: Workbench) {
        self.bench = bench
        self.id = id
        self.peer = peer
        socket = descriptor.raw
        self.descriptor = consume descriptor
        // Frames and short answers go out when they are written: waiting to fill a packet costs up to 40 ms.
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    }

    var isOpen: Bool { descriptor != nil }

    /// True when the kernel has taken everything said so far.
    var isDrained: Bool { outbox.isEmpty }

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
        // Once closed, the number may be another loop's socket.
        guard isOpen else { return }
        var value = value
        setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    // What the loop reports

    func ready(_ flags: UInt32) {
        if flags & downbeat_epoll_err != 0 { return close() }
        if flags & downbeat_epoll_out != 0 { flush() }
        guard isOpen else { return }
        if flags & (downbeat_epoll_in | downbeat_epoll_rdhup | downbeat_epoll_hup) != 0 && interest.contains(.readable) {
            receive()
        } else if flags & downbeat_epoll_rdhup != 0, flags & downbeat_epoll_hup == 0 {
            if case .http(let http) = conversation, http.peerFinishes() { return close() }
            // Told once: the kernel would report it again at once, and for ever.
            want(interest.subtracting(.hangUp))
        } else if flags & downbeat_epoll_hup != 0 {
            close()
        }
    }

    func expired() {
        switch conversation {
        case .http(let http): http.expired()
        case .webSocket(let webSocket): webSocket.expired()
        case .lingering, .closed: close()
        }
    }

    /// The server is about to stop.
    func serverStops() {
        switch conversation {
        case .http(let http): http.serverStops()
        case .webSocket(let webSocket): webSocket.close(.goingAway, reason: "the server stops")
        case .lingering, .closed: break
        }
    }

    // Reading

    /// With false, the kernel holds back what the peer sends, and so, in the end, the peer.
    func setReading(_ isReading: Bool) {
        want(isReading ? interest.union([.readable, .hangUp]) : interest.subtracting(.readable))
    }

    private func receive() {
        let buffer = bench.receiveBuffer
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        if count < 0 {
            if errno != EAGAIN && errno != EINTR { close() }
            return
        }
        bench.metrics.bytesReceived += UInt64(count)
        let input = Span(_unsafeElements: UnsafeBufferPointer(rebasing: buffer[..<count]))
        switch conversation {
        case .http(let http): count == 0 ? http.peerFinished() : http.receive(input)
        case .webSocket(let webSocket): count == 0 ? close() : webSocket.receive(input)
        case .lingering, .closed: if count == 0 { close() }
        }
    }

    // Writing

    /// Sends a head and a part of a body in one call, and keeps what the kernel does not take at once.
    func send(_ head: UnsafeRawBufferPointer, _ body: [UInt8] = [], _ range: Range<Int> = 0..<0) {
        guard isOpen else { return }
        var sent = 0
        if outbox.isEmpty {
            let first = range.prefix(Outbox.turnShare)
            sent = body.withUnsafeBytes { first.isEmpty ? trySend(head) : trySend(head, $0[first]) }
            guard sent >= 0 else { return close() }
        }
        keepRest(of: head, after: sent)
        let rest = range.dropFirst(max(0, sent - head.count))
        if !rest.isEmpty { outbox.append(.bytes(body, rest)) }
        waitToWriteIfNeeded()
    }

    /// Sends a head and then a part of a file.
    func send(_ head: UnsafeRawBufferPointer, _ file: OpenFile, _ range: Range<Int>) {
        guard isOpen else { return }
        // Full packets only, from the head to the end of the file: the head travels with the first bytes of the body.
        setCork(true)
        var sent = 0
        if outbox.isEmpty {
            sent = trySend(head)
            guard sent >= 0 else { return close() }
        }
        keepRest(of: head, after: sent)
        outbox.append(.file(file, range))
        flush()
    }

    private func setCork(_ isOn: Bool) {
        guard isOn != isCorked else { return }
        isCorked = isOn
        setOption(Int32(IPPROTO_TCP), TCP_CORK, isOn ? 1 : 0)
    }

    private func keepRest(of head: UnsafeRawBufferPointer, after sent: Int) {
        if sent < head.count { outbox.append(.bytes(Array(head[sent...]), 0..<head.count - sent)) }
    }

    /// Sends bytes that others may share, without a copy: false, with nothing sent, when the kernel's buffer is full.
    @inline(__always)
    func sendShared(_ bytes: [UInt8]) -> Bool {
        // Once closed, the number may be another loop's socket.
        guard isOpen else { return true }
        let sent = bytes.withUnsafeBytes {
            Glibc.send(socket, $0.baseAddress, min($0.count, Outbox.turnShare), Int32(MSG_NOSIGNAL))
        }
        return sent == bytes.count || finishShared(bytes, sent: sent)
    }

    private func finishShared(_ bytes: [UInt8], sent: Int) -> Bool {
        if sent < 0 {
            if errno == EAGAIN || errno == EINTR {
                want(interest.union(.writable))
                return false
            }
            close()
            return true
        }
        outbox.append(.bytes(bytes, sent..<bytes.count))
        waitToWriteIfNeeded()
        return true
    }

    /// Closes once everything said has been taken: our side first, then the peer's, so that nothing said is lost.
    func closeWhenSent() {
        guard isOpen else { return }
        closesWhenSent = true
        if outbox.isEmpty { linger() }
    }

    /// Closes now; what the kernel has not taken is lost.
    func close() {
        guard isOpen else { return }
        let last = conversation
        conversation = .closed
        outbox.removeAll()
        bench.release(self)
        // Closing takes the descriptor out of epoll, too: it was never duplicated.
        descriptor = nil
        if case .webSocket(let webSocket) = last { webSocket.ended() }
        if case .http(let http) = last { http.ended() }
    }

    private func linger() {
        shutdown(socket, Int32(SHUT_WR))
        let last = conversation
        conversation = .lingering
        setReading(true)
        setDeadline(in: bench.isStopping ? bench.site.limits.lastLinger : bench.site.limits.linger)
        if case .webSocket(let webSocket) = last { webSocket.ended() }
    }

    private func trySend(_ bytes: UnsafeRawBufferPointer) -> Int {
        let sent = Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        return sent < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : sent
    }

    private func trySend(_ head: UnsafeRawBufferPointer, _ body: Slice<UnsafeRawBufferPointer>) -> Int {
        let body = UnsafeRawBufferPointer(rebasing: body)
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { parts in
            parts.initializeElement(
                at: 0, to: iovec(iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count))
            parts.initializeElement(
                at: 1, to: iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count))
            var message = msghdr()
            message.msg_iov = parts.baseAddress
            message.msg_iovlen = 2
            let sent = sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
            return sent < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : sent
        }
    }

    private func flush() {
        switch outbox.flush(to: socket) {
        case .failed: close()
        case .blocked:
            want(interest.union(.writable))
            if case .http(let http) = conversation { http.answerMoved() }
        case .cold(let file, let range):
            want(interest.subtracting(.writable))
            if case .http(let http) = conversation { http.answerMoved() }
            let (id, shard) = (id, bench.shard)
            DiskThreads.fetch(file, range) {
                shard.post { $0.connections[id]?.fetched(upTo: range.upperBound) }
            }
        case .drained:
            want(interest.subtracting(.writable))
            setCork(false)
            if closesWhenSent { return linger() }
            switch conversation {
            case .http(let http): http.answerSent()
            case .webSocket(let webSocket): webSocket.drained()
            case .lingering, .closed: break
            }
        }
    }

    /// The disk has brought a part of the file that is sent.
    private func fetched(upTo end: Int) {
        outbox.fetched(upTo: end)
        flush()
    }

    private func waitToWriteIfNeeded() {
        if !outbox.isEmpty { want(interest.union(.writable)) }
    }

    private func want(_ wanted: EventLoop.Interest) {
        guard wanted != interest, isOpen else { return }
        interest = wanted
        bench.loop.change(socket, to: wanted, token: id.token)
    }
}
