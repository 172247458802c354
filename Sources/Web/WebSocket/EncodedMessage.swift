/// One message as a frame, encoded once and shared by all receivers.
package final class EncodedMessage: Sendable {
    /// The frame, for any client.
    package let plain: [UInt8]
    /// The deflated frame, for clients that agreed to the deflater's window; nil when none was asked for or it would be no smaller.
    package let compressed: [UInt8]?
    private let payloadStart: Int

    /// The message without the frame around it.
    package var payload: ArraySlice<UInt8> { plain[payloadStart...] }

    /// A text message from UTF-8 bytes; a deflater adds the compressed form.
    package init(text: [UInt8], deflater: Deflater? = nil) {
        let plain = FrameEncoder.frame(.text, text.span)
        let deflated = deflater.map { FrameEncoder.frame(.text, $0.deflate(text.span).span, compressed: true) }
        self.plain = plain
        payloadStart = plain.count - text.count
        compressed = deflated.flatMap { $0.count < plain.count ? $0 : nil }
    }

    /// A text message; a deflater adds the compressed form.
    package convenience init(text: String, deflater: Deflater? = nil) {
        self.init(text: Array(text.utf8), deflater: deflater)
    }

    /// A frame that is already encoded, for one client.
    init(framed frame: [UInt8]) {
        plain = frame
        payloadStart = 0
        compressed = nil
    }

    /// A binary message, uncompressed: deflating spectrum frames and audio saves too little for its CPU time.
    package init(binary: [UInt8]) {
        plain = FrameEncoder.frame(.binary, binary.span)
        payloadStart = plain.count - binary.count
        compressed = nil
    }
}
