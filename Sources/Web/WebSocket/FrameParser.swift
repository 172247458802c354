/// Parses frame headers from a client, however the bytes are split, and throws at the first bad byte.
package struct FrameParser {
    /// Whether permessage-deflate was agreed, which gives RSV1 a meaning.
    private let compressed: Bool
    /// Whether a fragmented message is open, so that its next frame must be a continuation.
    private var isInsideMessage = false
    /// The number of bytes gathered of a header that is split between inputs.
    private var gathered: UInt8 = 0
    /// The longest header: two bytes, a 64-bit length, the masking key.
    private var bytes = [14 of UInt8](repeating: 0)

    package init(compressed: Bool) { self.compressed = compressed }

    /// The next header, moving the offset past it; nil when the input ends first.
    package mutating func next(in input: Span<UInt8>, from offset: inout Int) throws(WebSocketError) -> FrameHeader? {
        if gathered == 0, input.count - offset >= 2 {
            try check(first: input[offset])
            try check(second: input[offset + 1], after: input[offset])
            let size = FrameHeader.size(second: input[offset + 1])
            if input.count - offset >= size {
                let start = offset
                offset += size
                return try read(input, at: start)
            }
        }
        return try gather(input, from: &offset)
    }

    private mutating func gather(_ input: Span<UInt8>, from offset: inout Int) throws(WebSocketError) -> FrameHeader? {
        while offset < input.count {
            bytes[Int(gathered)] = input[offset]
            gathered += 1
            offset += 1
            if gathered == 1 { try check(first: bytes[0]) }
            if gathered == 2 { try check(second: bytes[1], after: bytes[0]) }
            if gathered >= 2, Int(gathered) == FrameHeader.size(second: bytes[1]) {
                gathered = 0
                let whole = bytes
                return try read(whole.span, at: 0)
            }
        }
        return nil
    }

    private func check(first: UInt8) throws(WebSocketError) {
        let reserved = first >> 4 & 7
        guard let opcode = Opcode(rawValue: first & 0x0F) else { throw .unknownOpcode(first & 0x0F) }
        switch opcode {
        case .text, .binary:
            guard reserved == 0 || (reserved == 4 && compressed) else { throw .reservedBits(reserved) }
            guard !isInsideMessage else { throw .messageInsideMessage(opcode) }
        case .continuation:
            guard reserved == 0 else { throw .reservedBits(reserved) }
            guard isInsideMessage else { throw .continuationWithoutStart }
        case .ping, .pong, .close:
            guard reserved == 0 else { throw .reservedBits(reserved) }
            guard first & 0x80 != 0 else { throw .fragmentedControl(opcode) }
        }
    }

    private func check(second: UInt8, after first: UInt8) throws(WebSocketError) {
        guard second & 0x80 != 0 else { throw .unmaskedFrame }
        guard let opcode = Opcode(rawValue: first & 0x0F), opcode.isControl else { return }
        guard second & 0x7F <= FrameHeader.longestControl else { throw .longControl(opcode) }
    }

    /// Reads a whole header whose first two bytes were checked.
    private mutating func read(_ header: Span<UInt8>, at start: Int) throws(WebSocketError) -> FrameHeader {
        guard let opcode = Opcode(rawValue: header[start] & 0x0F) else { preconditionFailure("opcode was checked") }
        let isFinal = header[start] & 0x80 != 0
        let length = try Self.length(header, at: start)
        let key = start + FrameHeader.size(second: header[start + 1]) - 4
        let mask = header.bytes.unsafeLoadUnaligned(fromByteOffset: key, as: UInt32.self)
        if !opcode.isControl { isInsideMessage = !isFinal }
        return FrameHeader(
            opcode: opcode, isFinal: isFinal, isCompressed: header[start] & 0x40 != 0, length: length,
            mask: UInt32(littleEndian: mask))
    }

    private static func length(_ header: Span<UInt8>, at start: Int) throws(WebSocketError) -> Int {
        let short = Int(header[start + 1] & 0x7F)
        guard short > 125 else { return short }
        if short == 126 {
            let length = Int(header[start + 2]) << 8 | Int(header[start + 3])
            guard length > 125 else { throw .paddedLength(length) }
            return length
        }
        var wide: UInt64 = 0
        for index in 2..<10 { wide = wide << 8 | UInt64(header[start + index]) }
        guard let length = Int(exactly: wide) else { throw .lengthOutOfRange(wide) }
        guard length > 0xFFFF else { throw .paddedLength(length) }
        return length
    }
}
