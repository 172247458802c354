import Library
import Rooms
import Session
import System
import Web

/// Rooms over HTTP, for scripts without a WebSocket.
extension LibraryAPI {
    /// Enough for the longest command: it names as many tracks as a queue holds.
    private static let commandBody = BodyPolicy.memory(limit: 256 << 10)
    /// It names some 120 tracks, which take 5 ms.
    private static let usualCommand = 768
    /// Usual commands go before lists; one that fills a queue does not.
    private static let commandEffort = Effort.asked { head in
        switch head.framing {
        case .none: false
        case .length(let bytes): bytes > usualCommand
        case .chunked: true
        }
    }

    func addRooms(to routes: inout Routes) {
        read("/rooms", in: &routes) { _ in Response(json: try await rooms.list()).uncached }
        read("/rooms/{room}", in: &routes) { request in
            Response(json: try await rooms.shown(Self.roomName(request)) { $0.stateMessage(at: $1) }).uncached
        }
        // A long queue is a megabyte, so its readers have an allowance of their own.
        let queueReads = AddressAllowances(perSecond: 5, burst: 20)
        read("/rooms/{room}/queue", takes: .long, in: &routes) { request in
            try take(from: queueReads, for: request.caller.asker, "reads of a queue")
            let queue = try await rooms.queue(Self.roomName(request))
            return Response(
                .ok, fields: [("content-type", "application/json")], body: .bytes(queue.bytes + [UInt8(ascii: "\n")])
            ).uncached
        }
        read("/rooms/{room}/history", in: &routes) { request in
            Response(json: try await rooms.shown(Self.roomName(request)) { $0.historyReport(at: $1, wall: library.clock.wall) })
                .uncached
        }
        read("/rooms/{room}/screens", in: &routes) { request in
            let name = try Self.roomName(request)
            let showsAddresses = access.may(request.caller, .seeAddresses, in: name)
            return Response(
                json: try await rooms.shown(name) { $0.screensMessage(at: $1, withAddresses: showsAddresses) }
            ).uncached
        }
        read("/rooms/{room}/events", in: &routes) { request in
            let (name, streams) = (try Self.roomName(request), try Self.streams(request))
            let visitor = Visitor(request.caller.asker, address: request.address)
            let stream = try await listen(name, streams, visitor)
            access.bind(stream, to: request.caller)
            return Response(events: stream)
        }
        change(.delete, "/rooms/{room}", .deleteRoom, in: &routes) { request in
            let name = try Self.roomName(request)
            try access.check(request.caller, .deleteRoom, in: name)
            try await rooms.delete(name)
            return Response(.noContent)
        }
        let allowances = AddressAllowances()
        change(.post, "/rooms/{room}/commands", .add, body: Self.commandBody, takes: Self.commandEffort, in: &routes) { request in
            let (name, asker) = (try Self.roomName(request), request.caller.asker)
            // Before the body is looked at: a guest of another room may send no command here.
            try access.check(request.caller, .add, in: name)
            try take(from: allowances, for: asker, "commands")
            let wish = try Wish.read(try request.jsonBytes())
            if wish.selection?.mayBeLong == true { try request.seat?.move(to: .works) }
            let grant = try access.check(request.caller, wish.right, in: name)
            let person = try PersonKey.read(try request.jsonBytes()).text
            let visitor = Visitor(
                asker, address: request.address, person: person, role: grant.role(in: name), link: grant.link)
            return Response(json: try await rooms.apply(wish, of: visitor, in: name))
        }
    }

    func take(from allowances: AddressAllowances, for asker: Asker, _ what: String) throws {
        guard allowances.take(asker, at: rooms.now) else {
            rooms.figures.refuse(.commands)
            throw Problem(
                .tooManyRequests,
                "At most \(allowances.perSecond(for: asker)) \(what) a second are accepted from your address.",
                type: MessageProblem.Code.slowDown.rawValue)
        }
    }

    /// An event stream of what a room sends from now on.
    private func listen(_ name: String, _ streams: Streams, _ visitor: Visitor) async throws -> BodyStream {
        let (number, body) = events.open()
        do {
            try await rooms.listen(name, streams, as: number, visitor)
        } catch {
            events.forget(number)
            throw error
        }
        body.onEnd { [events, rooms] in
            events.forget(number)
            rooms.post { $0.endListening(number, in: name, visitor) }
        }
        return body
    }

    static func roomName(_ request: Request) throws(Problem) -> String {
        let name = request.parameters["room"] ?? ""
        guard RoomName.allows(name) else { throw Problem.nothing("There is no room of this name: it must be \(RoomName.rule).") }
        return name
    }

    /// The streams that an event stream asks for; by default the beats.
    private static func streams(_ request: Request) throws(MessageProblem) -> Streams {
        var query = request.head.target.queryItems.map { ($0.name, $0.value) }
        if !query.contains(where: { $0.0 == "streams" }) { query.append(("streams", "beats")) }
        // An event stream carries text only.
        query.insert(("format", "json"), at: 0)
        guard let hello = try Hello(query: query) else { return Streams() }
        guard hello.streams.audio == nil else { throw MessageProblem(.badValue, "An event stream cannot carry audio.") }
        return hello.streams
    }
}
