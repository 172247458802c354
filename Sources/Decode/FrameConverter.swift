import CFFmpeg

/// Passes frames with the first frame's sample rate and channels, and converts all others to these.
struct FrameConverter: ~Copyable {
    private let converted: Frame
    private var resampler: OpaquePointer?
    private var layout = AVChannelLayout()
    private var sampleRate: Int32 = 0
    private(set) var isUsed = false

    init() throws(DecodeError) {
        converted = try Frame()
    }

    deinit {
        var resampler = resampler
        swr_free(&resampler)
        var layout = layout
        av_channel_layout_uninit(&layout)
    }

    /// The frame itself or the converted one, valid until the next call; nil if it gives no samples yet.
    mutating func fit(_ frame: UnsafeMutablePointer<AVFrame>) -> UnsafeMutablePointer<AVFrame>? {
        if sampleRate == 0 {
            sampleRate = frame.pointee.sample_rate
            guard av_channel_layout_copy(&layout, &frame.pointee.ch_layout) == 0 else { return nil }
        }
        let channels = frame.pointee.ch_layout.nb_channels
        if frame.pointee.sample_rate == sampleRate && channels == layout.nb_channels { return frame }
        guard frame.pointee.sample_rate > 0, channels > 0 else { return nil }
        isUsed = true
        let target = converted.pointer
        for _ in 0..<2 {
            av_frame_unref(target)
            target.pointee.sample_rate = sampleRate
            target.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
            guard av_channel_layout_copy(&target.pointee.ch_layout, &layout) == 0 else { return nil }
            if resampler == nil { resampler = swr_alloc() }
            if swr_convert_frame(resampler, target, frame) == 0 {
                return target.pointee.nb_samples > 0 ? target : nil
            }
            // It was set up for another format, or cannot convert between these two.
            swr_free(&resampler)
        }
        return nil
    }
}
