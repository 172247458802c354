/// The type of a frame (RFC 6455 section 11.8).
package enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether this is a control frame.
    package var isControl: Bool { rawValue >= 8 }
}
