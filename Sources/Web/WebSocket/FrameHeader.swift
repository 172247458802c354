/// The header of one frame from a client (RFC 6455 section 5.2).
package struct FrameHeader: Equatable, Sendable {
    /// The most bytes a control frame may carry (RFC 6455 section 5.5).
    package static let longestControl = 125

    package let opcode: Opcode
    /// Whether this is the last frame of its message.
    package let isFinal: Bool
    /// Whether the message that starts here is deflated (RSV1).
    package let isCompressed: Bool
    /// Bytes of payload that follow.
    package let length: Int
    /// The masking key; its first byte on the wire is the lowest byte.
    package let mask: UInt32

    /// The size of the whole header, which its second byte determines.
    static func size(second: UInt8) -> Int {
        switch second & 0x7F {
        case 126: 2 + 2 + 4
        case 127: 2 + 8 + 4
        default: 2 + 4
        }
    }
}
