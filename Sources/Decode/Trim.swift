import CFFmpeg

/// What is cut off both ends of a decoded stream because no music stands there, beyond what FFmpeg cuts by itself.
///
/// Where a container tells how far the encoder delayed the sound (LAME's header, edit lists, Opus' pre-skip), FFmpeg cuts. Where it tells
/// nothing, at least what the codec's transform must have delayed is known, and that is cut here.
struct Trim {
    /// Samples still to drop at the start.
    var lead: Int
    /// Samples to deliver at most after that; nil where only the end of the file ends it.
    let limit: Int?

    /// From a stream's first frame; `delayIsStated` says that FFmpeg found the delay and has cut it.
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

    /// In samples, encoder and decoder together.
    private static func leastDelay(of codec: AVCodecID, _ frame: UnsafeMutablePointer<AVFrame>) -> Int {
        switch codec {
        // LAME's own 576, and 529 of every decoder's filters (LAME's technical FAQ).
        case AV_CODEC_ID_MP3: 576 + 529
        // The polyphase filter of 512 taps, which moves by 32.
        case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2: 512 - 31
        // Overlapping windows: the first frame holds half of a sound and cannot be heard right, whoever encoded it.
        case AV_CODEC_ID_AAC, AV_CODEC_ID_AAC_LATM: Int(frame.pointee.nb_samples)
        case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3: 256
        // Its lossless form decodes to whole numbers and delays nothing.
        case AV_CODEC_ID_DTS: frame.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue ? 512 : 0
        // Look-ahead of the encoder and filters of the decoder, by mode (narrow, wide, ultra-wide).
        case AV_CODEC_ID_SPEEX: [8_000: 40 + 40, 16_000: 143 + 80, 32_000: 349 + 160][frame.pointee.sample_rate] ?? 0
        // Its eight-band filter of 80 taps.
        case AV_CODEC_ID_SBC: 80 - 7
        // Where the decoder left its usual two frames to us (see FrameSource), the file needs one cut.
        case AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2: skippable(frame) / 2
        default: 0
        }
    }

    /// What FFmpeg would have cut from this frame on, had it not been told to leave that to us.
    private static func skippable(_ frame: UnsafeMutablePointer<AVFrame>) -> Int {
        guard let side = av_frame_get_side_data(frame, AV_FRAME_DATA_SKIP_SAMPLES), side.pointee.size >= 4 else { return 0 }
        return (0..<4).reduce(0) { $0 | Int(side.pointee.data[$1]) << (8 * $1) }
    }

    /// Of codecs that pad their last frame and leave it to the container to say how far.
    private static func samplesPerFrame(of codec: AVCodecID, _ frame: UnsafeMutablePointer<AVFrame>) -> Int? {
        switch codec {
        case AV_CODEC_ID_AAC: 2_048
        case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3: 1_536
        case AV_CODEC_ID_MP3: 1_152
        case AV_CODEC_ID_OPUS: 5_760
        default: nil
        }
    }

    /// iTunes writes what it did as hexadecimal numbers: zero, delay, padding, and how many samples are left between them.
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
