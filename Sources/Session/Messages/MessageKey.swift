/// A coding key for any member of a message.
package struct MessageKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer<MessageKey> {
    /// Nil becomes null: the fields of a message are always present.
    package mutating func encode(_ value: some Encodable, for name: String) throws {
        try encode(value, forKey: MessageKey(name))
    }

    /// The first fields of every pushed message.
    package mutating func begin(_ type: String, sent: ServerTime) throws {
        try encode(type, for: "type")
        try encode(sent.microseconds, for: "sent")
    }
}
