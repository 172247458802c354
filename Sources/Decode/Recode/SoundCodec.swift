import CFFmpeg
import Signal

/// An opened encoder: samples in, packets out, on the caller's thread alone.
struct SoundCodec: ~Copyable {
    /// LAME's variable bit rate quality runs from 0, the best, to 9; 2 is about 190 kbit/s and transparent.
    private static let mp3Quality: Int32 = 2
    /// Float has no more precision, and more is inaudible.
    private static let mostBits: Int32 = 24
    /// Frame length for encoders that accept any.
    private static let usualFrameLength = 4_096

    let context: UnsafeMutablePointer<AVCodecContext>

    init(_ form: SoundForm, sampleRate: Int, layout: borrowing ChannelLayout, storedBits: Int?) throws(EncodeError) {
        guard let encoder = form.encoder else { throw .noEncoder(form.rawValue) }
        guard let context = avcodec_alloc_context3(encoder) else { throw .outOfMemory }
        context.pointee.thread_count = 1
        context.pointee.sample_rate = Int32(sampleRate)
        context.pointee.time_base = AVRational(num: 1, den: Int32(sampleRate))
        context.pointee.sample_fmt = form.sampleFormat(storedBits: storedBits)
        if context.pointee.sample_fmt == AV_SAMPLE_FMT_S32 { context.pointee.bits_per_raw_sample = Self.mostBits }
        // Without the version's name in the output, so that equal encoders give equal bytes.
        context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER
        if form == .mp3 {
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = Self.mp3Quality * FF_QP2LAMBDA
        }
        var value = layout.value
        guard av_channel_layout_copy(&context.pointee.ch_layout, &value) == 0, avcodec_open2(context, encoder, nil) == 0 else {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
            throw .refused(encoder: form.rawValue)
        }
        self.context = context
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    /// Samples in each channel of every frame except the last.
    var frameLength: Int { context.pointee.frame_size > 0 ? Int(context.pointee.frame_size) : Self.usualFrameLength }

    /// Fills `frame` with the samples `range` of `block`, at `position` samples from the start.
    func fill(
        _ frame: UnsafeMutablePointer<AVFrame>, with block: SampleBlock, _ range: Range<Int>, position: Int64
    ) throws(EncodeError) {
        av_frame_unref(frame)
        frame.pointee.nb_samples = Int32(range.count)
        frame.pointee.format = context.pointee.sample_fmt.rawValue
        frame.pointee.sample_rate = context.pointee.sample_rate
        frame.pointee.pts = position
        guard av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout) == 0,
            av_frame_get_buffer(frame, 0) == 0, let planes = frame.pointee.extended_data
        else { throw .outOfMemory }
        for channel in block.rows.indices {
            block.rows[channel].withUnsafeBufferPointer { row in
                let samples = UnsafeBufferPointer(rebasing: row[range])
                switch context.pointee.sample_fmt {
                case AV_SAMPLE_FMT_FLTP: Self.write(samples, to: planes[channel], channel: 0, of: 1) { $0 }
                case AV_SAMPLE_FMT_S16:
                    Self.write(samples, to: planes[0], channel: channel, of: block.channels) {
                        Self.whole($0, bits: 16, Int16.self)
                    }
                default:
                    // Encoders use the upper bits of such a sample.
                    Self.write(samples, to: planes[0], channel: channel, of: block.channels) {
                        Self.whole($0, bits: Self.mostBits, Int32.self) << (32 - Self.mostBits)
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func write<Sample>(
        _ samples: UnsafeBufferPointer<Float>, to plane: UnsafeMutablePointer<UInt8>?, channel: Int, of stride: Int,
        _ value: (Float) -> Sample
    ) {
        guard let plane else { return }
        let target = UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Sample.self)
        for index in samples.indices { target[index * stride + channel] = value(samples[index]) }
    }

    @inline(__always)
    private static func whole<Sample: FixedWidthInteger>(_ sample: Float, bits: Int32, _ type: Sample.Type) -> Sample {
        let full = Float(Int64(1) << Int64(bits - 1))
        return Sample(min(max((sample * full).rounded(), -full), full - 1))
    }
}
