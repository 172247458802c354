/// HTTP/1.1 on one connection: reads requests one after the other and answers each before the next.
final class HTTPConversation {
    /// The request that is being read or answered.
    struct Exchange {
        let head: RequestHead
        var plan: Plan
        var body: IncomingBody
    }

    /// What will answer the request once its body is here.
    enum Plan {
        case respond(Response)
        case file(StaticFiles.File)
        case immediate(Parameters, @Sendable (Request) throws -> Response)
        case detached(Parameters, @concurrent @Sendable (Request) async throws -> Response)
        case webSocket(Parameters, WebSocketRoute)
    }

    enum State {
        case reading
        /// A handler or the disk is at work; nothing more is read meanwhile.
        case waiting
        /// The answer is not yet all with the kernel.
        case sending
        /// The answer is still being made.
        case streaming
        case finished
    }

    /// Bytes of later requests that are kept while one is answered; then the kernel holds back the peer.
    private static let pipelineLimit = 64 << 10

    let connection: Connection
    private(set) var parser = RequestParser()
    var exchange: Exchange?
    var exchangeNumber: UInt32 = 0
    var state = State.reading
    /// The body that is sent while it is made.
    var stream: BodyStream?
    var early: [UInt8] = []
    var closesAfterAnswer = false
    var hasPeerFinished = false
    private var isHeadTimed = false
    /// The last host name found allowed: on one connection it hardly ever changes.
    private var knownHost: String?

    var bench: Workbench { connection.bench }
    var site: Site { bench.site }

    init(_ connection: Connection) {
        self.connection = connection
        connection.setDeadline(in: connection.bench.site.limits.firstByte)
    }

    // What the connection reports

    func receive(_ input: Span<UInt8>) {
        // What was kept comes first, even when its turn begins only after this event.
        guard state == .reading, early.isEmpty else {
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
        // With requests kept, `resumeReading` is due, and closes after the last of them.
        case .reading: if early.isEmpty { connection.close() }
        // A half-closed peer may still be waiting for its answer.
        case .waiting, .sending: closesAfterAnswer = closesAfterAnswer || early.isEmpty
        // Nor can it be told from one that has left: a body without end must not go on to find out.
        case .streaming where stream?.isFinished == false: connection.close()
        case .streaming: closesAfterAnswer = closesAfterAnswer || early.isEmpty
        case .finished: break
        }
    }

    func expired() {
        guard state == .reading, !parser.isIdle || exchange != nil else { return connection.close() }
        refuse(.tooSlow)
    }

    /// The kernel took some of the answer: the peer is alive.
    func answerMoved() {
        connection.setDeadline(in: site.limits.answerPause)
    }

    /// The kernel has all of the answer.
    func answerSent() {
        switch state {
        case .sending: next()
        case .streaming: sendStream()
        case .reading, .waiting, .finished: break
        }
    }

    func serverStops() {
        closesAfterAnswer = true
        if state == .reading && parser.isIdle && exchange == nil { connection.closeWhenSent() }
        stream?.finish()
    }

    func ended() {
        state = .finished
        exchange = nil
        endStream()
    }

    // Reading requests

