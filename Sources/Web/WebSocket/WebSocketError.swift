/// A violation of RFC 6455 or RFC 7692 by the peer, with the offending value.
package enum WebSocketError: Error, Hashable, Sendable {
    case reservedBits(UInt8)
    case unknownOpcode(UInt8)
    case unmaskedFrame
    case fragmentedControl(Opcode)
    case longControl(Opcode)
    case continuationWithoutStart
    case messageInsideMessage(Opcode)
    case paddedLength(Int)
    case lengthOutOfRange(UInt64)
    case messageTooBig(limit: Int)
    case invalidText
    case truncatedClose
    case invalidCloseCode(UInt16)
    case invalidCloseReason
    case invalidCompression

    /// The code to close the connection with.
    package var closeCode: CloseCode {
        switch self {
        case .messageTooBig: .messageTooBig
        case .invalidText, .invalidCloseReason, .invalidCompression: .invalidPayload
        default: .protocolError
        }
    }

    /// One plain sentence for the peer, short enough for a close frame.
    package var sentence: String {
        switch self {
        case .reservedBits(let bits): "Reserved bits \(bits) are set without an extension that means them."
        case .unknownOpcode(let value): "Opcode \(value) does not exist."
        case .unmaskedFrame: "A client must mask its frames."
        case .fragmentedControl(let opcode): "A \(opcode) frame may not be fragmented."
        case .longControl(let opcode): "A \(opcode) frame carries at most \(FrameHeader.longestControl) bytes."
        case .continuationWithoutStart: "A continuation came with no message to continue."
        case .messageInsideMessage(let opcode): "A \(opcode) frame came before the last message was complete."
        case .paddedLength(let length): "The length \(length) was not written in its shortest form."
        case .lengthOutOfRange(let length): "The length \(length) has its top bit set."
        case .messageTooBig(let limit): "A message may be at most \(limit) bytes."
        case .invalidText: "The text is not valid UTF-8."
        case .truncatedClose: "A close frame carries no code or two bytes of it, not one."
        case .invalidCloseCode(let code): "Close code \(code) may not be sent."
        case .invalidCloseReason: "The close reason is not valid UTF-8."
        case .invalidCompression: "The compressed message does not inflate."
        }
    }
}
