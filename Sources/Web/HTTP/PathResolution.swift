/// Makes a request's path safe: resolves dot segments, decodes escapes, and rejects paths above the root.
enum PathResolution {
    /// The path without `.` and `..` segments, also as `%2e`; nil when it would leave the root.
    static func resolve(_ raw: Span<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var index = 0
        while index < raw.count {
            // `index` is at a slash; the segment ends at the next one.
            var end = index + 1
            while end < raw.count, raw[end] != 0x2F { end += 1 }
            let isLast = end == raw.count
            switch dots(raw, (index + 1)..<end) {
            case 0:
                for at in index..<end { result.append(raw[at]) }
            case 1:
                if isLast { result.append(0x2F) }
            default:
                guard !result.isEmpty else { return nil }
                while let byte = result.popLast(), byte != 0x2F {}
                if isLast { result.append(0x2F) }
            }
            index = end
        }
        if result.isEmpty { result.append(0x2F) }
        return result
    }

    /// The decoded text; nil for a broken escape, NUL, bytes that are not UTF-8, or dot segments made by `%2F`.
    static func decode(_ escaped: Span<UInt8>) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(escaped.count)
        var hasSlashEscape = false
        var index = 0
        while index < escaped.count {
            var byte = escaped[index]
            if byte == 0x25 {
                guard index + 2 < escaped.count, let high = hexadecimalValue(escaped[index + 1]),
                    let low = hexadecimalValue(escaped[index + 2])
                else { return nil }
                byte = high << 4 | low
                index += 2
                if byte == 0 { return nil }
                if byte == 0x2F { hasSlashEscape = true }
            }
            bytes.append(byte)
            index += 1
        }
        if hasSlashEscape, hasDotSegment(bytes) { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// 1 for a segment that is one dot, 2 for two, 0 for any other.
    private static func dots(_ raw: Span<UInt8>, _ segment: Range<Int>) -> Int {
        var count = 0
        var index = segment.lowerBound
        while index < segment.upperBound {
            if raw[index] == 0x2E {
                index += 1
            } else if index + 2 < segment.upperBound, raw[index] == 0x25, raw[index + 1] == 0x32,
                lowercased(raw[index + 2]) == 0x65
            {
                index += 3
            } else {
                return 0
            }
            count += 1
            if count > 2 { return 0 }
        }
        return count
    }

    /// `resolve` rightly takes `%2F..` for one segment; code that later joins decoded paths would see a dot segment.
    private static func hasDotSegment(_ bytes: [UInt8]) -> Bool {
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == 0x2F {
            if dots(bytes.span, start..<index) > 0 { return true }
            start = index + 1
        }
        return false
    }
}
