import System

extension HTTPConversation {
    func answer(_ exchange: Exchange, _ input: Span<UInt8>, from offset: Int) {
        connection.setDeadline(in: nil)
        switch exchange.plan.answer {
        case .respond(let response):
            send(response, for: exchange)
        case .refuse(let problem):
            refuse(problem, for: exchange)
        case .file(let file):
            send(file, for: exchange)
        case .immediate(let parameters, let handler):
            do {
                send(try handler(request(exchange, parameters, .none)), for: exchange)
            } catch {
                send(Workbench.answer(to: error, site.log), for: exchange)
            }
        case .detached(let parameters, let effort, let handler):
            dispatch(exchange, parameters, effort, handler)
        case .webSocket(let parameters, let route):
            upgrade(exchange, parameters, route, input, offset)
        }
    }

    /// Answers what a guard threw as if a handler had thrown it, so that a wrong key is answered with a delay.
    func refuse(_ problem: Problem, for exchange: Exchange) {
        connection.setDeadline(in: nil)
        dispatch(exchange, Parameters(names: [], values: []), .waiting) { _ in throw problem }
    }

    func request(
        _ exchange: Exchange, _ parameters: Parameters, _ body: Request.Body, _ seat: Seat? = nil, in place: SlowLane.Place? = nil
    ) -> Request {
        Request(caller: exchange.caller, parameters: parameters, peer: connection.peer, body: body, seat: seat, place: place)
    }

    private func dispatch(
        _ exchange: Exchange, _ parameters: Parameters, _ effort: Effort,
        _ handler: @escaping @concurrent @Sendable (Request) async throws -> Response
    ) {
        var exchange = exchange
        if exchange.body.sink != nil, !exchange.body.bytes.isEmpty {
            let bytes = exchange.body.takeBytes()
            return write(bytes, of: exchange) { $0.dispatch($1, parameters, effort, handler) }
        }
        let site = site
        let admission: Admission
        do {
            admission = try site.admit(exchange.caller, effort, bench.quotas)
        } catch {
            return send(Response(error), for: exchange)
        }
        let seat = admission.seat
        // Whoever half-closed the connection before a long answer was begun may be gone.
        if hasPeerFinished, seat.peerFinished() { return connection.close() }
        let errand = Errand()
        state = .waiting(exchange, errand, seat)
        let request = request(exchange, parameters, exchange.body.finished, seat, in: admission.lane)
        let id = connection.id
        let number = exchangeNumber
        let shard = bench.shard
        bench.work.submit {
            await errand.run(in: request.place) {
                let response = await site.answer(request, admission) { request in
                    do {
                        return try await handler(request)
                    } catch let problem as Problem where problem.isGuess {
                        // Counted until the delay ends, even if the client has left.
                        shard.post { $0.noteGuess(of: seat.asker) }
                        try await site.clock.sleep(for: site.limits.wrongKey)
                        throw problem
                    }
                }
                shard.post { bench in
                    guard let http = bench.connections[id]?.http else {
                        response?.abandon()
                        return
                    }
                    http.handled(number, response)
                }
            }
        }
    }

    private func handled(_ number: UInt32, _ response: Response?) {
        guard number == exchangeNumber, case .waiting(let exchange, _, _) = state else {
            response?.abandon()
            return
        }
        guard let response else { return connection.close() }
        send(response, for: exchange)
    }

    func send(_ response: Response, for exchange: Exchange) {
        state = .sending
        write(response, for: exchange)
        guard case .stream(let stream) = response.body else { return sent() }
        if sendsBody(response, exchange.head) { return begin(stream, isChunked: exchange.head.version == .http11) }
        stream.end()
        sent()
    }

    private func sendsBody(_ response: Response, _ head: RequestHead?) -> Bool {
        response.status.allowsBody && head?.method != .head
    }

    /// Writes an answer; decides for all answers whether an error is sent as problem details.
    private func write(_ response: Response, for exchange: Exchange?) {
        let head = exchange?.head
        let path = head?.target.path ?? parser.brokenTarget
        let response = site.worded(response, at: path, below: connection.entrance.prefix)
        var writer = bench.takeHeadWriter()
        writer.begin(response.status, date: bench.second)
        for (name, value) in response.fields { writer.add(name, value) }
        let sendsBody = sendsBody(response, head)
        if response.status.allowsBody { addFraming(of: response.body, &writer, head) }
        end(&writer, head)
        note(response.status, response.body.count, for: exchange)
        writer.bytes.withUnsafeBytes { headBytes in
            switch response.body {
            case .bytes(let bytes) where sendsBody:
                connection.send(headBytes, bytes, 0..<bytes.count)
            case .file(let file, let range) where sendsBody && !range.isEmpty:
                connection.send(headBytes, file, range)
            default:
                connection.send(headBytes)
            }
        }
        bench.giveBack(writer)
    }

