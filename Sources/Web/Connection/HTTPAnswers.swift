extension HTTPConversation {
    func answer(_ input: Span<UInt8>, from offset: Int) {
        guard let exchange else { return }
        connection.setDeadline(in: nil)
        switch exchange.plan {
        case .respond(let response):
            send(response)
        case .file(let file):
            send(file)
        case .immediate(let parameters, let handler):
            let request = request(exchange, parameters, .none)
            do {
                send(try handler(request))
            } catch {
                send(Workbench.answer(to: error, site.log))
            }
        case .detached(let parameters, let handler):
            dispatch(exchange, parameters, handler)
        case .webSocket(let parameters, let route):
            upgrade(exchange, parameters, route, input, offset)
        }
    }

    func request(_ exchange: Exchange, _ parameters: Parameters, _ body: Request.Body) -> Request {
        Request(
            head: exchange.head, parameters: parameters, peer: connection.peer,
            forwarded: Forwarded(exchange.head.fields, fromTrustedProxy: site.trusts(connection.peer)), body: body)
    }

    private func dispatch(
        _ exchange: Exchange, _ parameters: Parameters,
        _ handler: @escaping @concurrent @Sendable (Request) async throws -> Response
    ) {
        if let spool = exchange.body.spool, !exchange.body.bytes.isEmpty {
            write(self.exchange!.body.takeBytes(), to: spool) { [exchangeNumber] bench, connection in
                guard let http = connection.http, http.exchangeNumber == exchangeNumber, http.state == .waiting else { return }
                http.dispatch(http.exchange!, parameters, handler)
            }
            return
        }
        guard bench.handlersRunning < site.limits.handlers else {
            var response = Response(HTTPError.overloaded)
            response.set("retry-after", "1")
            return send(response)
        }
        state = .waiting
        bench.handlersRunning += 1
        let request = request(exchange, parameters, exchange.body.finished)
        let id = connection.id
        let number = exchangeNumber
        let shard = bench.shard
        let log = site.log
        bench.work.submit {
            let response: Response
            do {
                response = try await handler(request).compressed(for: request.head)
            } catch {
                response = Workbench.answer(to: error, log)
            }
            shard.post { bench in
                bench.handlersRunning -= 1
                guard let http = bench.connections[id]?.http else { return response.abandon() }
                http.handled(number, response)
            }
        }
    }

    func handled(_ number: UInt32, _ response: Response) {
        guard number == exchangeNumber, state == .waiting else { return response.abandon() }
        send(response)
    }

    func send(_ response: Response) {
        state = .sending
        write(response, for: exchange!.head)
        guard case .stream(let stream) = response.body else { return sent() }
        if sendsBody(response, exchange?.head) { return begin(stream) }
        stream.end()
        sent()
    }

    private func sendsBody(_ response: Response, _ head: RequestHead?) -> Bool {
        response.status.allowsBody && head?.method != .head
    }

    /// Writes an answer. Here alone it is decided how a broken rule is told.
    private func write(_ response: Response, for head: RequestHead?) {
        let isProblem = response.refusal != nil && site.tellsProblems(at: head?.target.path ?? parser.brokenTarget)
        let response = isProblem ? response.asProblem : response
        var writer = bench.takeHeadWriter()
        writer.begin(response.status, date: bench.second)
        for (name, value) in response.fields { writer.add(name, value) }
        let sendsBody = sendsBody(response, head)
        if response.status.allowsBody { addFraming(of: response.body, &writer, head) }
        end(&writer, head)
        note(response.status, response.body.count)
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
            // Only the end of the connection can tell it the end of the body.
            closesAfterAnswer = true
        }
    }

    private func send(_ file: StaticFiles.File) {
        let head = exchange!.head
        let answer = file.answer(to: head)
        var writer = bench.takeHeadWriter()
        writer.begin(answer.status, date: bench.second)
        writer.add(lines: answer.variant.lines)
        if let contentRange = answer.contentRange { writer.add("content-range", contentRange) }
        if answer.status != .notModified { writer.addLength(answer.range.count) }
        end(&writer, head)
        note(answer.status, answer.range.count)
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
        // A file that the kernel took whole has already led on to the next request.
        guard connection.isOpen, state == .sending else { return }
        if connection.isDrained {
            next()
        } else {
            answerMoved()
        }
    }

    /// Counts an answer, and tells of it where someone wants to see each.
    func note(_ status: Status, _ length: Int) {
        bench.metrics.count(status)
        guard site.log.tells(.debug) else { return }
        let head = exchange?.head
        site.log.debug(
            "answer",
            [
                "peer": connection.peer.description, "method": head?.method.name ?? "", "path": head?.target.path ?? "",
                "status": "\(status.code)", "bytes": "\(length)",
                "us": "\(MonotonicClock.now - (exchange?.body.startedAt ?? bench.now))",
            ])
    }

    /// Answers a broken rule and hangs up: after it nobody can tell where the next request begins.
    func refuse(_ error: HTTPError) {
        guard connection.isOpen, state == .reading else { return }
        hangUp(with: Response(error))
    }

    func hangUp(with response: Response) {
        closesAfterAnswer = true
        state = .finished
        early = []
        write(response, for: exchange?.head)
        exchange = nil
        answerMoved()
        connection.closeWhenSent()
    }

    /// On to the next request, or to the end.
    func next() {
        exchange = nil
        if closesAfterAnswer {
            state = .finished
            return connection.closeWhenSent()
        }
        state = .reading
        connection.setDeadline(in: site.limits.idle)
        if !early.isEmpty || hasPeerFinished { bench.afterThisEvent(connection.id) }
    }

    /// Takes up what arrived while the last request was answered.
    func resumeReading() {
        guard state == .reading else { return }
        let waiting = early
        early = []
        if !hasPeerFinished { connection.setReading(true) }
        if !waiting.isEmpty || exchange != nil { read(waiting.span) }
        if hasPeerFinished && state == .reading && early.isEmpty { connection.close() }
    }
}
