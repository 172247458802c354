/// Parses a query in the form encoding of browsers (WHATWG URL, application/x-www-form-urlencoded parsing).
package enum QueryItems {
    package static func read(_ query: String) -> [(name: String, value: String)] {
        let bytes = query.utf8Span.span
        var items: [(name: String, value: String)] = []
        var cursor = 0
        while let item = next(in: bytes, from: &cursor) {
            items.append((decode(bytes, item.name), decode(bytes, item.value)))
        }
        return items
    }

    /// The first value of `name`; no other value is decoded.
    static func first(_ name: String, in query: String) -> String? {
        let bytes = query.utf8Span.span
        var cursor = 0
        while let item = next(in: bytes, from: &cursor) {
            if decode(bytes, item.name) == name { return decode(bytes, item.value) }
        }
        return nil
    }

    /// The ranges of the next item's name and value; empty text between two `&` is skipped.
    private static func next(in bytes: Span<UInt8>, from cursor: inout Int) -> (name: Range<Int>, value: Range<Int>)? {
        while cursor < bytes.count, bytes[cursor] == 0x26 { cursor += 1 }
        guard cursor < bytes.count else { return nil }
        let start = cursor
        var equals: Int?
        while cursor < bytes.count, bytes[cursor] != 0x26 {
            if bytes[cursor] == 0x3D, equals == nil { equals = cursor }
            cursor += 1
        }
        return (start..<(equals ?? cursor), (equals.map { $0 + 1 } ?? cursor)..<cursor)
    }

    /// More lenient than path decoding: names and values open no file, and a form's user can do nothing about a 400.
    private static func decode(_ raw: Span<UInt8>, _ range: Range<Int>) -> String {
        guard range.contains(where: { raw[$0] == 0x25 || raw[$0] == 0x2B }) else { return raw.text(range) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = raw[index]
            if byte == 0x25, index + 2 < range.upperBound, let high = hexadecimalValue(raw[index + 1]),
                let low = hexadecimalValue(raw[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 2
            } else {
                bytes.append(byte == 0x2B ? 0x20 : byte)
            }
            index += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
