/// Writes the frames of a server, which are never masked (RFC 6455 section 5.2).
package enum FrameEncoder {
    /// The bytes of a control frame left for the close reason after the code.
    private static let longestReason = FrameHeader.longestControl - 2

    /// The header of a frame whose payload has `length` bytes; `compressed` marks the first frame of a deflated message.
    package static func header(
        opcode: Opcode, length: Int, compressed: Bool = false, isFinal: Bool = true
    ) -> [UInt8] {
        var header: [UInt8] = []
        write(opcode, length, compressed, isFinal, to: &header)
        return header
    }

    /// A whole message in one frame.
    package static func frame(_ opcode: Opcode, _ payload: Span<UInt8>, compressed: Bool = false) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(payload.count + 10)
        write(opcode, payload.count, compressed, true, to: &frame)
        payload.withUnsafeBufferPointer { frame.append(contentsOf: $0) }
        return frame
    }

    /// A close frame; a reason that is too long is cut between two characters. A code that must not be sent, such as
    /// `noStatus`, is left out.
    package static func close(_ code: CloseCode, _ reason: String = "") -> [UInt8] {
        guard code.isValidOnWire else { return frame(.close, [UInt8]().span) }
        var payload = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
        let text = Array(reason.utf8)
        var length = min(text.count, longestReason)
        if length < text.count {
            while length > 0, text[length] & 0xC0 == 0x80 { length -= 1 }
        }
        payload.append(contentsOf: text[..<length])
        return frame(.close, payload.span)
    }

    private static func write(
        _ opcode: Opcode, _ length: Int, _ compressed: Bool, _ isFinal: Bool, to frame: inout [UInt8]
    ) {
        precondition(!opcode.isControl || (length <= FrameHeader.longestControl && !compressed && isFinal))
        frame.append((isFinal ? 0x80 : 0) | (compressed ? 0x40 : 0) | opcode.rawValue)
        switch length {
        case ...125: frame.append(UInt8(length))
        case ...0xFFFF:
            frame.append(126)
            for shift in stride(from: 8, through: 0, by: -8) {
                frame.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        default:
            frame.append(127)
            for shift in stride(from: 56, through: 0, by: -8) {
                frame.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        }
    }
}
