import System

/// HTTP/1.1 on one connection: reads one request at a time, and answers it before the next.
final class HTTPConversation {
    /// A request that is being read or answered.
    struct Exchange {
        let caller: Caller
        let plan: Plan
        var body: IncomingBody

        var head: RequestHead { caller.head }
    }

    enum State {
        /// Between two requests, or reading a head.
        case reading
        /// Reading the body.
        case receiving(Exchange)
        /// Writing a part of the body to disk; nothing more is read meanwhile.
        case spooling(Exchange)
        /// Running a handler; nothing more is read meanwhile.
        case waiting(Exchange, Errand, Seat)
        /// Sending the answer: the kernel has not taken all of it.
        case sending
        /// Sending an answer that is still being made.
        case streaming(BodyStream, isChunked: Bool)
        case finished
    }

    /// Bytes of pipelined requests kept while one is answered; past it reading stops. As much as one read takes.
    private static let pipelineLimit = 16 << 10
    /// The most memory of a head at most addresses: an array that grows has up to twice what it needs.
    private static let usualHead = 2 * RequestLimits.standard.head

    let connection: Connection
    private(set) var parser: RequestParser
    /// Numbers the requests of this connection, so that a late result is not taken for the current one's.
    var exchangeNumber: UInt32 = 0
    var state = State.reading
    var early: [UInt8] = []
    var closesAfterAnswer = false
    var hasPeerFinished = false
    private var isHeadTimed = false
    /// The last allowed host name, cached: on one connection it hardly ever changes.
    private var knownHost: String?
    /// What a head of unusual length holds of its sender's quota.
    private var longHead: Seat?

    var bench: Workbench { connection.bench }
    var site: Site { bench.site }

    /// Whether request bytes are read in this state.
    var isReading: Bool {
        switch state {
        case .reading, .receiving: true
        case .spooling, .waiting, .sending, .streaming, .finished: false
        }
    }

    var isReceiving: Bool {
        if case .receiving = state { true } else { false }
    }

    var isFinished: Bool {
        if case .finished = state { true } else { false }
    }

    init(_ connection: Connection) {
        self.connection = connection
        parser = RequestParser(limits: connection.entrance.requests)
        connection.setDeadline(in: connection.bench.site.limits.firstByte)
    }

    // What the connection reports

    func receive(_ input: Span<UInt8>) {
        // Kept bytes come first, even if they are read only after this event.
        guard isReading, early.isEmpty else {
            early += input.copy(input.indices)
            if early.count >= Self.pipelineLimit { connection.setReading(false) }
            return
        }
        read(input)
    }

    func peerFinished() {
        hasPeerFinished = true
        connection.setReading(false)
        switch state {
        // If pipelined requests are kept, `resumeReading` is due, and closes after the last of them.
        case .reading, .receiving: if early.isEmpty { connection.close() }
        // A half-close and a client that left look the same: expensive work and endless bodies are cancelled.
        case .waiting(_, _, let seat) where seat.peerFinished(): connection.close()
        case .streaming(let stream, _) where !stream.isFinished && !stream.hasEnd: connection.close()
        // A half-closed peer may still be waiting for its answer.
        case .spooling, .waiting, .sending, .streaming: closesAfterAnswer = closesAfterAnswer || early.isEmpty
        case .finished: break
        }
    }

    /// The kernel has received the peer's FIN; earlier bytes may still be unread. True if the connection should close at once,
    /// because the request under way is expensive and its client may be gone.
    func peerFinishes() -> Bool {
        if case .waiting(_, _, let seat) = state { seat.peerFinished() } else { false }
    }

    func expired() {
        guard isReading, !parser.isIdle || isReceiving else { return connection.close() }
        refuse(.tooSlow)
    }

    /// The kernel took some of the answer, so the peer is alive.
    func answerMoved() {
        connection.setDeadline(in: site.limits.answerPause)
    }

    /// The kernel has all of the answer.
    func answerSent() {
        switch state {
        case .sending: next()
        case .streaming: sendStream()
        case .reading, .receiving, .spooling, .waiting, .finished: break
        }
    }

    func serverStops() {
        closesAfterAnswer = true
        switch state {
        case .reading: if parser.isIdle { connection.closeWhenSent() }
        case .streaming(let stream, _): if !stream.hasEnd { stream.finish() }
        case .receiving, .spooling, .waiting, .sending, .finished: break
        }
    }

    func ended() {
        let last = state
        state = .finished
        endLongHead()
        switch last {
        // Unsafe methods run to their end: a cancelled one could leave a change half done.
        case .waiting(let exchange, let errand, let seat): if exchange.head.method.isSafe || seat.isDear { errand.cancel() }
        case .streaming(let stream, _): end(stream)
        case .reading, .receiving, .spooling, .sending, .finished: break
        }
    }

    // Reading requests

    func read(_ input: Span<UInt8>) {
        var offset = 0
        do {
            while offset < input.count || isReceiving {
                guard isReading else {
                    early += input.copy(offset..<input.count)
                    return
                }
                switch try parser.next(in: input, from: &offset) {
                case .needsMore:
                    try chargeLongHead()
                    waitForMore()
                    return
                case .head(let head):
                    isHeadTimed = false
                    try begin(head)
                case .body(let range):
                    try take(input, range)
                case .end:
                    guard case .receiving(let exchange) = state else { return }
                    answer(exchange, input, from: offset)
                    if isFinished { return }
                }
            }
        } catch let error as HTTPError {
            refuse(error)
        } catch let error as SystemError where error.isDiskFull {
            refuse(.diskFull)
        } catch {
            site.log.error("request failed", ["reason": "\(error)"])
            refuse(.failed)
        }
    }

