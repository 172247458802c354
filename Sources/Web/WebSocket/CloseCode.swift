/// Why a WebSocket was closed (RFC 6455 section 7.4).
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let normal = CloseCode(rawValue: 1000)
    package static let goingAway = CloseCode(rawValue: 1001)
    package static let protocolError = CloseCode(rawValue: 1002)
    package static let unsupported = CloseCode(rawValue: 1003)
    /// The peer's close frame named no code; never sent.
    package static let noStatus = CloseCode(rawValue: 1005)
    /// The connection ended without a close frame; never sent.
    package static let abnormal = CloseCode(rawValue: 1006)
    package static let invalidPayload = CloseCode(rawValue: 1007)
    package static let policyViolation = CloseCode(rawValue: 1008)
    package static let messageTooBig = CloseCode(rawValue: 1009)
    package static let internalError = CloseCode(rawValue: 1011)
    /// The server restarts: reconnect at once (registered with IANA).
    package static let serviceRestart = CloseCode(rawValue: 1012)
    package static let tryAgainLater = CloseCode(rawValue: 1013)

    /// Whether a close frame may carry this code: the codes registered for it, and 3000 to 4999 for libraries and applications.
    package var isValidOnWire: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
