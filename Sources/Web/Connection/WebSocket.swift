import CLinux
import Glibc
import System

/// One WebSocket client: reads its messages, and bounds what is queued if it reads slowly.
package final class WebSocket {
    private enum State {
        case open
        /// A close frame is sent or queued; nothing else will be sent.
        case closing
        case ended
    }

    /// Unsent bytes that the kernel may hold (TCP_NOTSENT_LOWAT): a few frames. More would be stale before it is read.
    private static let unsentLimit: Int32 = 1024
    /// Deflating more than this would block the loop for milliseconds.
    private static let compressedUpTo = 256 << 10
    /// Unfinished messages of at least this size count against the quota: shorter ones cost little more than their sockets.
    private static let countedFrom = 4 << 10
    /// Messages kept while a wrong key waits for its answer. A client that waits sends nothing; one read may still bring a few.
    private static let mostHeld = 32
    /// An empty ping (RFC 6455, section 5.5.2).
    private static let ping: [UInt8] = [0x89, 0x00]

    private let connection: Connection
    /// Set to nil at the end: sessions may keep their socket, which would make a reference cycle.
    private var session: (any WebSocketSession)?
    private let seat: Seat
    /// The quota share of an unfinished message.
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
    /// Messages received since a wrong key; nil if no wrong key waits for its answer.
    private var held: [WebSocketMessage]?

    private var bench: Workbench { connection.bench }

    /// Identifies the client on other threads.
    package var id: ConnectionID { connection.id }

    /// When the bytes of the current message were read, in clock microseconds.
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
        // A peer whose kernel stops acknowledging is gone, even if it never answered pings.
        let silence = connection.bench.site.limits.silence.microseconds / 1000
        connection.setOption(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(clamping: silence))
        connection.setDeadline(in: connection.bench.site.limits.heartbeat)
        connection.bench.metrics.webSockets += 1
    }

    // For sessions

    /// Sends one message that must arrive, compressed if the client agreed and the message is long enough.
    package func send(text: [UInt8]) {
        sendOwn(text, .text)
    }

    package func send(text: String) {
        sendOwn(Array(text.utf8), .text)
    }

    /// Sends a binary message, by default uncompressed: deflating gains nothing on frames and audio.
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

    /// Whether the client subscribed to the topic no later than the loop's subscription with this number.
    func isSubscribed(to topic: Topic, through number: UInt64) -> Bool {
        subscriptions.contains { $0.number <= number && $0.topic == topic }
    }

    /// Sends a close frame and waits a moment for the client's.
    package func close(_ code: CloseCode, reason: String = "") {
        guard state == .open else { return }
        sayClose(code, reason)
        connection.setDeadline(in: bench.site.limits.closing)
    }

    /// Whether the client's key may be compared: not while too many wrong keys from its address wait for their answers.
    package var mayGuess: Bool {
        do {
            try seat.check(.guesses)
            return true
        } catch {
            return false
        }
    }

    /// The client sent a wrong key: calls `answer` after a delay, until which the session gets no messages.
    package func answerGuess(_ answer: @escaping () -> Void) {
        bench.noteGuess(of: seat.asker)
        held = held ?? []
        connection.setReading(false)
        let (id, bench) = (id, bench)
        _ = bench.timers.add(at: bench.site.clock.now + bench.site.limits.wrongKey.microseconds) { [unowned bench] in
            bench.connections[id]?.webSocket?.wake(answer)
        }
    }

    private func wake(_ answer: () -> Void) {
        guard let waiting = held.take() else { return }
        if state == .open { answer() }
        for message in waiting { hand(message) }
        resumeReading()
    }

    /// Closes a client that has missed a message that must arrive.
    func closeBehind() {
        guard state == .open else { return }
        bench.metrics.overrunCloses += 1
        close(.tryAgainLater, reason: "message queue full")
    }

    // What the connection reports

    func opened() {
        session?.opened(self)
    }

    func receive(_ input: Span<UInt8>) {
        bench.receivedAt = bench.site.clock.now
        attention.heard(at: bench.now)
        var offset = 0
        do {
            while connection.isOpen {
                switch try reader.next(in: input, from: &offset, inflater: bench.inflater) {
                case .needsMore:
                    countUnfinished()
                    // Backpressure: a client that does not read its answers is not read either.
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
        resumeReading()
    }

    private func resumeReading() {
        if state != .open || !isBehind && held == nil { connection.setReading(true) }
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

    /// The compressed form of a shared message if the client can inflate it, else the plain form.
    private func form(of message: EncodedMessage) -> [UInt8] {
        guard let compression, compression.serverWindowBits == 15, let compressed = message.compressed else {
            return message.plain
        }
        return compressed
    }

    /// Sends a shared message; if the client is behind, queues or drops it as `delivery` says.
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

    /// Messages that must arrive overtake held-back frames: a sleeping client's socket may still have room for them.
    @inline(__always)
    private func hasToWait(_ delivery: Delivery) -> Bool {
        if backlog == nil { return false }
        if case .fresh = delivery { return true }
        return hasUrgentBacklog
    }

    private var hasUrgentBacklog: Bool { backlog?.hasUrgent == true }

    /// Whether the kernel has refused a message that must arrive; frames may be held back for other reasons.
    private var isBehind: Bool { !connection.isDrained || hasUrgentBacklog }

    /// Sends a frame unless the client is stalled; from time to time adds a ping, whose pong proves that the client reads.
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
        if waiting.controlBytes > bench.site.limits.controlQueue { closeBehind() }
    }

    private func sendBacklog() {
        let withFrames = !attention.isStalled(at: bench.now)
        while connection.isDrained, state == .open, let message = backlog?.next(withFrames: withFrames) {
            guard connection.sendShared(form(of: message)) else { return }
            bench.metrics.messagesSent += 1
            // In place: copying the backlog for each message would cost quadratic time.
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

    /// Sends pings, pongs and close frames, which never wait behind queued messages.
    private func sendControl(_ frame: [UInt8]) {
        frame.withUnsafeBytes { connection.send($0) }
    }

    // Reading

    private func receivedMessage(_ message: WebSocketMessage) {
        guard state == .open, !bench.isHushed else { return }
        bench.metrics.messagesReceived += 1
        hand(message)
    }

    private func hand(_ message: WebSocketMessage) {
        guard state == .open else { return }
        guard let held else { return session?.received(message, on: self) ?? () }
        guard held.count < Self.mostHeld else { return close(.policyViolation, reason: "too many messages") }
        self.held?.append(message)
    }

    /// Charges an unfinished message to the quota, and closes the client if the quota is used up.
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
            close(.tryAgainLater, reason: "too many unfinished bytes")
        }
    }

    private func answered() {
        attention.answered(at: bench.now)
        wasStalled = false
        if state == .open { sendBacklog() }
    }

    private func peerCloses(_ code: CloseCode) {
        closeCode = code
        // Its close frame answers ours, or is answered with the same code (RFC 6455, section 5.5.1).
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
