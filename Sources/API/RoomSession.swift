import Live
import Music
import Rooms
import Session
import System
import Text
import Web

/// One client's session on `/ws`: reads its messages, answers what concerns it alone, and passes the rest to the rooms.
final class RoomSession: WebSocketSession {
    /// Wrong tokens allowed per connection; a client that sends more is guessing.
    private static let mostWrongTokens = 5

    private let rooms: Rooms
    private let access: AccessControl
    private let peer: String
    private let asker: Asker
    /// The hello message in the URL's query, if there is one.
    private let hello: Hello?
    /// The token in the request's head: tokens do not belong into URLs, which proxies log.
    private let token: String?
    /// What the client may do without a token.
    private let grantWithoutToken: Grant
    /// The link by which the client may read, if it came by one.
    private let link: Int?
    /// The room that it asked for last.
    private var room: String?
    /// The id by which it is recognized.
    private var client: String?
    private var grant = Grant.none
    private var wrongTokens = 0
    private var allowance = CommandAllowance()
    private var questions = CommandAllowance(perSecond: 100, burst: 200)
    /// For streams that begin with much data that other clients have been sent before.
    private var openings = CommandAllowance(perSecond: 4, burst: 20)
    /// The same for all sockets of an address, whose hellos count too unless they are the first of a socket.
    private let sharedOpenings: AddressAllowances
    /// The sound that it sends.
    private var sending: Inputs.Sending?
    /// Blocks of 10 ms, and those that were held up on their way.
    private var blocks = CommandAllowance(perSecond: 200, burst: 400)

    static func openings() -> AddressAllowances { AddressAllowances(perSecond: 40, burst: 100) }

    /// Throws if the URL's query is invalid: the socket is refused.
    init(_ rooms: Rooms, _ access: AccessControl, _ openings: AddressAllowances, _ request: Request) throws {
        sharedOpenings = openings
        self.rooms = rooms
        self.access = access
        peer = request.address
        asker = request.caller.asker
        token = AccessControl.bearer(request.head)
        grantWithoutToken = access.grantWithoutToken(request.caller)
        link = access.link(of: request.caller)
        do throws(MessageProblem) {
            hello = try Hello(query: request.head.target.queryItems.map { ($0.name, $0.value) })
        } catch {
            throw Problem(.badRequest, error.message, type: error.code.rawValue)
        }
    }

    func opened(_ socket: WebSocket) {
        guard !rooms.isCrowded else { return Self.sendAway(socket) }
        if let hello { join(hello, socket) }
    }

    private static func sendAway(_ socket: WebSocket) {
        socket.close(.tryAgainLater, reason: "the server is starting")
    }

    func received(_ message: WebSocketMessage, on socket: WebSocket) {
        let now = rooms.now
        guard !rooms.isCrowded else { return Self.sendAway(socket) }
        do throws(MessageProblem) {
            switch message {
            case .text(let bytes): try hear(try ClientMessage.read(bytes), socket, at: now)
            case .binary(let bytes): try hear(sound: bytes, socket, at: now)
            }
        } catch {
            refuse(error, socket, at: now)
        }
    }

    private func hear(_ message: ClientMessage, _ socket: WebSocket, at now: ServerTime) throws(MessageProblem) {
        switch message {
        case .time(let time): answer(time, socket, at: now)
        case .hello(let hello):
            guard isAllowed(socket, at: now) else { return }
            if room == nil || mayOpen(hello.streams, socket, isHello: true, at: now) { join(hello, socket) }
        case let message:
            guard isAllowed(socket, at: now) else { return }
            if case .subscribe(let change) = message, !mayOpen(change.streams, socket, at: now) { return }
            guard room != nil else { throw MessageProblem(.helloFirst, "Say hello first.") }
            try apply(message, socket)
        }
    }

    /// Sound of the input that the client has opened.
    private func hear(sound bytes: [UInt8], _ socket: WebSocket, at now: ServerTime) throws(MessageProblem) {
        guard let sending else {
            throw MessageProblem(.badMessage, "Sound needs an input first: {\"type\":\"input\",\"open\":true,\"rate\":48000}.")
        }
        guard blocks.take(at: now) == .allowed else {
            throw MessageProblem(.slowDown, "Too many blocks of sound; this one was left out.")
        }
        guard let block = SoundBlock(bytes, unit: sending.unit) else {
            throw MessageProblem(.badMessage, "This is no block of sound.")
        }
        guard block.captured.microseconds > 0 else { throw Self.wrongTime }
        do throws(SentSound.Refusal) {
            try sending.send(SentSound.Block(captured: UInt64(block.captured.microseconds), bytes: Array(block.samples)))
        } catch {
            switch error {
            case .wrongTime: throw Self.wrongTime
            case .tooMuch: throw MessageProblem(.slowDown, "More sound came than time has passed; this block was left out.")
            }
        }
    }

    private static let wrongTime = MessageProblem(
        .badValue, "Sound is taken that was captured within the last two seconds, by the server's clock.")

    func closed(_ code: CloseCode) {
        sending?.end()
        guard let id else { return }
        rooms.post { $0.leave(id) }
    }

    private var id: ConnectionID?

