import CFFmpeg

/// Encoder delay and padding to cut from a decoded stream, beyond what FFmpeg cuts itself.
///
/// If a container states the encoder delay (LAME's header, edit lists, Opus' pre-skip), FFmpeg cuts it. If not, the least delay of the
/// codec's transform is cut here.
struct Trim {
    /// Samples still to drop at the start.
    var lead: Int
    /// Most samples to deliver after that; nil for all up to the end of the file.
    let limit: Int?

    /// From a stream's first frame; `delayIsStated` means that FFmpeg found the delay and has cut it.
    init(
        _ frame: UnsafeMutablePointer<AVFrame>, of codec: AVCodecID, delayIsStated: Bool, in demuxer: borrowing Demuxer
    ) {
        lead = delayIsStated ? 0 : Self.leastDelay(of: codec, frame)
        let rate = Int(frame.pointee.sample_rate)
        let frameLength = Self.samplesPerFrame(of: codec, frame)
        limit =
            Self.gaplessLength(demuxer.context.pointee.metadata)
            ?? frameLength.flatMap { demuxer.editedLength(sampleRate: rate, frameLength: $0) }
    }

    /// The delay in samples of encoder and decoder together.
    private static func leastDelay(of codec: AVCodecID, _ frame: UnsafeMutablePointer<AVFrame>) -> Int {
        switch codec {
        // LAME's own 576, and 529 of every decoder's filters (LAME's technical FAQ).
        case AV_CODEC_ID_MP3: 576 + 529
        // The polyphase filter: 512 taps in steps of 32.
        case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2: 512 - 31
        // Overlapping windows: the first frame is incomplete with every encoder.
        case AV_CODEC_ID_AAC, AV_CODEC_ID_AAC_LATM: Int(frame.pointee.nb_samples)
        case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3: 256
        // Its lossless variant decodes to integers without delay.
        case AV_CODEC_ID_DTS: frame.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue ? 512 : 0
        // Look-ahead of the encoder and filters of the decoder, by mode (narrow, wide, ultra-wide).
        case AV_CODEC_ID_SPEEX: [8_000: 40 + 40, 16_000: 143 + 80, 32_000: 349 + 160][frame.pointee.sample_rate] ?? 0
        // Its eight-band filter of 80 taps.
        case AV_CODEC_ID_SBC: 80 - 7
        // If the decoder left its usual two frames to us (see FrameSource), one must be cut.
        case AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2: skippable(frame) / 2
        default: 0
        }
    }

    /// The samples that FFmpeg would cut from this frame on, if the flag did not leave that to the caller.
    private static func skippable(_ frame: UnsafeMutablePointer<AVFrame>) -> Int {
        guard let side = av_frame_get_side_data(frame, AV_FRAME_DATA_SKIP_SAMPLES), side.pointee.size >= 4 else { return 0 }
        return (0..<4).reduce(0) { $0 | Int(side.pointee.data[$1]) << (8 * $1) }
    }

    /// The frame length of codecs that pad the last frame and whose container states the padding.
    private static func samplesPerFrame(of codec: AVCodecID, _ frame: UnsafeMutablePointer<AVFrame>) -> Int? {
        switch codec {
        case AV_CODEC_ID_AAC: 2_048
        case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3: 1_536
        case AV_CODEC_ID_MP3: 1_152
        case AV_CODEC_ID_OPUS: 5_760
        default: nil
        }
    }

    /// iTunes states it as hexadecimal numbers: zero, delay, padding, and the number of samples between.
    static func gaplessLength(_ text: String) -> Int? {
        let numbers = text.split(separator: " ").map { Int($0, radix: 16) }
        guard numbers.count >= 4, let delay = numbers[1], let length = numbers[3], 0...16_384 ~= delay, length > 0 else {
            return nil
        }
        return length
    }

    private static func gaplessLength(_ metadata: OpaquePointer?) -> Int? {
        TagReader.entries(of: metadata).first { $0.key == "iTunSMPB" }.flatMap { gaplessLength($0.value) }
    }
}
