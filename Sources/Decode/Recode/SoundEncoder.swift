internal import CFFmpeg
package import Signal

/// Encodes sound into an open file, block by block, in bounded memory. Sample 0 of the decoded result is sample 0 of the input.
package struct SoundEncoder: ~Copyable {
    private let sink: ByteSink
    private let codec: SoundCodec
    private let packet: Packet
    private let frame: Frame
    private let muxer: UnsafeMutablePointer<AVFormatContext>
    private var pending: SampleBlock
    private var position: Int64 = 0

    /// Borrows a descriptor of an empty file that is open for writing. `layout` is FFmpeg's name of the channels' order.
    ///
    /// `sampleRate` and `channels` must be supported by the form; with `storedBits` above 16 FLAC stores 24.
    package init(
        _ form: SoundForm, sampleRate: Int, channels: Int, layout: String, storedBits: Int?, to descriptor: Int32
    ) throws(EncodeError) {
        FFmpeg.prepare()
        var order = ChannelLayout(name: layout) ?? ChannelLayout(channels: channels)
        if order.channels != channels { order = ChannelLayout(channels: channels) }
        let codec = try SoundCodec(form, sampleRate: sampleRate, layout: order, storedBits: storedBits)
        let sink = try ByteSink(descriptor: descriptor)
        let packet = try EncodeError.allocating { () throws(DecodeError) in try Packet() }
        let frame = try EncodeError.allocating { () throws(DecodeError) in try Frame() }
        let muxer = try Self.open(form, codec, sink)
        self.init(sink: sink, codec: codec, packet: packet, frame: frame, muxer: muxer, channels: channels)
    }

    /// A function of its own, since the optimizer of Swift 6.3.1 frees properties that a throwing initializer has not yet set.
    private init(
        sink: consuming ByteSink, codec: consuming SoundCodec, packet: consuming Packet, frame: consuming Frame,
        muxer: UnsafeMutablePointer<AVFormatContext>, channels: Int
    ) {
        self.sink = sink
        self.codec = codec
        self.packet = packet
        self.frame = frame
        self.muxer = muxer
        pending = SampleBlock(channels: channels)
    }

    deinit {
        avformat_free_context(muxer)
    }

    package mutating func add(_ block: SampleBlock) throws(EncodeError) {
        precondition(block.channels == pending.channels)
        for channel in block.rows.indices { pending.rows[channel] += block.rows[channel] }
        var done = 0
        while pending.count - done >= codec.frameLength {
            try encode(done..<done + codec.frameLength)
            done += codec.frameLength
        }
        guard done > 0 else { return }
        for channel in pending.rows.indices { pending.rows[channel].removeFirst(done) }
    }

    /// Hands what is encoded to the kernel.
    package func flush() { avio_flush(sink.context) }

    /// Flushes the encoder and completes the file's header; nothing may be added afterwards.
    package mutating func finish() throws(EncodeError) {
        if pending.count > 0 { try encode(0..<pending.count) }
        try send(nil)
        let code = av_write_trailer(muxer)
        avio_flush(sink.context)
        try check(code)
    }

    private mutating func encode(_ range: Range<Int>) throws(EncodeError) {
        try codec.fill(frame.pointer, with: pending, range, position: position)
        position += Int64(range.count)
        try send(frame.pointer)
    }

    private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(EncodeError) {
        try check(avcodec_send_frame(codec.context, frame))
        while true {
            let code = avcodec_receive_packet(codec.context, packet.pointer)
            if code == downbeat_av_again || code == downbeat_av_eof { return }
            try check(code)
            if let stream = muxer.pointee.streams[0] {
                av_packet_rescale_ts(packet.pointer, codec.context.pointee.time_base, stream.pointee.time_base)
            }
            let written = av_write_frame(muxer, packet.pointer)
            av_packet_unref(packet.pointer)
            try check(written)
        }
    }

    private func check(_ code: Int32) throws(EncodeError) {
        if sink.failure != 0 { throw .unwritable(errno: sink.failure) }
        guard code < 0 else { return }
        throw code == downbeat_av_out_of_memory
            ? .outOfMemory : .refused(encoder: String(cString: avcodec_get_name(codec.context.pointee.codec_id)))
    }

    private static func open(
        _ form: SoundForm, _ codec: borrowing SoundCodec, _ sink: borrowing ByteSink
    ) throws(EncodeError) -> UnsafeMutablePointer<AVFormatContext> {
        var context: UnsafeMutablePointer<AVFormatContext>?
        guard avformat_alloc_output_context2(&context, nil, form.rawValue, nil) >= 0, let muxer = context else {
            throw .noEncoder(form.rawValue)
        }
        muxer.pointee.pb = sink.context
        muxer.pointee.flags |= AVFMT_FLAG_BITEXACT
        var code = downbeat_av_out_of_memory
        if let stream = avformat_new_stream(muxer, nil) {
            stream.pointee.time_base = codec.context.pointee.time_base
            code = avcodec_parameters_from_context(stream.pointee.codecpar, codec.context)
            if code >= 0 { code = avformat_write_header(muxer, nil) }
        }
        guard code >= 0 else {
            avformat_free_context(muxer)
            throw sink.failure != 0 ? .unwritable(errno: sink.failure) : .refused(encoder: form.rawValue)
        }
        return muxer
    }
}
