import CFFmpeg

/// Global settings of FFmpeg in this process.
package enum FFmpeg {
    /// Largest single allocation by FFmpeg: a header that asks for more is wrong.
    private static let largestAllocation = 256 << 20

    /// Call this before anything else of FFmpeg; it takes effect once.
    static func prepare() { _ = once }

    private static let once: Void = {
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(largestAllocation)
    }()

    /// The names of all audio decoders, separated by commas: those that libavformat may open to probe a stream.
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
