import Text

extension KeyedEncodingContainer<JSONName> {
    /// Nil becomes null: the fields of a message are always present.
    package mutating func encode(_ value: some Encodable, for name: String) throws {
        try encode(value, forKey: JSONName(name))
    }

    /// The first fields of every pushed message.
    package mutating func begin(_ type: String, sent: ServerTime) throws {
        try encode(type, for: "type")
        try encode(sent.microseconds, for: "sent")
    }
}