    func waitForMore() {
        let limits = site.limits
        if case .receiving(let exchange) = state {
            connection.setDeadline(at: exchange.body.deadline(at: bench.now, limits))
        } else if !parser.isIdle && !isHeadTimed {
            // Counted from the head's first byte: later bytes do not extend the timeout.
            isHeadTimed = true
            connection.setDeadline(in: limits.head)
        }
    }

    /// Charges the memory of a head that is longer than heads are at most addresses: an address could hold thousands of them otherwise.
    private func chargeLongHead() throws {
        guard parser.heldCapacity > Self.usualHead else { return }
        let asker = Asker(connection.peer, isTrusted: site.trusts(connection.peer.host))
        let seat = try longHead ?? bench.quotas.seat(.bodyBytes, 0, for: asker)
        longHead = seat
        try seat.resize(to: parser.heldCapacity)
    }

    func endLongHead() {
        longHead = nil
    }

    private func begin(_ head: RequestHead) throws {
        bench.metrics.requests += 1
        let caller = Caller(
            head, from: connection.peer, to: site, isEncrypted: connection.isEncrypted, prefix: connection.entrance.prefix,
            bench.quotas)
        let foreign = site.foreignHost(of: caller, known: &knownHost)
        let plan =
            foreign.map { Plan(answer: .respond(Response(HTTPError.hostNotAllowed($0)))) }
            ?? site.plan(for: caller, from: connection.peer)
        let announced: Int? = if case .length(let length) = head.framing { length } else { nil }
        let incoming = IncomingBody(policy: plan.policy, announced: announced, startedAt: bench.now)
        var exchange = Exchange(caller: caller, plan: plan, body: incoming)
        exchangeNumber &+= 1
        state = .receiving(exchange)
        if let foreign {
            bench.note(foreignHost: foreign)
            throw HTTPError.hostNotAllowed(foreign)
        }
        let limit = plan.policy.limit(unwanted: site.limits.unwantedBody)
        if case .length(let length) = head.framing, length > limit { return try refuseBody(of: exchange, over: limit) }
        switch plan.policy {
        case .memory where head.framing != .none:
            exchange.body.seat = try bench.quotas.seat(.bodies, for: caller.asker)
            exchange.body.bytesSeat = try bench.quotas.seat(.bodyBytes, 0, for: caller.asker)
            state = .receiving(exchange)
        case .spooled, .written:
            guard head.framing != .none else { throw HTTPError.lengthRequired }
            exchange.body.seat = try bench.quotas.seat(.uploads, for: caller.asker)
            exchange.body.sink = plan.sink ?? site.spool.body()
            // Creates the file on a disk thread, because that may block.
            return write([], of: exchange) { $0.beginsSpool($1) }
        case .none, .memory: break
        }
        sayContinue(head)
    }

    private func sayContinue(_ head: RequestHead) {
        guard head.expectsContinue && head.framing != .none else { return }
        let line: StaticString = "HTTP/1.1 100 Continue\r\n\r\n"
        line.withUTF8Buffer { connection.send(UnsafeRawBufferPointer($0)) }
    }

    private func take(_ input: Span<UInt8>, _ range: Range<Int>) throws {
        guard case .receiving(var exchange) = state else { return }
        let limit = exchange.body.policy.limit(unwanted: site.limits.unwantedBody)
        guard exchange.body.count + range.count <= limit else { return try refuseBody(of: exchange, over: limit) }
        // Drop the state's reference to the body: with two references, each piece would copy all bytes so far.
        state = .reading
        exchange.body.take(input, range)
        do {
            try exchange.body.bytesSeat?.resize(to: exchange.body.held)
        } catch {
            state = .receiving(exchange)
            throw error
        }
        if exchange.body.sink != nil, exchange.body.bytes.count >= IncomingBody.spoolChunk {
            let bytes = exchange.body.takeBytes()
            return write(bytes, of: exchange) { $0.spooled($1) }
        }
        state = .receiving(exchange)
    }

    /// Stops reading a body that is too large. If the answer is already known, it is sent instead of 413: a client that uploads
    /// to a wrong path should get the 404.
    private func refuseBody(of exchange: Exchange, over limit: Int) throws {
        switch exchange.plan.answer {
        case .respond(let response): hangUp(with: response, for: exchange)
        case .refuse(let problem):
            closesAfterAnswer = true
            refuse(problem, for: exchange)
        case .file, .immediate, .detached, .webSocket: throw HTTPError.bodyTooLarge(limit: limit)
        }
    }

    /// Writes a piece of the body to disk; nothing more is read until it is written and `resume` was called.
    func write(_ bytes: [UInt8], of exchange: Exchange, then resume: @escaping @Sendable (HTTPConversation, Exchange) -> Void) {
        guard let sink = exchange.body.sink else { return }
        state = .spooling(exchange)
        connection.setDeadline(in: nil)
        let id = connection.id
        let number = exchangeNumber
        let shard = bench.shard
        site.spool.append(bytes, to: sink) { error in
            shard.post { bench in
                guard let http = bench.connections[id]?.http, http.exchangeNumber == number,
                    case .spooling(let exchange) = http.state
                else { return }
                if let error {
                    http.spoolFailed(exchange, error)
                } else {
                    resume(http, exchange)
                }
            }
        }
    }

    private func beginsSpool(_ exchange: Exchange) {
        sayContinue(exchange.head)
        spooled(exchange)
    }

    private func spooled(_ exchange: Exchange) {
        guard connection.isOpen else { return }
        state = .receiving(exchange)
        waitForMore()
        resumeReading()
    }

    private func spoolFailed(_ exchange: Exchange, _ error: SystemError) {
        site.log.error("cannot write an upload", ["reason": error.description])
        state = .receiving(exchange)
        refuse(error.isDiskFull ? .diskFull : .failed)
    }
}
