import CFFmpeg

/// An open container and its best audio stream. Returns packets; opens no file by name and never uses the network.
struct Demuxer: ~Copyable {
    /// Most streams accepted; music has a handful, and hundreds would only use up memory.
    private static let mostStreams: Int32 = 64
    /// Enough to recognize the streams (libavformat's own default), also after a large picture.
    private static let probeBytes: Int64 = 5_000_000
    private static let probeMicroseconds: Int64 = 5_000_000
    /// libavformat searches PCM for hidden DTS in packets of 4 KB: the DTS sync word must appear four times, once in each.
    private static let mostProbedPackets: Int32 = 6
    /// Containers whose index or length may be known only at the end of the file, beyond a pipe.
    private static let indexed: Set<String> = ["aiff", "caf", "mov"]
    /// Most consecutive times that a demuxer may ask to be called again before it counts as stuck.
    private static let mostRetries = 1_000

    let source: ByteSource
    let context: UnsafeMutablePointer<AVFormatContext>
    let stream: UnsafeMutablePointer<AVStream>
    let decoder: UnsafePointer<AVCodec>
    let container: String
    /// False if only the file's extension decided the container.
    let isCertain: Bool

    /// The result of reading a packet.
    enum Reading { case packet, end, failure }

    /// With `isQuick` the streams are probed only if the container's header is not enough.
    init(
        descriptor: Int32, nameHint: String, arriving: ArrivingBytes? = nil, isQuick: Bool = false
    ) throws(DecodeError) {
        try self.init(try ByteSource(descriptor: descriptor, arriving: arriving), nameHint: nameHint, isQuick: isQuick)
    }

    /// Reads a stream, which is probed in few packets, since its sound is waited for.
    init(stream descriptor: Int32) throws(DecodeError) {
        try self.init(try ByteSource(stream: descriptor), nameHint: "", isQuick: false)
    }

