/// Reads a query the way browsers write forms (WHATWG URL, application/x-www-form-urlencoded parsing).
enum QueryItems {
    static func read(_ query: String) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        let bytes = Array(query.utf8)
        var start = 0
        for end in 0...bytes.count where end == bytes.count || bytes[end] == 0x26 {
            if end > start {
                var equals = start
                while equals < end, bytes[equals] != 0x3D { equals += 1 }
                let value = equals < end ? decode(bytes.span, (equals + 1)..<end) : ""
                items.append((decode(bytes.span, start..<equals), value))
            }
            start = end + 1
        }
        return items
    }

    /// Lenient where a path is strict: a name or a value opens no file, and a form's author cannot see a 400.
    private static func decode(_ raw: Span<UInt8>, _ range: Range<Int>) -> String {
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
