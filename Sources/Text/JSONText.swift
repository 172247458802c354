/// Encodes values as JSON directly into bytes. Members keep the order in which they are encoded.
///
/// Foundation's encoder builds a tree first, which for a page of tracks takes six times as long as the query.
/// Numbers that JSON cannot express become the strings "inf", "-inf" and "nan".
package final class JSONText: Encoder {
    package let codingPath: [any CodingKey] = []
    package let userInfo: [CodingUserInfoKey: Any] = [:]
    /// All state in one struct, so that each access costs one exclusivity check.
    fileprivate var output = JSONOutput()

    package var bytes: [UInt8] { output.bytes }

    package init() {}

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONObject(text: self, depth: output.begin("{", "}")))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONArray(text: self, depth: output.begin("[", "]"))
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { JSONValue(text: self) }

    /// Writes a value and closes the objects and arrays that it opened.
    package func write<Value: Encodable>(_ value: Value) throws {
        // Long lists are lists of numbers, and a container for each number would take most of the time.
        if Value.self == [UInt8].self, let list = value as? [UInt8] { return output.list(list) { $0.digits(of: Int($1)) } }
        if Value.self == [Int].self, let list = value as? [Int] { return output.list(list) { $0.digits(of: $1) } }
        if Value.self == [Double].self, let list = value as? [Double] { return output.list(list) { $0.number($1) } }
        let depth = output.depth
        try value.encode(to: self)
        output.close(to: depth)
    }
}

/// The text written so far, and its open brackets.
private struct JSONOutput {
    private struct Bracket {
        let end: UInt8
        var isEmpty = true
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    private static let zero = UInt8(ascii: "0")

    private(set) var bytes: [UInt8] = []
    private var open: [Bracket] = []

    var depth: Int { open.count }

    /// Writes text without quotes.
    mutating func plain(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    mutating func digits(of value: Int) {
        guard (0..<1000).contains(value) else { return plain(String(value)) }
        if value >= 100 { bytes.append(Self.zero + UInt8(value / 100)) }
        if value >= 10 { bytes.append(Self.zero + UInt8(value / 10 % 10)) }
        bytes.append(Self.zero + UInt8(value % 10))
    }

    mutating func list<Element>(_ elements: [Element], _ write: (inout JSONOutput, Element) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func number(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        guard value.isFinite else { return words(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf") }
        let text = value.description
        plain(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    mutating func words(_ text: String) {
        var text = text
        bytes.append(Self.quote)
        text.withUTF8 { utf8 in
            if utf8.allSatisfy({ $0 >= 0x20 && $0 != Self.quote && $0 != Self.backslash }) {
                bytes.append(contentsOf: utf8)
            } else {
                for byte in utf8 { escaped(byte) }
            }
        }
        bytes.append(Self.quote)
    }

    private mutating func escaped(_ byte: UInt8) {
        switch byte {
        case Self.quote, Self.backslash: bytes += [Self.backslash, byte]
        case 0..<0x10: plain("\\u000\(String(byte, radix: 16))")
        case 0x10..<0x20: plain("\\u00\(String(byte, radix: 16))")
        default: bytes.append(byte)
        }
    }

    /// Opens an object or an array, and returns the nesting depth of its members.
    mutating func begin(_ start: Unicode.Scalar, _ end: Unicode.Scalar) -> Int {
        bytes.append(UInt8(ascii: start))
        open.append(Bracket(end: UInt8(ascii: end)))
        return open.count
    }

    /// Closes all deeper brackets and writes the comma before the next member of the bracket at this depth, unless it is the
    /// first.
    mutating func beginMember(at depth: Int) {
        close(to: depth)
        if !open[depth - 1].isEmpty { bytes.append(UInt8(ascii: ",")) }
        open[depth - 1].isEmpty = false
    }

    mutating func beginMember(_ name: String, at depth: Int) {
        beginMember(at: depth)
        words(name)
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func close(to depth: Int) {
        while open.count > depth { bytes.append(open.removeLast().end) }
    }
}

private struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let text: JSONText
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
        begin(key)
        text.output.plain("null")
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        begin(key)
        try text.write(value)
    }

    func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
        begin(key)
        return text.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        begin(key)
        return text.unkeyedContainer()
    }

    func superEncoder() -> any Encoder { preconditionFailure("what is shown inherits nothing") }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }

    private func begin(_ key: Key) {
        text.output.beginMember(key.stringValue, at: depth)
    }
}

private struct JSONArray: UnkeyedEncodingContainer {
    let text: JSONText
    let depth: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() {
        begin()
        text.output.plain("null")
    }

    mutating func encode(_ value: some Encodable) throws {
        begin()
        try text.write(value)
    }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
        begin()
        return text.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        begin()
        return text.unkeyedContainer()
    }

    func superEncoder() -> any Encoder { preconditionFailure("what is shown inherits nothing") }

    private mutating func begin() {
        count += 1
        text.output.beginMember(at: depth)
    }
}

private struct JSONValue: SingleValueEncodingContainer {
    let text: JSONText
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { text.output.plain("null") }
    func encode(_ value: Bool) { text.output.plain(value ? "true" : "false") }
    func encode(_ value: String) { text.output.words(value) }
    func encode(_ value: Double) { text.output.number(value) }
    func encode(_ value: Float) { text.output.number(value) }
    func encode(_ value: some BinaryInteger & Encodable) { text.output.plain(String(value)) }
    func encode(_ value: some Encodable) throws { try text.write(value) }
}