    private func join(_ hello: Hello, _ socket: WebSocket) {
        let own = grantWithoutToken
        guard own != .owner, let token = hello.token ?? token else { return enter(hello, socket, own) }
        guard socket.mayGuess else {
            return enter(
                hello, socket, own,
                MessageProblem(.slowDown, "Too many wrong keys came from your address: try again in a second."))
        }
        let wrong = MessageProblem(.tokenWrong, AccessControl.wrongWords)
        let verdict = access.verdict(token)
        switch verdict {
        case .grant(let grant): enter(hello, socket, grant.orBetter(own))
        case .ended: enter(hello, socket, own, MessageProblem(.tokenEnded, AccessControl.endedWords))
        case .malformed, .wrong:
            wrongTokens += 1
            guard wrongTokens <= Self.mostWrongTokens else {
                return socket.close(.policyViolation, reason: "too many wrong keys")
            }
            guard verdict == .wrong else { return enter(hello, socket, own, wrong) }
            // Joining waits, too: the role would reveal at once that the token is wrong.
            socket.answerGuess { [unowned socket] in self.enter(hello, socket, own, wrong) }
        }
    }

    /// Joins the client to its room, then tells it of the problem, if there is one.
    private func enter(_ hello: Hello, _ socket: WebSocket, _ grant: Grant, _ problem: MessageProblem? = nil) {
        self.grant = grant
        let (id, peer) = (socket.id, peer)
        let visitor = Visitor(
            asker, address: peer, client: hello.client, person: hello.person, role: grant.role(in: hello.room),
            link: grant.link ?? link)
        self.id = id
        (room, client) = (hello.room, hello.client)
        rooms.post { rooms in
            rooms.join(id, hello, visitor, address: peer)
            if let problem { rooms.tell(id, problem) }
        }
    }

    private func apply(_ message: ClientMessage, _ socket: WebSocket) throws(MessageProblem) {
        let id = socket.id
        switch message {
        case .hello, .time: break
        case .subscribe(let change):
            rooms.post { $0.change(id, tellsGranted: true) { $0.streams = $0.streams.applying(change) } }
        case .unsubscribe(let names):
            rooms.post { $0.change(id, tellsGranted: true) { $0.streams = $0.streams.removing(names) } }
        case .visible(let isVisible): rooms.post { $0.change(id, tellsGranted: false) { $0.isVisible = isVisible } }
        case .report(let report): rooms.post { $0.change(id, tellsGranted: false) { $0.report = report } }
        case .input(let offer): try send(offer, socket)
        case .command(let number, let wish, let until):
            if let problem = problem(with: wish.right) {
                return send(MessageProblem(problem.code, problem.message, id: number), socket)
            }
            guard let room else { return }
            rooms.post { $0.apply(wish, of: id, in: room, id: number, until: until) }
        }
    }

    /// Opens an input for the sound that the client wants to send, or ends that.
    private func send(_ offer: SoundOffer?, _ socket: WebSocket) throws(MessageProblem) {
        if let problem = problem(with: .play) { throw problem }
        sending?.end()
        sending = nil
        if let offer, let format = SampleFormat(rate: offer.rate, channels: offer.channels) {
            sending = rooms.inputs.open(offer.label, by: client, as: format)
            guard sending != nil else {
                throw MessageProblem(.tooMany, "At most \(Inputs.mostSent) devices can send sound at a time.")
            }
        }
        let source = sending.flatMap { rooms.inputs.input($0.name) }.map { Piece.live($0.source).sourceID }
        socket.send(text: JSON.bytes(SoundAnswer(name: sending?.name, source: source)))
    }

    /// Why the client may not do something; nil if it may.
    private func problem(with right: Right) -> MessageProblem? {
        guard access.holds(grant) else { return MessageProblem(.tokenEnded, AccessControl.endedWords) }
        guard !grant.has(right, in: room) else { return nil }
        return grant == .none
            ? MessageProblem(.tokenNeeded, "This needs a link or the control key of \(right.least.withArticle).")
            : MessageProblem(.roleNeeded, grant.refusal(of: right))
    }

    private func answer(_ time: Int64, _ socket: WebSocket, at now: ServerTime) {
        guard questions.take(at: now) == .allowed || isAllowed(socket, at: now) else { return }
        socket.send(
            text: TimeAnswer.bytes(
                time, read: ServerTime(microseconds: Int64(socket.receivedAt)),
                answered: rooms.now))
    }

    /// Invalid messages count against the allowance like any others: a client that floods is warned, then closed.
    private func refuse(_ problem: MessageProblem, _ socket: WebSocket, at now: ServerTime) {
        guard isAllowed(socket, at: now) else { return }
        send(problem, socket)
        if problem.code == .otherProtocol { socket.close(.protocolError, reason: "another protocol") }
    }

    private func isAllowed(_ socket: WebSocket, at now: ServerTime) -> Bool {
        switch allowance.take(at: now) {
        case .allowed: return true
        case .tooFast:
            rooms.figures.refuse(.messages)
            send(MessageProblem(.slowDown, "Too many messages at once; nothing was done."), socket)
            return false
        case .hopeless:
            socket.close(.policyViolation, reason: "too many messages")
            return false
        }
    }

    /// Whether a client may start these streams now; if not, it gets an error.
    private func mayOpen(_ streams: Streams, _ socket: WebSocket, isHello: Bool = false, at now: ServerTime) -> Bool {
        let isLong = streams.queue || streams.audio != nil || streams.frames != nil
        guard isLong || isHello else { return true }
        let isMine = !isLong || openings.take(at: now) == .allowed
        guard !isMine || !sharedOpenings.take(asker, at: now) else { return true }
        rooms.figures.refuse(.openings)
        send(MessageProblem(.slowDown, "Streams were started too often; nothing was done."), socket)
        return false
    }

    private func send(_ problem: MessageProblem, _ socket: WebSocket) {
        socket.send(text: JSON.bytes(problem))
    }
}
