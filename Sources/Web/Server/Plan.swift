/// What becomes of a request, known from its head: how it is answered, and what is done with its body before.
struct Plan {
    enum Answer {
        case respond(Response)
        /// The refusal of a wrong key, sent after a delay.
        case refuse(Problem)
        case file(StaticFiles.File)
        case immediate(Parameters, @Sendable (Request) throws -> Response)
        case detached(Parameters, Effort, @concurrent @Sendable (Request) async throws -> Response)
        case webSocket(Parameters, WebSocketRoute)
    }

    /// How the request is answered once its body is complete.
    let answer: Answer
    var policy = BodyPolicy.none
    /// Where the route has the body written, if it does.
    var sink: (any BodySink)?
}

/// The plan for a request is a function of the site, of the request's head and of its sender.
extension Site {
    /// The host that the request names, if it is not ours. A proxy that replaces Host puts the client's host into
    /// X-Forwarded-Host: only that shows a name that DNS rebinding pointed at the proxy. `known` is the last name found to be ours.
    func foreignHost(of caller: Caller, known: inout String?) -> String? {
        if caller.isFromGateway { return nil }
        let head = caller.head
        if head.host != known {
            // HTTP/1.0 may omit Host, as health checks do; no browser speaks it, so it allows no DNS rebinding.
            guard hosts.allows(head.host) || head.host.isEmpty && head.version == .http10 else { return head.host }
            known = head.host
        }
        guard let asked = caller.forwarded.host, asked != known else { return nil }
        return hosts.allows(asked) ? nil : asked
    }

    func plan(for caller: Caller, from peer: PeerAddress) -> Plan {
        let head = caller.head
        if let secure = redirectToTLS(caller, from: peer) { return Plan(answer: .respond(secure)) }
        // "/music" itself: relative URLs on its pages need the closing slash.
        guard let asked = head.target.without(prefix: basePath) else {
            return Plan(answer: .respond(Self.addSlash(to: head.target)))
        }
        let named = asked.below(caller.prefix)
        let target = tidyPrefixes.contains { named.path.hasPrefix($0) } ? named.tidied : named
        // Static files come first: they are requested most, and their lookup is the cheapest.
        if let answer = answerFromFile(head, target) { return Plan(answer: answer) }
        if target.isAsterisk {
            return Plan(answer: .respond(Self.wrongMethod(head.method, allowed: [.get, .head, .post, .put, .patch, .delete])))
        }
        if let reading, !openPaths.contains(target.path) {
            do {
                try reading(caller)
            } catch {
                return refusal(error)
            }
        }
        switch routes.router.match(head.method, target) {
        case .found(.immediate(let handler), let parameters):
            return Plan(answer: .immediate(parameters, handler))
        case .found(.detached(let policy, let admit, let effort, let handler), let parameters):
            do {
                try admit?(caller)
                var sink: (any BodySink)?
                if case .written(_, let place) = policy { sink = try place.find(caller, parameters) }
                return Plan(answer: .detached(parameters, effort, handler), policy: policy, sink: sink)
            } catch {
                return refusal(error)
            }
        case .found(.webSocket(let route), let parameters):
            return Plan(answer: .webSocket(parameters, route))
        case .wrongMethod(let allowed):
            return Plan(answer: .respond(Self.wrongMethod(head.method, allowed: allowed)))
        case .nothing:
            return Plan(answer: .respond(Response(HTTPError.notFound)))
        }
    }

    private func refusal(_ error: any Error) -> Plan {
        if let problem = error as? Problem, problem.isGuess { return Plan(answer: .refuse(problem)) }
        return Plan(answer: .respond(Workbench.answer(to: error, log)))
    }

    private func answerFromFile(_ head: RequestHead, _ target: Target) -> Plan.Answer? {
        switch files?.find(target.path) {
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

    /// The redirect of a plain request where TLS is required. From this machine, questions about the server's health are answered, and
    /// those with a key: the command line asks them.
    private func redirectToTLS(_ caller: Caller, from peer: PeerAddress) -> Response? {
        guard encryption?.isRequired == true, caller.scheme == "http" else { return nil }
        let head = caller.head
        let path = head.target.without(prefix: basePath)?.path
        let hasKey = head.fields["authorization"] != nil
        if peer.isLoopback, hasKey || path == "/health" || path == "/ready" { return nil }
        guard !caller.host.isEmpty, !head.target.isAsterisk else { return Response(HTTPError.upgradeRequired) }
        let query = head.target.query.isEmpty ? "" : "?" + head.target.query
        return Response(
            .permanentRedirect, fields: [("location", "https://\(caller.host)\(head.target.escapedPath)\(query)")])
    }

    /// A relative redirect, so that it works behind any proxy.
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
}