    private init(_ source: consuming ByteSource, nameHint: String, isQuick: Bool) throws(DecodeError) {
        FFmpeg.prepare()
        let (format, isCertain) = try ContainerDetection.container(of: source, nameHint: nameHint)
        let container = ContainerDetection.name(of: format)
        let context = try Self.open(source, format, container, isCertain, isQuick: isQuick)
        do throws(DecodeError) {
            (stream, decoder) = try Self.bestStream(of: context, container, isQuick: isQuick, isStream: source.isStream)
        } catch {
            var context: UnsafeMutablePointer<AVFormatContext>? = context
            avformat_close_input(&context)
            if source.failure != 0 { throw .unreadable(errno: source.failure) }
            throw isCertain ? error : .notAudio(looksLike: nil)
        }
        self.isCertain = isCertain
        self.container = container
        self.context = context
        self.source = source
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    /// The error to throw if not one frame could be decoded.
    var nothingDecoded: DecodeError {
        if failure != 0 { return .unreadable(errno: failure) }
        return isCertain ? Self.undecodable(container, source) : .notAudio(looksLike: nil)
    }

    private static func undecodable(_ container: String, _ source: borrowing ByteSource) -> DecodeError {
        source.isStream && indexed.contains(container) ? .notFromPipe(container: container) : .damaged(container: container)
    }

    /// Whether its sound is waited for.
    var isStream: Bool { source.isStream }

    /// Call this once there is sound: until then only the start of the file may be read.
    func readToEnd() { source.liftAllowance() }

    /// The errno of the last failed read; 0 if there was none.
    var failure: Int32 { source.failure }

    /// The duration that the container states, in seconds; nil if it was guessed from the bit rate.
    var statedDuration: Double? {
        context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE ? nil : estimatedDuration
    }

    /// The sample at which the edit list of an MP4 file ends the sound; nil if that is not within the last `frameLength` samples.
    func editedLength(sampleRate: Int, frameLength: Int) -> Int? {
        let count = avformat_index_get_entries_count(stream)
        guard container == "mov", count > 0, let last = avformat_index_get_entry(stream, count - 1),
            let stated = statedDuration
        else { return nil }
        let unit = stream.pointee.time_base
        let lastStart = Double(last.pointee.timestamp) * Double(unit.num) / Double(unit.den)
        let rest = (stated - lastStart) * Double(sampleRate)
        guard rest > 0, rest <= Double(frameLength) else { return nil }
        return Int(exactly: (stated * Double(sampleRate)).rounded(.up))
    }

    /// True if FFmpeg's own muxer wrote the file.
    var isWrittenByFFmpeg: Bool {
        TagReader.entries(of: context.pointee.metadata).contains { $0.key == "encoder" && $0.value.hasPrefix("Lavf") }
    }

    /// In seconds; nil if not even the bit rate suggests one.
    var estimatedDuration: Double? {
        let ofStream = stream.pointee.duration
        let unit = stream.pointee.time_base
        if ofStream != downbeat_av_no_time, ofStream > 0, unit.den > 0 {
            return Double(ofStream) * Double(unit.num) / Double(unit.den)
        }
        let ofFile = context.pointee.duration
        return ofFile != downbeat_av_no_time && ofFile > 0 ? Double(ofFile) / Double(AV_TIME_BASE) : nil
    }

    /// Fills `packet` with the next one of the audio stream.
    func read(into packet: UnsafeMutablePointer<AVPacket>) -> Reading {
        var retries = 0
        while true {
            let code = av_read_frame(context, packet)
            if code == downbeat_av_again, retries < Self.mostRetries {
                retries += 1
                continue
            }
            guard code >= 0 else { return code == downbeat_av_eof ? .end : .failure }
            if packet.pointee.stream_index == stream.pointee.index { return .packet }
            av_packet_unref(packet)
        }
    }

    private static func open(
        _ source: borrowing ByteSource, _ format: UnsafePointer<AVInputFormat>, _ container: String, _ isCertain: Bool,
        isQuick: Bool
    ) throws(DecodeError) -> UnsafeMutablePointer<AVFormatContext> {
        guard let fresh = avformat_alloc_context() else { throw .outOfMemory }
        fresh.pointee.pb = source.context
        fresh.pointee.max_streams = mostStreams
        fresh.pointee.probesize = probeBytes
        fresh.pointee.max_analyze_duration = probeMicroseconds
        if isQuick || source.isStream { fresh.pointee.max_probe_packets = mostProbedPackets }
        // Otherwise fifty frames are waited for, to find out when the first sounds.
        if source.isStream { fresh.pointee.max_ts_probe = 0 }
        fresh.pointee.protocol_whitelist = av_strdup("none")
        fresh.pointee.codec_whitelist = av_strdup(FFmpeg.audioDecoders)
        // Playlists, edit lists and attachments may name other files; never open them.
        fresh.pointee.io_open = { _, _, _, _, _ in downbeat_av_error(EPERM) }
        var context: UnsafeMutablePointer<AVFormatContext>? = fresh
        // On failure it frees the context, but not our I/O context.
        var options: OpaquePointer?
        if source.isStream, isEndless(source) { av_dict_set(&options, "ignore_length", "1", 0) }
        let code = avformat_open_input(&context, "", format, &options)
        av_dict_free(&options)
        guard code >= 0, let context else {
            if source.failure != 0 { throw .unreadable(errno: source.failure) }
            if code == downbeat_av_out_of_memory { throw .outOfMemory }
            throw isCertain ? undecodable(container, source) : .notAudio(looksLike: nil)
        }
        return context
    }

    /// Whether the header of a WAV stream states a length that its writer could not know: none, or about the greatest there is.
    private static func isEndless(_ source: borrowing ByteSource) -> Bool {
        let head = source.bytes(at: 0, count: 4096)
        guard head.starts(with: "RIFF".utf8) else { return false }
        var at = 12
        while at + 8 <= head.count {
            let length = head[at + 4..<at + 8].number(isBigEndian: false)
            if head[at..<at + 4].elementsEqual("data".utf8) { return length == 0 || length >= 0x7FFF_0000 }
            at += 8 + Int(length) + Int(length & 1)
        }
        return false
    }

    private static func bestStream(
        of context: UnsafeMutablePointer<AVFormatContext>, _ container: String, isQuick: Bool, isStream: Bool
    ) throws(DecodeError) -> (UnsafeMutablePointer<AVStream>, UnsafePointer<AVCodec>) {
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index] else { continue }
            hush(stream)
        }
        // The sound of a stream is waited for, and its length is not.
        let isTold =
            isQuick ? StreamHead.tellsAll(of: context, container) : isStream && StreamHead.tellsForm(of: context, container)
        if !isTold {
            guard avformat_find_stream_info(context, nil) >= 0 else { throw .damaged(container: container) }
        }
        var decoder: UnsafePointer<AVCodec>?
        let found = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, &decoder, 0)
        for index in 0..<Int(context.pointee.nb_streams) where index != Int(found) {
            context.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        }
        if found >= 0, let stream = context.pointee.streams[Int(found)], let decoder { return (stream, decoder) }
        guard found == downbeat_av_decoder_not_found else { throw .noAudioStream(container: container) }
        let undecodable = (0..<Int(context.pointee.nb_streams))
            .compactMap { context.pointee.streams[$0]?.pointee.codecpar }
            .first { $0.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
        guard let undecodable else { throw .noAudioStream(container: container) }
        throw .unsupportedCodec(String(cString: avcodec_get_name(undecodable.pointee.codec_id)))
    }

    /// Prevents probing of a stream that is not sound: with a size and a pixel format set, no picture is decoded to learn them.
    private static func hush(_ stream: UnsafeMutablePointer<AVStream>) {
        guard let parameters = stream.pointee.codecpar, parameters.pointee.codec_type != AVMEDIA_TYPE_AUDIO else { return }
        stream.pointee.discard = AVDISCARD_ALL
        guard parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO else { return }
        parameters.pointee.width = 1
        parameters.pointee.height = 1
        parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    }
}
