/// The name of a member of a message, whatever it is.
package struct MessageKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer<MessageKey> {
    /// Nil becomes null: what a message names is always there.
    package mutating func encode(_ value: some Encodable, for name: String) throws {
        try encode(value, forKey: MessageKey(name))
    }

    /// What every message that is pushed begins with.
    package mutating func begin(_ type: String, sent: ServerTime) throws {
        try encode(type, for: "type")
        try encode(sent.microseconds, for: "sent")
    }
}
