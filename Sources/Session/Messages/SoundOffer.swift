import Text

/// Sound that a client wants to send: 16 bits a sample, little-endian.
package struct SoundOffer: Hashable, Sendable {
    /// Longest label in bytes: a line on a screen.
    private static let longestLabel = 80
    package static let rates = 8_000...192_000
    private static let usualRate = 48_000
    package static let channels = 1...2

    /// What it is called, for people.
    package let label: String
    package let rate: Int
    package let channels: Int

    init(_ members: Members) throws(MessageProblem) {
        label = try members.label("label", atMost: Self.longestLabel) ?? ""
        rate = try members.whole("rate", in: Self.rates) ?? Self.usualRate
        channels = try members.whole("channels", in: Self.channels) ?? 1
    }
}

/// The answer: the input under which it is heard, or none from now on.
package struct SoundAnswer: Encodable, Sendable {
    private let type = "input"
    private let name: String?
    private let source: String?

    package init(name: String?, source: String?) { (self.name, self.source) = (name, source) }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: JSONName.self)
        try object.encode(type, for: "type")
        try object.encode(name, for: "name")
        try object.encode(source, for: "source")
    }
}

/// Sound that a client sends, as a binary message.
package struct SoundBlock: Sendable {
    /// Kind, version, a number of samples that readers need not know, four bytes without meaning, and when the first sample was captured.
    package static let headerBytes = 16
    private static let kind: UInt8 = 3

    package let captured: ServerTime
    package let samples: ArraySlice<UInt8>

    /// Nil for what is none, and for parts of samples.
    package init?(_ message: [UInt8], unit: Int) {
        guard message.count > Self.headerBytes, (message.count - Self.headerBytes) % unit == 0, message[0] == Self.kind,
            message[1] == FrameHeader.version
        else { return nil }
        captured = ServerTime(
            microseconds: Int64(bitPattern: (0..<8).reduce(0) { $0 | UInt64(message[8 + $1]) << (8 * UInt64($1)) }))
        samples = message[Self.headerBytes...]
    }
}
