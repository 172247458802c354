import CFFmpeg

/// An opened decoder: packets in, frames out, on the caller's thread alone.
struct Codec: ~Copyable {
    /// Most samples in a frame: half a minute at 48 kHz.
    private static let mostSamplesPerFrame: Int64 = 1 << 21

    let context: UnsafeMutablePointer<AVCodecContext>

    /// With `cutsDelay` false the caller, not the decoder, cuts the encoder delay.
    init(
        _ decoder: UnsafePointer<AVCodec>, for stream: UnsafeMutablePointer<AVStream>, cutsDelay: Bool
    ) throws(DecodeError) {
        guard let context = avcodec_alloc_context3(decoder) else { throw .outOfMemory }
        context.pointee.thread_count = 1
        context.pointee.request_sample_fmt = AV_SAMPLE_FMT_FLTP
        if !cutsDelay { context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL }
        context.pointee.max_samples = Self.mostSamplesPerFrame
        var code = avcodec_parameters_to_context(context, stream.pointee.codecpar)
        context.pointee.pkt_timebase = stream.pointee.time_base
        if code >= 0 { code = avcodec_open2(context, decoder, nil) }
        guard code >= 0 else {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
            throw code == downbeat_av_out_of_memory
                ? .outOfMemory : .unsupportedCodec(String(cString: avcodec_get_name(decoder.pointee.id)))
        }
        self.context = context
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    /// FFmpeg's name of the codec: "mp3", whichever decoder is used.
    var name: String { String(cString: avcodec_get_name(context.pointee.codec_id)) }

    var id: AVCodecID { context.pointee.codec_id }

    /// Bits of each stored sample; nil for lossy codecs.
    func storedBits(of frame: UnsafeMutablePointer<AVFrame>) -> Int? {
        let properties = avcodec_descriptor_get(id)?.pointee.props ?? 0
        let isLossy = properties & AV_CODEC_PROP_LOSSY != 0
        guard properties & AV_CODEC_PROP_LOSSLESS != 0 else { return nil }
        let stated = Int(context.pointee.bits_per_raw_sample)
        switch av_get_packed_sample_fmt(AVSampleFormat(rawValue: frame.pointee.format)) {
        case AV_SAMPLE_FMT_U8: return 8
        case AV_SAMPLE_FMT_S16: return 16
        case AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S64: return 1...32 ~= stated ? stated : 32
        // Float has a mantissa of 24 bits.
        default: return isLossy ? nil : 24
        }
    }

    /// Sends a packet, or nil at the end; returns FFmpeg's code.
    func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Int32 { avcodec_send_packet(context, packet) }

    /// Receives the next frame, if one is ready; returns FFmpeg's code.
    func receive(_ frame: UnsafeMutablePointer<AVFrame>) -> Int32 { avcodec_receive_frame(context, frame) }
}

/// A packet's memory, used again for each.
struct Packet: ~Copyable {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() throws(DecodeError) {
        guard let packet = av_packet_alloc() else { throw .outOfMemory }
        pointer = packet
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }
}

/// A frame's memory, used again for each.
struct Frame: ~Copyable {
    let pointer: UnsafeMutablePointer<AVFrame>

    init() throws(DecodeError) {
        guard let frame = av_frame_alloc() else { throw .outOfMemory }
        pointer = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }

    var count: Int { Int(pointer.pointee.nb_samples) }
}
