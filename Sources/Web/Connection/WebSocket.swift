import CLinux
import Glibc
import System

/// One WebSocket client: reads its messages, and sends so that a slow one never costs more than a fixed amount.
package final class WebSocket {
    private enum State {
        case open
        /// A close frame is sent or on its way; nothing else will be.
        case closing
        case ended
    }

    /// As much as the kernel may hold unsent: a few frames. More would be stale before it is read.
    private static let unsentLimit: Int32 = 1024
    /// Deflating more than this would hold up the loop for milliseconds.
    private static let compressedUpTo = 256 << 10
    /// Unfinished messages from here on are counted: shorter ones cost little more than their sockets.
    private static let countedFrom = 4 << 10
    /// An empty ping (RFC 6455, section 5.5.2).
    private static let ping: [UInt8] = [0x89, 0x00]

    private let connection: Connection
    /// Let go of at the end: sessions may keep their socket, and each would keep the other alive.
    private var session: (any WebSocketSession)?
    private let seat: Seat
    /// What an unfinished message holds of the limits.
    private var unfinished: Seat?
    private let compression: PerMessageDeflate?
    private let compressionThreshold: Int
    private var reader: MessageReader
    private var backlog: Backlog?
    private var subscriptions: [Subscription] = []
    private var attention: Attention
    private var state = State.open
    private var closeCode = CloseCode.abnormal
    private var wasStalled = false

    private var bench: Workbench { connection.bench }

    /// Names the client to other threads.
    package var id: ConnectionID { connection.id }

    /// When the bytes of the message at hand were read, in clock microseconds.
    package var receivedAt: UInt64 { bench.receivedAt }

    init(
        _ connection: Connection, session: any WebSocketSession, route: WebSocketRoute, compression: PerMessageDeflate?, seat: Seat
    ) {
        self.connection = connection
        self.seat = seat
        self.session = session
        self.compression = compression
        compressionThreshold = route.compressionThreshold
        reader = MessageReader(
            maximumMessage: route.maximumMessage ?? connection.bench.site.limits.message, compressed: compression != nil)
        attention = Attention(at: connection.bench.now, turn: connection.id.slot)
        connection.setOption(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Self.unsentLimit)
        // A peer whose kernel falls silent is gone, whether or not it ever learnt to answer pings.
        let silence = connection.bench.site.limits.silence.microseconds / 1000
        connection.setOption(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(clamping: silence))
        connection.setDeadline(in: connection.bench.site.limits.heartbeat)
        connection.bench.metrics.webSockets += 1
    }

    // For sessions

    /// Sends one message that must arrive, compressed where the client agreed and it pays.
    package func send(text: [UInt8]) {
        sendOwn(text, .text)
    }

    package func send(text: String) {
        sendOwn(Array(text.utf8), .text)
    }

    /// Binary messages go out as they are unless asked: frames and sound gain nothing from deflating.
    package func send(binary: [UInt8], compressed: Bool = false) {
        sendOwn(binary, .binary, compressed: compressed)
    }

    package func subscribe(to topic: Topic) {
        guard state == .open, !subscriptions.contains(where: { $0.topic == topic }) else { return }
        subscriptions.append(bench.topics.add(self, to: topic))
    }

    package func unsubscribe(from topic: Topic) {
        guard let index = subscriptions.firstIndex(where: { $0.topic == topic }) else { return }
        bench.topics.remove(subscriptions.remove(at: index))
    }

    /// Whether it has been subscribed since before the loop's subscription after this one.
    func isSubscribed(to topic: Topic, through number: UInt64) -> Bool {
        subscriptions.contains { $0.number <= number && $0.topic == topic }
    }

    /// Says goodbye and waits a moment for the client's own goodbye.
    package func close(_ code: CloseCode, reason: String = "") {
        guard state == .open else { return }
        sayClose(code, reason)
        connection.setDeadline(in: bench.site.limits.closing)
    }

    // What the connection reports

    func opened() {
        session?.opened(self)
    }

    func receive(_ input: Span<UInt8>) {
        bench.receivedAt = MonotonicClock.now
        attention.heard(at: bench.now)
        var offset = 0
        do {
            while connection.isOpen {
                switch try reader.next(in: input, from: &offset, inflater: bench.inflater) {
                case .needsMore:
                    countUnfinished()
                    // Whoever asks more than he reads the answers of has to wait.
                    if isBehind && state == .open { connection.setReading(false) }
                    return
                case .text(let bytes): receivedMessage(.text(bytes))
                case .binary(let bytes): receivedMessage(.binary(bytes))
                case .ping(let payload): if state == .open { sendControl(FrameEncoder.frame(.pong, payload.span)) }
                case .pong: answered()
                case .close(let code, _): return peerCloses(code)
                }
            }
        } catch {
            fail(error)
        }
    }

    func drained() {
        sendBacklog()
        if state != .open || !isBehind { connection.setReading(true) }
    }

    func expired() {
        let limits = bench.site.limits
        guard state == .open, !attention.isGone(at: bench.now, after: limits.silence.microseconds) else {
            return connection.close()
        }
        ask()
        connection.setDeadline(in: limits.heartbeat)
    }

    func ended() {
        guard state != .ended else { return }
        state = .ended
        leaveTopics()
        backlog = nil
        bench.metrics.webSockets -= 1
        unfinished = nil
        seat.leave()
        let last = session.take()
        last?.closed(closeCode)
    }

    func moved(in topic: Topic, to position: Int) {
        guard let index = subscriptions.firstIndex(where: { $0.topic == topic }) else { return }
        subscriptions[index].position = position
    }

    // Sending

    /// The form of a shared message that this client understands best.
    private func form(of message: EncodedMessage) -> [UInt8] {
        guard let compression, compression.serverWindowBits == 15, let compressed = message.compressed else {
            return message.plain
        }
        return compressed
    }

    /// Hands the kernel a shared message, or deals with it as its kind asks when the client is behind.
    package func send(_ message: EncodedMessage, as delivery: Delivery = .always) {
        guard state == .open else { return }
        guard connection.isDrained, !hasToWait(delivery) else { return keep(message, delivery) }
        let isSent =
            switch delivery {
            case .fresh: sendFrame(form(of: message))
            case .always, .latest: connection.sendShared(form(of: message))
            }
        if isSent { bench.metrics.messagesSent += 1 } else { keep(message, delivery) }
    }

    /// What must arrive goes past frames that are held back, for a client that sleeps may have room for it all the same.
    @inline(__always)
    private func hasToWait(_ delivery: Delivery) -> Bool {
        if backlog == nil { return false }
        if case .fresh = delivery { return true }
        return hasUrgentBacklog
    }

    private var hasUrgentBacklog: Bool { backlog?.hasUrgent == true }

    /// Whether the kernel has refused something that must arrive; frames alone may be held back for other reasons.
    private var isBehind: Bool { !connection.isDrained || hasUrgentBacklog }

    /// Sends a frame to a client that still reads; from time to time with a ping behind it, for the client to prove that.
    @inline(__always)
    private func sendFrame(_ bytes: [UInt8]) -> Bool {
        if attention.wantsProbe(at: bench.now) {
            guard connection.sendShared(bytes + Self.ping) else { return false }
            attention.asked(at: bench.now)
            return true
        }
        return !attention.isStalled(at: bench.now) && connection.sendShared(bytes)
    }

    private func ask() {
        attention.asked(at: bench.now)
        sendControl(Self.ping)
    }

    private func keep(_ message: EncodedMessage, _ delivery: Delivery) {
        guard state == .open else { return }
        if !wasStalled && attention.isStalled(at: bench.now) {
            wasStalled = true
            bench.metrics.stalls += 1
        }
        var waiting = backlog.take() ?? Backlog()
        if waiting.offer(message, delivery) == .replaced {
            if case .fresh = delivery { bench.metrics.framesDropped += 1 } else { bench.metrics.statesCoalesced += 1 }
        }
        backlog = waiting
        if waiting.controlBytes > bench.site.limits.controlQueue {
            bench.metrics.overrunCloses += 1
            close(.tryAgainLater, reason: "messages piled up")
        }
    }

    private func sendBacklog() {
        let withFrames = !attention.isStalled(at: bench.now)
        while connection.isDrained, state == .open, let message = backlog?.next(withFrames: withFrames) {
            guard connection.sendShared(form(of: message)) else { return }
            bench.metrics.messagesSent += 1
            // In place: a copy would cost as much as all that waits, for each message.
            backlog?.removeNext()
            if backlog?.isEmpty == true { backlog = nil }
        }
    }

    private func sendOwn(_ payload: [UInt8], _ opcode: Opcode, compressed: Bool = true) {
        guard state == .open else { return }
        var frame: [UInt8]?
        if compressed, let compression, (compressionThreshold...Self.compressedUpTo).contains(payload.count) {
            let deflated = bench.deflater(windowBits: compression.serverWindowBits).deflate(payload.span)
            frame = FrameEncoder.frame(opcode, deflated.span, compressed: true)
        }
        let bytes = frame ?? FrameEncoder.frame(opcode, payload.span)
        if !isBehind, connection.sendShared(bytes) {
            bench.metrics.messagesSent += 1
            return
        }
        keep(EncodedMessage(framed: bytes), .always)
    }

    /// Pings, pongs and close frames: short, and never held back behind messages that wait.
    private func sendControl(_ frame: [UInt8]) {
        frame.withUnsafeBytes { connection.send($0) }
    }

    // Reading

    private func receivedMessage(_ message: WebSocketMessage) {
        guard state == .open else { return }
        bench.metrics.messagesReceived += 1
        session?.received(message, on: self)
    }

    /// Counts what has come of a message that is not finished, and closes a client with too much of it.
    private func countUnfinished() {
        let held = reader.held
        guard held >= Self.countedFrom, state == .open else {
            unfinished = nil
            return
        }
        do throws(HTTPError) {
            let counted = if let unfinished { unfinished } else { try seat.another(.bodyBytes, 0) }
            unfinished = counted
            try counted.resize(to: held)
        } catch {
            unfinished = nil
            close(.tryAgainLater, reason: "too much is unfinished")
        }
    }

    private func answered() {
        attention.answered(at: bench.now)
        wasStalled = false
        if state == .open { sendBacklog() }
    }

    private func peerCloses(_ code: CloseCode) {
        closeCode = code
        // Its goodbye answers ours, or is answered with the same code (RFC 6455, section 5.5.1).
        if state == .open { sayClose(code == .noStatus ? nil : code, "") }
        closeCode = code
        connection.closeWhenSent()
    }

    private func fail(_ error: WebSocketError) {
        if state == .open { sayClose(error.closeCode, error.sentence) }
        connection.closeWhenSent()
    }

    private func sayClose(_ code: CloseCode?, _ reason: String) {
        state = .closing
        closeCode = code ?? .noStatus
        leaveTopics()
        backlog = nil
        sendControl(FrameEncoder.close(closeCode, reason))
    }

    private func leaveTopics() {
        while let subscription = subscriptions.popLast() { bench.topics.remove(subscription) }
    }
}
