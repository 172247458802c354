import CFFmpeg

/// Gives decoded frames, all with the first frame's sample rate and channels.
struct FrameSource: ~Copyable {
    /// Some demuxers send the tags at the end of a file to the decoder; that it cannot decode them is not damage.
    private static let tagMarks = ["TAG", "APETAGEX", "LYRICSBEGIN", "ID3"].map { Array($0.utf8) }
    /// Most consecutive failures without a packet before the decoder counts as broken.
    private static let mostFailuresInARow = 100

    private let codec: Codec
    private let packet: Packet
    private let decoded: Frame
    private var converter: FrameConverter
    /// The current frame: the last that `advance` found.
    private(set) var frame: UnsafeMutablePointer<AVFrame>
    private(set) var failedPackets = 0
    private(set) var hasEnded = false
    private var isDraining = false
    private var hasFed = false
    /// True if the first packet states how many samples to skip.
    private var delayIsStated = false

    init(_ demuxer: borrowing Demuxer) throws(DecodeError) {
        // The decoder cuts two frames, which is right for Microsoft's encoder; FFmpeg's own delays by one.
        let isFFmpegsWMA =
            [AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2].contains(demuxer.decoder.pointee.id) && demuxer.isWrittenByFFmpeg
        let codec = try Codec(demuxer.decoder, for: demuxer.stream, cutsDelay: !isFFmpegsWMA)
        let packet = try Packet()
        let decoded = try Frame()
        let converter = try FrameConverter()
        frame = decoded.pointer
        self.codec = codec
        self.packet = packet
        self.decoded = decoded
        self.converter = converter
    }

    /// Samples in each channel of the current frame.
    var count: Int { Int(frame.pointee.nb_samples) }

    var changedFormat: Bool { converter.isUsed }

    var codecName: String { codec.name }

    /// Bits of each stored sample, from the first frame, which must be current; nil for lossy codecs.
    var storedBits: Int? { codec.storedBits(of: frame) }

    /// The samples to cut, according to the first frame, which must be current.
    func trim(_ demuxer: borrowing Demuxer) -> Trim {
        Trim(frame, of: codec.id, delayIsStated: delayIsStated, in: demuxer)
    }

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
            // Errors show when frames are received.
            _ = codec.send(nil)
            return
        }
        if !hasFed {
            hasFed = true
            delayIsStated = Self.statesDelay(packet.pointer)
        }
        // The decoder would take an empty packet for the end.
        let code = packet.pointer.pointee.size > 0 ? codec.send(packet.pointer) : 0
        if code < 0, code != downbeat_av_again, !holdsTag() { failedPackets += 1 }
        av_packet_unref(packet.pointer)
    }

    private static func statesDelay(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        if packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0 { return true }
        var size = 0
        guard let side = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 4 else { return false }
        return (0..<4).contains { side[$0] != 0 }
    }

    private func holdsTag() -> Bool {
        Self.tagMarks.contains { packetBytes.starts(with: $0) }
    }

    private var packetBytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    }
}