    func read(_ input: Span<UInt8>) {
        var offset = 0
        do {
            while offset < input.count || exchange != nil {
                guard state == .reading else {
                    early += input.copy(offset..<input.count)
                    return
                }
                switch try parser.next(in: input, from: &offset) {
                case .needsMore:
                    waitForMore()
                    return
                case .head(let head):
                    isHeadTimed = false
                    try begin(head)
                case .body(let range):
                    try take(input, range)
                case .end:
                    answer(input, from: offset)
                    if state == .finished { return }
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
        if let exchange {
            connection.setDeadline(at: exchange.body.deadline(at: bench.now, limits))
        } else if !parser.isIdle && !isHeadTimed {
            // Counted from the head's first byte: later bytes buy no more time.
            isHeadTimed = true
            connection.setDeadline(in: limits.head)
        }
    }

    private func begin(_ head: RequestHead) throws {
        bench.metrics.requests += 1
        let isForUs = isForUs(head)
        let (plan, policy) = isForUs ? plan(for: head) : (.respond(Response(HTTPError.hostNotAllowed(head.host))), .none)
        exchange = Exchange(head: head, plan: plan, body: IncomingBody(policy: policy, startedAt: bench.now))
        exchangeNumber &+= 1
        guard isForUs else { throw HTTPError.hostNotAllowed(head.host) }
        let limit = policy.limit(unwanted: site.limits.unwantedBody)
        if case .length(let length) = head.framing, length > limit { return try refuseBody(over: limit) }
        if case .spooled = policy {
            guard head.framing != .none else { throw HTTPError.lengthRequired }
            exchange!.body.spool = try site.spool.begin()
        }
        if head.expectsContinue && head.framing != .none {
            let line: StaticString = "HTTP/1.1 100 Continue\r\n\r\n"
            line.withUTF8Buffer { connection.send(UnsafeRawBufferPointer($0)) }
        }
    }

    /// Whether we answer for the host that the request names.
    private func isForUs(_ head: RequestHead) -> Bool {
        if head.host == knownHost { return true }
        // HTTP/1.0 may leave Host out, as health checks do; no browser speaks it, so nobody can be rebound by it.
        guard site.hosts.allows(head.host) || head.host.isEmpty && head.version == .http10 else { return false }
        knownHost = head.host
        return true
    }

    /// Finds who answers, before the body is read.
    private func plan(for head: RequestHead) -> (Plan, BodyPolicy) {
        // "/music" itself: its pages' relative addresses need the closing slash.
        guard let target = head.target.without(prefix: site.basePath) else {
            return (.respond(Self.addSlash(to: head.target)), .none)
        }
        // The page's own files come first: they are asked for most, and finding one costs the least.
        if let plan = planForFile(head, target) { return (plan, .none) }
        if target.isAsterisk {
            return (.respond(Self.wrongMethod(head.method, allowed: [.get, .head, .post, .put, .patch, .delete])), .none)
        }
        switch site.routes.router.match(head.method, target) {
        case .found(.immediate(let handler), let parameters):
            return (.immediate(parameters, handler), .none)
        case .found(.detached(let policy, let admit, let handler), let parameters):
            do {
                try admit?(head)
            } catch {
                return (.respond(Workbench.answer(to: error, site.log)), .none)
            }
            return (.detached(parameters, handler), policy)
        case .found(.webSocket(let route), let parameters):
            return (.webSocket(parameters, route), .none)
        case .wrongMethod(let allowed):
            return (.respond(Self.wrongMethod(head.method, allowed: allowed)), .none)
        case .nothing:
            return (.respond(Response(HTTPError.notFound)), .none)
        }
    }

    private func planForFile(_ head: RequestHead, _ target: Target) -> Plan? {
        switch site.files?.find(target.path) {
        case .file(let file)?:
            guard head.method == .get || head.method == .head else {
                return .respond(Self.wrongMethod(head.method, allowed: [.get, .head]))
            }
            return .file(file)
        case .folder?:
            return .respond(Self.addSlash(to: target))
        case nil:
            return nil
        }
    }

    /// A redirect relative to where the client is, so that it holds behind any proxy.
    private static func addSlash(to target: Target) -> Response {
        let name = target.escapedPath.split(separator: "/").last ?? ""
        let query = target.query.isEmpty ? "" : "?" + target.query
        // Without the dot a name with a colon would be read as a scheme.
        return Response(.permanentRedirect, fields: [("location", "./\(name)/\(query)")])
    }

    private static func wrongMethod(_ method: Method, allowed: [Method]) -> Response {
        var response = method == .options ? Response(.noContent) : Response(HTTPError.methodNotAllowed(allowed: allowed))
        response.set("allow", (allowed + [.options]).map(\.name).joined(separator: ", "))
        return response
    }

    private func take(_ input: Span<UInt8>, _ range: Range<Int>) throws {
        let limit = exchange!.body.policy.limit(unwanted: site.limits.unwantedBody)
        guard exchange!.body.count + range.count <= limit else { return try refuseBody(over: limit) }
        exchange!.body.take(input, range)
        guard let spool = exchange!.body.spool, exchange!.body.bytes.count >= IncomingBody.spoolChunk else { return }
        write(exchange!.body.takeBytes(), to: spool) { [exchangeNumber] bench, connection in
            connection.http?.spooled(exchangeNumber)
        }
    }

    /// Takes no more of a body that is too large. Where none was wanted at all, the answer is the one that was due anyway:
    /// who sends a large file to a wrong address should hear of the address.
    private func refuseBody(over limit: Int) throws {
        guard case .respond(let response) = exchange!.plan else { throw HTTPError.bodyTooLarge(limit: limit) }
        hangUp(with: response)
    }

    /// Lets the disk have a piece of the body; nothing more is read until it is written.
    func write(
        _ bytes: [UInt8], to spool: SpooledBody, then resume: @escaping @Sendable (Workbench, Connection) -> Void
    ) {
        state = .waiting
        connection.setDeadline(in: nil)
        let id = connection.id
        let number = exchangeNumber
        let shard = bench.shard
        site.spool.append(bytes, to: spool) { error in
            shard.post { bench in
                guard let connection = bench.connections[id] else { return }
                if let error {
                    connection.http?.spoolFailed(number, error)
                } else {
                    resume(bench, connection)
                }
            }
        }
    }

    private func spooled(_ number: UInt32) {
        guard number == exchangeNumber, state == .waiting else { return }
        state = .reading
        waitForMore()
        resumeReading()
    }

    private func spoolFailed(_ number: UInt32, _ error: SystemError) {
        guard number == exchangeNumber, state == .waiting else { return }
        site.log.error("upload not written", ["reason": error.description])
        state = .reading
        refuse(error.isDiskFull ? .diskFull : .failed)
    }
}
