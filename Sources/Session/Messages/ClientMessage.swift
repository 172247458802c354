/// A message of a client.
package enum ClientMessage: Hashable, Sendable {
    case hello(Hello)
    /// The client's clock in whole microseconds; the answer has the server's.
    case time(Int64)
    case subscribe(StreamsChange)
    case unsubscribe([StreamName])
    /// Whether the client's screen is visible.
    case visible(Bool)
    case report(Report)
    /// Begins to send sound, or ends that.
    case input(SoundOffer?)
    /// `until` is the last moment at which it may be applied: nobody wants a skip that was held up on its way.
    case command(id: Int?, Wish, until: ServerTime? = nil)

    /// Parses a message. Known fields are checked strictly, unknown fields are ignored.
    package static func read(_ bytes: [UInt8]) throws(MessageProblem) -> ClientMessage {
        if let time = TimeQuestion.read(bytes) { return .time(time) }
        return try read(json: bytes)
    }
}

extension ClientMessage: Said {
    init(_ members: Members) throws(MessageProblem) {
        guard let type = try members.text("type", atMost: .max) else { throw members.missing("type") }
        switch type {
        case "hello":
            self = .hello(try Hello(members))
        case "time":
            guard let time = try members.whole("t1", in: .exact) else { throw members.missing("t1") }
            self = .time(Int64(time))
        case "subscribe":
            guard let streams = try members.members("streams") else { throw members.missing("streams") }
            self = .subscribe(try StreamsChange(streams))
        case "unsubscribe":
            self = .unsubscribe(try StreamName.list(members))
        case "visible":
            guard let isVisible = try members.truth("visible") else { throw members.missing("visible") }
            self = .visible(isVisible)
        case "report":
            self = .report(try Report(members))
        case "input":
            guard let isOpen = try members.truth("open") else { throw members.missing("open") }
            self = .input(isOpen ? try SoundOffer(members) : nil)
        case "command":
            let id = try members.whole("id", in: .exact)
            do {
                let until = try members.whole("until", in: .numbers)
                self = .command(id: id, try Wish(members), until: until.map { ServerTime(microseconds: Int64($0)) })
            } catch {
                throw MessageProblem(error.code, error.message, id: id)
            }
        default:
            throw MessageProblem(.unknownType, "No message has the type \(MessageProblem.quote(type)).")
        }
    }
}
