/// The name of a member of a JSON object, for objects whose members have no fixed names.
package struct JSONName: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ text: String) {
        stringValue = text
    }

    package init(stringValue: String) { self.init(stringValue) }
    package init(stringLiteral value: String) { self.init(value) }
    /// Members have no numbers.
    package init?(intValue: Int) { nil }
}
