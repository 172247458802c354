import CFFmpeg

/// Checks whether the start of a container states all parameters of its sound, so that libavformat need not probe it.
enum StreamHead {
    /// True if rate, channels and length of the one audio stream are known; fills in parameters that libavformat leaves out.
    static func tellsAll(of context: UnsafeMutablePointer<AVFormatContext>, _ container: String) -> Bool {
        guard let (stream, parameters) = sound(of: context) else { return false }
        switch container {
        case "flac": readFLAC(parameters)
        case "mp3": return readMP3(stream, parameters, of: context)
        default: break
        }
        let isLong = stream.pointee.duration > 0 || context.pointee.duration > 0  // AV_NOPTS_VALUE is negative
        return tellsForm(parameters) && isLong
    }

    /// True if rate and channels of the one audio stream are known, whatever its length.
    static func tellsForm(of context: UnsafeMutablePointer<AVFormatContext>, _ container: String) -> Bool {
        // Reading the first frame of MP3 would take it away.
        guard container != "mp3", let (_, parameters) = sound(of: context) else { return false }
        return tellsForm(parameters)
    }

    private static func tellsForm(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
        parameters.pointee.codec_id != AV_CODEC_ID_NONE && parameters.pointee.sample_rate > 0
            && parameters.pointee.ch_layout.nb_channels > 0
    }

    /// The one audio stream of a container, if its header declares all streams: of several, the best is found by probing.
    private static func sound(
        of context: UnsafeMutablePointer<AVFormatContext>
    ) -> (UnsafeMutablePointer<AVStream>, UnsafeMutablePointer<AVCodecParameters>)? {
        guard let stream = onlyAudioStream(of: context), context.pointee.ctx_flags & AVFMTCTX_NOHEADER == 0,
            let parameters = stream.pointee.codecpar
        else { return nil }
        return (stream, parameters)
    }

    private static func onlyAudioStream(of context: UnsafeMutablePointer<AVFormatContext>) -> UnsafeMutablePointer<AVStream>? {
        let streams = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
            .filter { $0.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
        return streams.count == 1 ? streams[0] : nil
    }

    /// From STREAMINFO (RFC 9639, 8.2), which libavformat passes on unchanged.
    private static func readFLAC(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
        guard parameters.pointee.extradata_size >= 34, let info = parameters.pointee.extradata else { return }
        parameters.pointee.sample_rate = Int32(info[10]) << 12 | Int32(info[11]) << 4 | Int32(info[12]) >> 4
        av_channel_layout_default(&parameters.pointee.ch_layout, Int32(info[12] >> 1 & 7) + 1)
    }

    /// From the first frame's header. This consumes the frame: the next packet is the second one.
    private static func readMP3(
        _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>,
        of context: UnsafeMutablePointer<AVFormatContext>
    ) -> Bool {
        guard let packet = av_packet_alloc() else { return false }
        defer {
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&packet)
        }
        while av_read_frame(context, packet) >= 0 {
            guard packet.pointee.stream_index == stream.pointee.index else {
                av_packet_unref(packet)
                continue
            }
            guard let head = MPEGHead(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))) else {
                return false
            }
            parameters.pointee.sample_rate = Int32(head.sampleRate)
            av_channel_layout_default(&parameters.pointee.ch_layout, Int32(head.channels))
            if parameters.pointee.bit_rate <= 0 { parameters.pointee.bit_rate = Int64(head.bitRate) }
            return true
        }
        return false
    }
}
