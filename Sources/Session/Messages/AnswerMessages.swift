/// The answer to a successful command.
package struct ResultMessage: Encodable, Hashable, Sendable {
    private let id: Int?
    /// The room's revision after the command.
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

/// The error message for a refused message.
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
    /// Its JSON, from the client's time in the question and the server's times of reading and answering it.
    package static func bytes(_ t1: Int64, read t2: ServerTime, answered t3: ServerTime) -> [UInt8] {
        Array("{\"type\":\"time\",\"t1\":\(t1),\"t2\":\(t2.microseconds),\"t3\":\(t3.microseconds)}".utf8)
    }
}
