import Glibc
import System
import Waiting

@testable import Web

/// What a connection does with the text of a request, without one.
extension House {
    /// The sender of every request: this machine.
    private static let peer: PeerAddress = {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: sockaddr_in.self) }
        return PeerAddress(storage)
    }()

    /// The answer to a whole request, as a client writes it. The delay of a wrong key is left out.
    func answer(_ text: [UInt8]) async throws -> Answer {
        let (head, response) = try await respond(to: text)
        guard case .stream(let stream) = response.body else { return try answer(response, to: head) }
        guard stream.hasEnd else {
            stream.end()
            return try answer(response, to: head)
        }
        let reader = StreamReader(stream)
        var body: [UInt8] = []
        while let piece = await reader.next() { body += piece }
        return try answer(response, to: head, body)
    }

    /// The events that a request asks for, which come as long as the reader is there.
    func events(_ path: String = "/events", _ fields: [String: String] = [:], token: String? = nil) async throws -> StreamReader {
        let text = APIClient(self, token: token).text("GET", path, fields)
        let (head, response) = try await respond(to: text)
        guard case .stream(let stream) = response.body else {
            throw NeverHappened("events of \(path): \(try answer(response, to: head).text)")
        }
        return StreamReader(stream)
    }

    private func respond(to text: [UInt8]) async throws -> (head: RequestHead?, response: Response) {
        var parser = RequestParser(limits: Self.requests(site.basePath))
        var offset = 0
        let head: RequestHead
        do {
            guard case .head(let read) = try parser.next(in: text.span, from: &offset) else {
                throw NeverHappened("the end of a head: \(String(decoding: text, as: UTF8.self))")
            }
            head = read
        } catch let error as HTTPError {
            return (nil, site.worded(Response(error), at: parser.brokenTarget, below: ""))
        }
        let response: Response
        do {
            response = try await respond(to: head) { () throws(HTTPError) in try Self.body(&parser, text, from: offset) }
        } catch let error as HTTPError {
            response = Response(error)
        }
        return (head, site.worded(response, at: head.target.path, below: ""))
    }

    private static func body(_ parser: inout RequestParser, _ text: [UInt8], from start: Int) throws(HTTPError) -> [UInt8]? {
        var (offset, body): (Int, [UInt8]) = (start, [])
        while true {
            switch try parser.next(in: text.span, from: &offset) {
            case .body(let range): body += text[range]
            case .end: return body
            case .head, .needsMore: return nil
            }
        }
    }

    private func respond(to head: RequestHead, _ body: () throws(HTTPError) -> [UInt8]?) async throws -> Response {
        let peer = Self.peer
        let caller = Caller(head, from: peer, to: site, isEncrypted: false, server.quotas)
        var known: String?
        if let foreign = site.foreignHost(of: caller, known: &known) { return Response(HTTPError.hostNotAllowed(foreign)) }
        let plan = site.plan(for: caller, from: peer)
        let limit = plan.policy.limit(unwanted: site.limits.unwantedBody)
        var count: Int?
        if case .length(let length) = head.framing { count = length }
        let bytes = (count ?? 0) > limit ? nil : try body()
        if (count ?? bytes?.count ?? 0) > limit {
            switch plan.answer {
            case .respond(let response): return response
            case .refuse(let problem): return Response(problem)
            case .file, .immediate, .detached, .webSocket: throw HTTPError.bodyTooLarge(limit: limit)
            }
        }
        guard let bytes else { throw NeverHappened("the rest of \(head.method.name) \(head.target.path)") }
        let kept = try keep(bytes, of: head, plan)
        switch plan.answer {
        case .respond(let response): return response
        case .refuse(let problem): return Response(problem)
        case .file(let file): return Self.response(file, to: head)
        case .webSocket: return HTTPConversation.upgradeRequired
        case .immediate(let parameters, let handler):
            do {
                return try handler(
                    Request(caller: caller, parameters: parameters, peer: peer, body: .none, seat: nil, place: nil))
            } catch {
                return Workbench.answer(to: error, site.log)
            }
        case .detached(let parameters, let effort, let handler):
            let (site, admission) = (site, try site.admit(caller, effort, server.quotas))
            let request = Request(
                caller: caller, parameters: parameters, peer: peer, body: kept, seat: admission.seat, place: admission.lane)
            let response = await Task(executorPreference: admission.lane) {
                await site.answer(request, admission, handler)
            }.value
            guard let response else { throw CancellationError() }
            return response
        }
    }

    /// The body as the route wants it.
    private func keep(_ bytes: [UInt8], of head: RequestHead, _ plan: Plan) throws -> Request.Body {
        switch plan.policy {
        case .none: return .none
        case .memory: return .bytes(bytes)
        case .spooled, .written: break
        }
        guard head.framing != .none else { throw HTTPError.lengthRequired }
        let spooled = site.spool.body()
        let sink: any BodySink = plan.sink ?? spooled
        for piece in [[], bytes] { if let error = sink.append(piece) { throw error } }
        if let sink = plan.sink { return .written(sink) }
        return .spooled(spooled)
    }

    private static func response(_ file: StaticFiles.File, to head: RequestHead) -> Response {
        let answer = file.answer(to: head)
        let lines = String(decoding: answer.variant.lines, as: UTF8.self).split(separator: "\r\n")
        var response = Response(answer.status, body: .bytes(Array(answer.variant.body[answer.range])))
        for line in lines { response.set(String(line.prefix { $0 != ":" }), String(line.drop { $0 != ":" }.dropFirst(2))) }
        if let contentRange = answer.contentRange { response.set("content-range", contentRange) }
        return response
    }

    /// The answer as a client reads it.
    private func answer(_ response: Response, to head: RequestHead?, _ streamed: [UInt8]? = nil) throws -> Answer {
        var writer = ResponseHead()
        writer.begin(response.status, date: 0)
        for (name, value) in response.fields { writer.add(name, value) }
        if response.status.allowsBody {
            if case .stream = response.body {
                writer.add("transfer-encoding", "chunked")
            } else {
                writer.addLength(response.body.count)
            }
        }
        writer.end()
        var body = streamed ?? []
        if response.status.allowsBody, head?.method != .head {
            switch response.body {
            case .none, .stream: break
            case .bytes(let bytes): body = bytes
            case .file(let file, let range):
                guard let bytes = file.read(range) else { throw NeverHappened("the bytes of a file") }
                body = bytes
            }
        }
        return try Answer(head: String(decoding: writer.bytes, as: UTF8.self), body: body)
    }
}
