/// The switch from HTTP to WebSocket (RFC 6455, section 4.2).
extension HTTPConversation {
    func upgrade(
        _ exchange: Exchange, _ parameters: Parameters, _ route: WebSocketRoute, _ input: Span<UInt8>, _ offset: Int
    ) {
        let head = exchange.head
        guard head.upgradesToWebSocket, head.version == .http11, head.method == .get else {
            return send(Self.upgradeRequired, for: exchange)
        }
        guard head.fields.values(of: "sec-websocket-version") == ["13"] else {
            return send(Self.upgradeRequired, for: exchange)
        }
        let keys = head.fields.values(of: "sec-websocket-key")
        guard keys.count == 1, Handshake.isValid(key: keys[0]) else {
            return send(Response(HTTPError.malformedWebSocketKey), for: exchange)
        }
        let request = request(exchange, parameters, .none)
        guard site.origins.allows(request.caller) else {
            return send(Response(HTTPError.originNotAllowed(head.fields["origin"] ?? "")), for: exchange)
        }
        let session: any WebSocketSession
        let seat: Seat
        do {
            try bench.noteArrival(of: request.caller.asker)
            seat = try bench.quotas.seat(.sockets, for: request.caller.asker)
            session = try route.open(request)
        } catch {
            return send(Workbench.answer(to: error, site.log), for: exchange)
        }
        let compression = PerMessageDeflate.negotiate(head.fields.values(of: "sec-websocket-extensions"))
        var writer = bench.takeHeadWriter()
        writer.begin(.switchingProtocols, date: bench.second)
        writer.add("upgrade", "websocket")
        writer.add("connection", "Upgrade")
        writer.add("sec-websocket-accept", Handshake.accept(key: keys[0]))
        if let compression { writer.add("sec-websocket-extensions", compression.response) }
        let offered = head.fields.values(of: "sec-websocket-protocol")
        if let chosen = Handshake.choose(offered: offered, supported: route.subprotocols) {
            writer.add("sec-websocket-protocol", chosen)
        }
        writer.end()
        note(.switchingProtocols, 0, for: exchange)
        state = .finished
        writer.bytes.withUnsafeBytes { connection.send($0) }
        bench.giveBack(writer)
        begin(WebSocket(connection, session: session, route: route, compression: compression, seat: seat), input, offset)
    }

    /// Hands over the connection, with the bytes that the client sent after its handshake.
    private func begin(_ webSocket: WebSocket, _ input: Span<UInt8>, _ offset: Int) {
        guard connection.isOpen else { return webSocket.ended() }
        let waiting = early
        connection.begin(.webSocket(webSocket))
        // Reading is off after a half-close; turn it on, or the end of the connection goes unnoticed.
        connection.setReading(true)
        webSocket.opened()
        if bench.isStopping { bench.sayStop(to: webSocket) }
        if offset < input.count { webSocket.receive(input.extracting(offset..<input.count)) }
        if !waiting.isEmpty { webSocket.receive(waiting.span) }
    }

    /// The answer to a plain request: this path needs a WebSocket handshake.
    static var upgradeRequired: Response {
        var response = Response(HTTPError.upgradeRequired)
        response.set("upgrade", "websocket")
        response.set("connection", "upgrade")
        response.set("sec-websocket-version", "13")
        return response
    }
}
