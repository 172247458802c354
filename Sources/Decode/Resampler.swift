internal import CFFmpeg
package import Signal

/// Converts sound to another sample rate and optionally to mono, block by block.
///
/// Sample n of the output is at n divided by the rate, as in the input: the filter's delay is compensated.
package struct Resampler: ~Copyable {
    /// Samples in each channel that are converted at a time.
    private static let stride = 4_096
    /// More than the longest filter delay, so that the output of every call fits the buffer.
    private static let reserve = 4_096
    /// The gain of each channel in FFmpeg's Float mix from stereo to mono.
    private static let stereoGain = Float(0.5).squareRoot()

    private let inputChannels: Int
    private let outputChannels: Int
    /// If set, all channels are first summed with this gain.
    private let gain: Float?
    /// FFmpeg's converter, if it is needed.
    private let context: OpaquePointer?
    private let input: PlanarBuffer
    private let output: PlanarBuffer

    /// From sound of `format` to `rate`; with `mono` to one channel, mixed as FFmpeg mixes Float samples: stereo as (left + right) / √2,
    /// surround by its matrix. Channels of unknown position are averaged.
    package init(from format: StreamFormat, to rate: Int, mono: Bool) throws(DecodeError) {
        FFmpeg.prepare()
        let layout = ChannelLayout(name: format.layout) ?? ChannelLayout(channels: format.channels)
        let inputChannels = format.channels
        let outputChannels = mono ? 1 : format.channels
        let isMixed = inputChannels != outputChannels
        let summingGain = layout.name == "stereo" ? Self.stereoGain : layout.isKnown ? nil : 1 / Float(inputChannels)
        let gain = isMixed ? summingGain : nil
        let mono = ChannelLayout(channels: 1)
        let opened: OpaquePointer?
        if rate == format.sampleRate && (!isMixed || gain != nil) {
            opened = nil
        } else if gain != nil {
            opened = try Self.open(mono, format.sampleRate, to: mono, rate)
        } else if isMixed {
            opened = try Self.open(layout, format.sampleRate, to: mono, rate)
        } else {
            opened = try Self.open(layout, format.sampleRate, to: layout, rate)
        }
        self.init(
            inputChannels: inputChannels, outputChannels: outputChannels, gain: gain, context: opened,
            input: PlanarBuffer(channels: gain == nil ? inputChannels : 1, capacity: Self.stride),
            output: PlanarBuffer(
                channels: outputChannels, capacity: Self.stride * rate / format.sampleRate + Self.reserve))
    }

    /// A function of its own, since the optimizer of Swift 6.3.1 frees buffers that a throwing initializer has not yet set.
    private init(
        inputChannels: Int, outputChannels: Int, gain: Float?, context: OpaquePointer?, input: consuming PlanarBuffer,
        output: consuming PlanarBuffer
    ) {
        self.inputChannels = inputChannels
        self.outputChannels = outputChannels
        self.gain = gain
        self.context = context
        self.input = input
        self.output = output
    }

    deinit {
        var converter = context
        swr_free(&converter)
    }

    /// Appends the converted `block` to `result`; some milliseconds are held back until the next call or `finish`.
    package mutating func push(_ block: SampleBlock, into result: inout SampleBlock) {
        precondition(block.channels == inputChannels && result.channels == outputChannels)
        for start in Swift.stride(from: 0, to: block.count, by: Self.stride) {
            let count = min(Self.stride, block.count - start)
            for channel in block.rows.indices {
                block.rows[channel].withUnsafeBufferPointer {
                    take(channel, UnsafeBufferPointer(rebasing: $0[start..<start + count]))
                }
            }
            if context != nil {
                convert(input.readable, count: count, into: &result)
            } else {
                for channel in result.rows.indices { result.rows[channel].append(contentsOf: input[channel].prefix(count)) }
            }
        }
    }

    /// Appends the samples that the filter still holds; nothing may be pushed afterwards.
    package mutating func finish(into result: inout SampleBlock) {
        guard context != nil else { return }
        while convert(nil, count: 0, into: &result) > 0 {}
    }

    /// Copies a channel's samples to the converter's input, or adds them to the sum there.
    private func take(_ channel: Int, _ samples: UnsafeBufferPointer<Float>) {
        guard let gain else {
            _ = input[channel].update(fromContentsOf: samples)
            return
        }
        let sum = input[0]
        if channel == 0 {
            for index in 0..<samples.count { sum[index] = samples[index] * gain }
        } else {
            for index in 0..<samples.count { sum[index] += samples[index] * gain }
        }
    }

    @discardableResult
    private func convert(
        _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int, into result: inout SampleBlock
    ) -> Int {
        // A failure here would be a bug; it shows as shorter output.
        let got = max(0, Int(swr_convert(context, output.planes, Int32(output.capacity), planes, Int32(count))))
        for channel in result.rows.indices { result.rows[channel].append(contentsOf: output[channel].prefix(got)) }
        return got
    }

    private static func open(
        _ source: borrowing ChannelLayout, _ sourceRate: Int, to target: borrowing ChannelLayout, _ rate: Int
    ) throws(DecodeError) -> OpaquePointer {
        var from = source.value
        var to = target.value
        var context: OpaquePointer?
        var code = swr_alloc_set_opts2(
            &context, &to, AV_SAMPLE_FMT_FLTP, Int32(rate), &from, AV_SAMPLE_FMT_FLTP, Int32(sourceRate), 0, nil)
        if code >= 0 { code = swr_init(context) }
        guard code >= 0, let context else {
            swr_free(&context)
            throw code == downbeat_av_out_of_memory ? .outOfMemory : .absurdSampleRate(sourceRate)
        }
        return context
    }
}
