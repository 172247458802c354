/// The answer to a command that was obeyed.
package struct ResultMessage: Encodable, Hashable, Sendable {
    private let id: Int?
    /// Of the room, with the command in it.
    private let revision: Int

    package init(id: Int?, revision: Int) {
        self.id = id
        self.revision = revision
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MessageKey.self)
        try object.encode("result", for: "type")
        try object.encode(id, for: "id")
        try object.encode(revision, for: "revision")
    }
}

/// As a client is told that its message was not obeyed.
extension MessageProblem: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MessageKey.self)
        try object.encode("error", for: "type")
        try object.encode(id, for: "id")
        try object.encode(code.rawValue, for: "code")
        try object.encode(message, for: "message")
    }
}

/// The answer to a question for the time.
package enum TimeAnswer {
    /// Its JSON, of the moment by the client's clock that the question told, and of when it was read and is answered.
    package static func bytes(_ t1: Int64, read t2: ServerTime, answered t3: ServerTime) -> [UInt8] {
        Array("{\"type\":\"time\",\"t1\":\(t1),\"t2\":\(t2.microseconds),\"t3\":\(t3.microseconds)}".utf8)
    }
}