    private func addFraming(of body: Response.Body, _ writer: inout ResponseHead, _ head: RequestHead?) {
        guard case .stream = body else { return writer.addLength(body.count) }
        if head?.version == .http11 {
            writer.add("transfer-encoding", "chunked")
        } else {
            // HTTP/1.0 has no chunked coding: closing the connection ends the body.
            closesAfterAnswer = true
        }
    }

    private func send(_ file: StaticFiles.File, for exchange: Exchange) {
        let head = exchange.head
        let answer = file.answer(to: head)
        var writer = bench.takeHeadWriter()
        writer.begin(answer.status, date: bench.second)
        writer.add(lines: answer.variant.lines)
        // Elsewhere browsers ignore it, and complain.
        if file.isIsolated, exchange.caller.isTrustworthy { writer.add(lines: StaticFiles.isolation) }
        if site.bindsToTLS, exchange.caller.scheme == "https" { writer.add(lines: StaticFiles.strictTransport) }
        if let contentRange = answer.contentRange { writer.add("content-range", contentRange) }
        if answer.status != .notModified { writer.addLength(answer.range.count) }
        end(&writer, head)
        note(answer.status, answer.range.count, for: exchange)
        state = .sending
        writer.bytes.withUnsafeBytes { headBytes in
            if head.method == .head || answer.status == .notModified {
                connection.send(headBytes)
            } else if let file = answer.variant.file, answer.range.count >= StaticFiles.sentAsFileFrom {
                connection.send(headBytes, file, answer.range)
            } else {
                connection.send(headBytes, answer.variant.body, answer.range)
            }
        }
        bench.giveBack(writer)
        sent()
    }

    private func end(_ writer: inout ResponseHead, _ head: RequestHead?) {
        if bench.isStopping || !(head?.keepsAlive ?? false) { closesAfterAnswer = true }
        if closesAfterAnswer {
            writer.add("connection", "close")
        } else if head?.version == .http10 {
            writer.add("connection", "keep-alive")
        }
        writer.end()
    }

    func sent() {
        // If the kernel took a whole file at once, the next request has already begun.
        guard connection.isOpen, case .sending = state else { return }
        if connection.isDrained {
            next()
        } else {
            answerMoved()
        }
    }

    /// Counts an answer, and logs it at debug level.
    func note(_ status: Status, _ length: Int, for exchange: Exchange?) {
        bench.metrics.count(status)
        guard site.log.tells(.debug) else { return }
        let head = exchange?.head
        site.log.debug(
            "answer",
            [
                "peer": connection.peer.description, "method": head?.method.name ?? "", "path": head?.target.path ?? "",
                "status": "\(status.code)", "bytes": "\(length)",
                "us": "\(site.clock.now - (exchange?.body.startedAt ?? bench.now))",
            ])
    }

    /// Answers an error and closes: the start of the next request is unknown.
    func refuse(_ error: HTTPError) {
        guard connection.isOpen, isReading else { return }
        if case .receiving(let exchange) = state {
            hangUp(with: Response(error), for: exchange)
        } else {
            hangUp(with: Response(error), for: nil)
        }
    }

    func hangUp(with response: Response, for exchange: Exchange?) {
        closesAfterAnswer = true
        state = .finished
        early = []
        write(response, for: exchange)
        answerMoved()
        connection.closeWhenSent()
    }

    /// Begins the next request, or closes the connection.
    func next() {
        if closesAfterAnswer {
            state = .finished
            return connection.closeWhenSent()
        }
        state = .reading
        endLongHead()
        connection.setDeadline(in: site.limits.idle)
        if !early.isEmpty || hasPeerFinished { bench.afterThisEvent(connection.id) }
    }

    /// Reads the bytes that arrived while the last request was answered.
    func resumeReading() {
        guard isReading else { return }
        let waiting = early
        early = []
        if !hasPeerFinished { connection.setReading(true) }
        if !waiting.isEmpty || isReceiving { read(waiting.span) }
        if hasPeerFinished && isReading && early.isEmpty { connection.close() }
    }
}
