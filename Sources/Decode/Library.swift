import CFFmpeg

/// What is set once for the whole of FFmpeg in this process.
enum Library {
    /// No single allocation of FFmpeg's may be larger: a header that claims more lies.
    private static let largestAllocation = 256 << 20

    /// To be called before anything else of FFmpeg's; does its work once.
    static func prepare() { _ = once }

    private static let once: Void = {
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(largestAllocation)
    }()

    /// The names of all decoders of sound, comma by comma: what libavformat may open by itself to look into a stream.
    static let audioDecoders: String = {
        var names: [String] = []
        var state: UnsafeMutableRawPointer?
        while let codec = av_codec_iterate(&state) {
            guard av_codec_is_decoder(codec) != 0, codec.pointee.type == AVMEDIA_TYPE_AUDIO else { continue }
            names.append(String(cString: codec.pointee.name))
        }
        return names.joined(separator: ",")
    }()
}
