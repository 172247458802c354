import CFFmpeg

/// Gives one decoded frame after the other, all of the first one's sample rate and channels.
struct FrameSource: ~Copyable {
    /// Some demuxers feed the tags at the end of a file to the decoder; that it cannot decode them is no damage.
    private static let tagMarks = ["TAG", "APETAGEX", "LYRICSBEGIN", "ID3"].map { Array($0.utf8) }
    /// A decoder that fails so often without a packet between is broken itself.
    private static let mostFailuresInARow = 100

    private let codec: Codec
    private let packet: Packet
    private let decoded: Frame
    private var converter: FrameConverter
    /// The frame in hand: the last that `advance` found.
    private(set) var frame: UnsafeMutablePointer<AVFrame>
    private(set) var failedPackets = 0
    private(set) var hasEnded = false
    private var isDraining = false

    init(_ demuxer: borrowing Demuxer) throws(DecodeError) {
        let codec = try Codec(demuxer.decoder, for: demuxer.stream)
        let packet = try Packet()
        let decoded = try Frame()
        let converter = try FrameConverter()
        frame = decoded.pointer
        self.codec = codec
        self.packet = packet
        self.decoded = decoded
        self.converter = converter
    }

    /// Samples a channel in the frame in hand.
    var count: Int { Int(frame.pointee.nb_samples) }

    var changedFormat: Bool { converter.isUsed }

    var codecName: String { codec.name }

    /// Decodes the next frame that holds samples; false at the end.
    mutating func advance(_ demuxer: borrowing Demuxer) -> Bool {
        var failures = 0
        while !hasEnded {
            let code = codec.receive(decoded.pointer)
            if code == 0 {
                failures = 0
                if decoded.pointer.pointee.nb_samples > 0, let ready = converter.fit(decoded.pointer) {
                    frame = ready
                    return true
                }
            } else if code == downbeat_av_again, !isDraining {
                failures = 0
                feed(from: demuxer)
            } else {
                failures += 1
                if code != downbeat_av_eof && code != downbeat_av_again { failedPackets += 1 }
                hasEnded = code == downbeat_av_eof || code == downbeat_av_again || failures == Self.mostFailuresInARow
            }
        }
        frame = decoded.pointer
        av_frame_unref(frame)
        return false
    }

    private mutating func feed(from demuxer: borrowing Demuxer) {
        guard demuxer.read(into: packet.pointer) == .packet else {
            isDraining = true
            // Its answer shows in what can be received.
            _ = codec.send(nil)
            return
        }
        let code = codec.send(packet.pointer)
        if code < 0, code != downbeat_av_again, !holdsTag() { failedPackets += 1 }
        av_packet_unref(packet.pointer)
    }

    private func holdsTag() -> Bool {
        let bytes = UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
        return Self.tagMarks.contains { bytes.starts(with: $0) }
    }
}
