import Music
import Text

/// The answer to a hello: the client's id, role and streams.
package struct WelcomeMessage: Encodable, Hashable, Sendable {
    /// Longest message of a client in bytes: room for a queue of 10,000 ids.
    package static let longestMessage = 1 << 16

    /// The server's version.
    private let server: String
    private let id: Int
    private let role: Role
    private let room: String
    private let streams: Streams
    private let sent: ServerTime

    package init(server: String, id: Int, role: Role, room: String, streams: Streams, sent: ServerTime) {
        self.server = server
        self.id = id
        self.role = role
        self.room = room
        self.streams = streams
        self.sent = sent
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.begin("welcome", sent: sent)
        try object.encode(Hello.protocolVersion, for: "protocol")
        try object.encode(server, for: "server")
        try object.encode(id, for: "id")
        try object.encode(role.rawValue, for: "role")
        try object.encode(room, for: "room")
        try object.encode(sent.microseconds, for: "now")
        try object.encode(streams, for: "streams")
        try object.encode(Limits(), for: "limits")
    }

    private struct Limits: Encodable {
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: JSONName.self)
            try object.encode(longestMessage, for: "message")
            try object.encode(CommandAllowance.perSecond, for: "commandsPerSecond")
            try object.encode(RoomQueue.mostEntries, for: "queue")
            try object.encode(Timing.most.seconds, for: "lead")
            try object.encode(FrameStream.mostBack.seconds, for: "back")
        }
    }
}

/// The answer to a change of streams: all current streams.
package struct GrantedMessage: Encodable, Hashable, Sendable {
    private let streams: Streams

    package init(_ streams: Streams) {
        self.streams = streams
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.encode("granted", for: "type")
        try object.encode(streams, for: "streams")
    }
}
