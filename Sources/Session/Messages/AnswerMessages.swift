import Text

/// What a command has done.
package struct CommandResult: Encodable, Hashable, Sendable {
    /// The room's revision after the command.
    package let revision: Int
    /// The numbers of the entries that a guest has added, and may remove. Empty for hosts.
    package let entries: [Int]
    /// Who has joined a party.
    package let joined: NewPerson?

    package init(revision: Int, entries: [Int] = [], joined: NewPerson? = nil) {
        self.revision = revision
        self.entries = entries
        self.joined = joined
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try encode(into: &object)
    }

    fileprivate func encode(into object: inout KeyedEncodingContainer<JSONName>) throws {
        try object.encode(revision, for: "revision")
        try object.encode(entries, for: "entries")
        guard let joined else { return }
        try object.encode(joined.number, for: "person")
        try object.encode(joined.key, for: "key")
    }
}

/// Somebody who has just joined a party, with the key by which they are known from now on.
package struct NewPerson: Hashable, Sendable {
    let number: Int
    let key: String

    package init(number: Int, key: String) {
        (self.number, self.key) = (number, key)
    }
}

/// The answer to a successful command.
package struct ResultMessage: Encodable, Hashable, Sendable {
    private let id: Int?
    private let result: CommandResult

    package init(id: Int?, _ result: CommandResult) {
        self.id = id
        self.result = result
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.encode("result", for: "type")
        try object.encode(id, for: "id")
        try result.encode(into: &object)
    }
}

/// The error message for a refused message.
extension MessageProblem: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
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
