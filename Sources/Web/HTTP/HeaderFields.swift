/// The fields of a request: the bytes of its head, and the range of each name and value in them.
package struct HeaderFields: Sendable, Equatable {
    /// Offsets into `bytes`.
    struct Field: Sendable, Equatable {
        var nameStart: UInt32
        var nameEnd: UInt32
        var valueStart: UInt32
        var valueEnd: UInt32

        @inline(__always) var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        @inline(__always) var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    private let bytes: [UInt8]
    private let fields: [Field]

    init(bytes: [UInt8], fields: [Field]) {
        self.bytes = bytes
        self.fields = fields
    }

    /// Fields from names and values; for callers without a request.
    package init(_ pairs: [(name: String, value: String)]) {
        var bytes: [UInt8] = []
        var fields: [Field] = []
        for (name, value) in pairs {
            let start = bytes.count
            bytes += Array(name.utf8) + [0x3A, 0x20]
            let middle = bytes.count
            bytes += Array(value.utf8)
            fields.append(
                Field(
                    nameStart: UInt32(start), nameEnd: UInt32(middle - 2), valueStart: UInt32(middle),
                    valueEnd: UInt32(bytes.count)))
        }
        self.init(bytes: bytes, fields: fields)
    }

    /// The number of field lines.
    package var count: Int { fields.count }

    /// The first value of the field `name` (case-insensitive), or nil; bytes that are not UTF-8 become U+FFFD.
    package subscript(name: String) -> String? {
        guard let index = index(of: name, from: 0) else { return nil }
        return bytes.span.text(fields[index].value)
    }

    /// All values of the field `name` (case-insensitive), in order, one per field line.
    package func values(of name: String) -> [String] {
        var values: [String] = []
        var next = index(of: name, from: 0)
        while let index = next {
            values.append(bytes.span.text(fields[index].value))
            next = self.index(of: name, from: index + 1)
        }
        return values
    }

    /// Whether the comma-separated list in the field `name` contains `token`, both case-insensitive.
    package func contains(token: String, in name: String) -> Bool {
        let span = bytes.span
        var next = index(of: name, from: 0)
        while let index = next {
            let value = fields[index].value
            var cursor = value.lowerBound
            while let element = span.listElement(from: &cursor, to: value.upperBound) {
                if Self.matches(span, element, token) { return true }
            }
            next = self.index(of: name, from: index + 1)
        }
        return false
    }

    private func index(of name: String, from start: Int) -> Int? {
        let span = bytes.span
        var index = start
        while index < fields.count {
            if Self.matches(span, fields[index].name, name) { return index }
            index += 1
        }
        return nil
    }

    /// Compares without creating a string: the iterator over UTF-8 allocates nothing.
    private static func matches(_ span: Span<UInt8>, _ range: Range<Int>, _ word: String) -> Bool {
        guard range.count == word.utf8.count else { return false }
        var index = range.lowerBound
        for byte in word.utf8 {
            if lowercased(span[index]) != lowercased(byte) { return false }
            index += 1
        }
        return true
    }
}
