import CFFmpeg

/// Converts samples of any of FFmpeg's formats to Float, with full scale at 1.
enum SampleConversion {
    /// Larger values, 96 dB above full scale, are errors and would overflow sums.
    private static let loudest: Float = 65_536

    /// Converts `target.count` samples of one channel, from sample `start` on.
    ///
    /// The caller guarantees that the frame has them. Samples that are NaN or too large become 0.
    static func convert(
        _ frame: UnsafeMutablePointer<AVFrame>, channel: Int, from start: Int,
        into target: UnsafeMutableBufferPointer<Float>
    ) {
        let format = AVSampleFormat(rawValue: frame.pointee.format)
        let isPlanar = av_sample_fmt_is_planar(format) != 0
        let stride = isPlanar ? 1 : Int(frame.pointee.ch_layout.nb_channels)
        guard let plane = frame.pointee.extended_data[isPlanar ? channel : 0] else { return target.update(repeating: 0) }
        let origin =
            UnsafeRawPointer(plane)
            + (start * stride + (isPlanar ? 0 : channel)) * Int(av_get_bytes_per_sample(format))
        switch av_get_packed_sample_fmt(format) {
        case AV_SAMPLE_FMT_FLT:
            spread(origin, stride, target) { (sample: Float) in abs(sample) <= loudest ? sample : 0 }
        case AV_SAMPLE_FMT_S16:
            spread(origin, stride, target) { (sample: Int16) in Float(sample) * 0x1p-15 }
        case AV_SAMPLE_FMT_S32:
            spread(origin, stride, target) { (sample: Int32) in Float(sample) * 0x1p-31 }
        case AV_SAMPLE_FMT_U8:
            spread(origin, stride, target) { (sample: UInt8) in Float(Int32(sample) - 128) * 0x1p-7 }
        case AV_SAMPLE_FMT_DBL:
            spread(origin, stride, target) { (sample: Double) in abs(sample) <= Double(loudest) ? Float(sample) : 0 }
        case AV_SAMPLE_FMT_S64:
            spread(origin, stride, target) { (sample: Int64) in Float(Double(sample) * 0x1p-63) }
        default:
            target.update(repeating: 0)
        }
    }

    /// The common strides get loops of their own, which the compiler can vectorize.
    @inline(__always)
    private static func spread<Sample>(
        _ origin: UnsafeRawPointer, _ stride: Int, _ target: UnsafeMutableBufferPointer<Float>,
        _ value: (Sample) -> Float
    ) {
        guard let out = target.baseAddress else { return }
        let samples = origin.assumingMemoryBound(to: Sample.self)
        switch stride {
        case 1: for index in 0..<target.count { out[index] = value(samples[index]) }
        case 2: for index in 0..<target.count { out[index] = value(samples[index &* 2]) }
        default: for index in 0..<target.count { out[index] = value(samples[index &* stride]) }
        }
    }
}
