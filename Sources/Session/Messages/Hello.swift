/// The hello of a client: its name, room and streams. A second one replaces everything.
package struct Hello: Hashable, Sendable {
    /// The purpose of a client.
    package enum Kind: String, CaseIterable, Sendable {
        case screen, controller, script
    }

    /// The version of the protocol.
    package static let protocolVersion = 1
    /// Longest client name in bytes: a line on a screen.
    package static let longestName = 80
    /// Longest client id in bytes: twice a UUID.
    private static let longestClient = 64
    /// Longest token in bytes; ours are far shorter.
    private static let longestToken = 256

    /// Empty if the client has none.
    package var name = ""
    package var kind = Kind.screen
    package var room = RoomName.main
    /// A stable id by which a returning client is recognized.
    package var client: String?
    /// The token of a link or of the owner.
    package var token: String?
    /// The key of a person of the room's party.
    package var person: String?
    package var streams = Streams()

    package init() {}

    /// The hello in a socket's address, so that a script need not send one; nil if the query has no `streams`. It has no token:
    /// proxies log addresses.
    package init?(query: [(String, String)]) throws(MessageProblem) {
        let fields = QueryFields(query)
        guard let streams = try Streams(query: fields) else { return nil }
        try self.init(fields, kind: .script, streams: streams)
    }

    init(_ members: Members) throws(MessageProblem) {
        guard let version = try members.whole("protocol", in: .exact) else { throw members.missing("protocol") }
        // In another version the other fields may mean something else.
        guard version == Self.protocolVersion else {
            throw MessageProblem(
                .otherProtocol, "This server speaks protocol \(Self.protocolVersion), and protocol was \(version).")
        }
        let change = try members.members("streams").map { (streams) throws(MessageProblem) in try StreamsChange(streams) }
        try self.init(members, kind: .screen, streams: change.map { Streams().applying($0) } ?? Streams())
        person = try PersonKey(members).text
        token = try members.text("token", atMost: Self.longestToken).flatMap { $0.isEmpty ? nil : $0 }
    }

    private init(_ fields: some Fields, kind: Kind, streams: Streams) throws(MessageProblem) {
        name = try fields.label("name", atMost: Self.longestName) ?? ""
        self.kind = try fields.word("kind", of: Kind.self) ?? kind
        if let room = try fields.text("room", atMost: .max) {
            guard RoomName.allows(room) else { throw fields.wrong("room", RoomName.rule) }
            self.room = room
        }
        client = try fields.text("client", atMost: Self.longestClient).flatMap { $0.isEmpty ? nil : $0 }
        self.streams = streams
    }
}
