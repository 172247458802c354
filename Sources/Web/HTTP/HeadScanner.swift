/// Finds the lines and the end of a request's head, however the bytes are split, and refuses forbidden bytes.
///
/// Each byte is read once. Errors depend only on the bytes seen so far, never on how they were split.
struct HeadScanner: Sendable {
    /// Bytes of the head seen so far.
    private(set) var position = 0
    /// The end of the request line (without CR LF); 0 until it is complete.
    private(set) var requestLineEnd = 0
    /// One entry per field line: only `nameStart` and `valueEnd` are set, to the whole line.
    private(set) var lines: [HeaderFields.Field] = []
    private var lineStart = 0
    private var afterReturn = false

    /// Continues at `start`; returns the index after the head, or nil when the input ends first.
    mutating func scan(_ input: Span<UInt8>, from start: Int, limits: RequestLimits) throws(HTTPError) -> Int? {
        let base = position - start
        var index = start
        while true {
            let inRequestLine = requestLineEnd == 0
            let limit = inRequestLine ? limits.requestLine : limits.head
            let stop = min(input.count, limit - base)
            if !afterReturn { index = Self.skipText(input, index, stop) }
            guard index < stop else { break }
            let byte = input[index]
            index += 1
            if afterReturn {
                guard byte == 0x0A else { throw .bareLineBreak(byte: 0x0D) }
                afterReturn = false
                if try endLine(at: base + index - 2, limits: limits) {
                    position = base + index
                    return index
                }
            } else {
                switch byte {
                case 0x0D: afterReturn = true
                case 0x09: continue
                case 0x0A: throw .bareLineBreak(byte: byte)
                default: throw .controlByte(byte)
                }
            }
        }
        position = base + index
        if requestLineEnd == 0, position >= limits.requestLine { throw .targetTooLong(limit: limits.target) }
        if position >= limits.head { throw .headTooLarge(limit: limits.head) }
        return nil
    }

    /// The first index that is a control byte, or `stop`.
    @inline(__always)
    private static func skipText(_ input: Span<UInt8>, _ start: Int, _ stop: Int) -> Int {
        var index = start
        let raw = input.bytes
        // Eight bytes at a time: a byte's top bit is set where subtracting 0x20 from it borrows, or 1 from it XOR 0x7F.
        // The borrow can cause false hits in the bytes above a true one, so only the lowest counts.
        while index &+ 8 <= stop {
            let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let deleted = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let hits =
                ((word &- 0x2020_2020_2020_2020) & ~word | (deleted &- 0x0101_0101_0101_0101) & ~deleted)
                & 0x8080_8080_8080_8080
            if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < stop {
            let byte = input[index]
            if byte < 0x20 || byte == 0x7F { return index }
            index &+= 1
        }
        return index
    }

    /// Records the line that ends at `end`; true when it is the empty line that ends the head.
    private mutating func endLine(at end: Int, limits: RequestLimits) throws(HTTPError) -> Bool {
        defer { lineStart = end + 2 }
        if requestLineEnd == 0 {
            requestLineEnd = end
            // A browser's request has some twenty fields, so nearly all need one allocation.
            lines.reserveCapacity(24)
            return false
        }
        if end == lineStart { return true }
        guard lines.count < limits.fields else { throw .tooManyFields(limit: limits.fields) }
        lines.append(
            HeaderFields.Field(
                nameStart: UInt32(lineStart), nameEnd: UInt32(lineStart), valueStart: UInt32(end), valueEnd: UInt32(end)
            ))
        return false
    }
}
