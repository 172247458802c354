import CFFmpeg

/// An opened container and its best audio stream: gives packets, opens nothing by name and reaches for no network.
struct Demuxer: ~Copyable {
    /// Music has a handful of streams; a file that states hundreds wants our memory.
    private static let mostStreams: Int32 = 64
    /// Enough to see what the streams are (libavformat's own default), also behind a large picture.
    private static let probeBytes: Int64 = 5_000_000
    private static let probeMicroseconds: Int64 = 5_000_000
    /// Plain samples are searched for DTS in disguise, packet by packet of 4 KB: its mark must show four times, once in 4 KB.
    private static let mostProbedPackets: Int32 = 6
    /// A demuxer may ask to be called again; one that only asks is stuck.
    private static let mostRetries = 1_000

    let source: ByteSource
    let context: UnsafeMutablePointer<AVFormatContext>
    let stream: UnsafeMutablePointer<AVStream>
    let decoder: UnsafePointer<AVCodec>
    let container: String
    /// False where only the file's name made it what it is taken for.
    let isCertain: Bool

    /// What became of asking for a packet.
    enum Reading { case packet, end, failure }

    /// With `isQuick` the streams are looked into only where the container's own head leaves in doubt what they are.
    init(descriptor: Int32, nameHint: String, isQuick: Bool = false) throws(DecodeError) {
        Library.prepare()
        let source = try ByteSource(descriptor: descriptor)
        let (format, isCertain) = try ContainerDetection.container(of: source, nameHint: nameHint)
        let container = ContainerDetection.name(of: format)
        let context = try Self.open(source, format, container, isCertain, isQuick: isQuick)
        do throws(DecodeError) {
            (stream, decoder) = try Self.bestStream(of: context, container, isQuick: isQuick)
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

    /// What it means that not one frame could be decoded.
    var nothingDecoded: DecodeError {
        if failure != 0 { return .unreadable(errno: failure) }
        return isCertain ? .damaged(container: container) : .notAudio(looksLike: nil)
    }

    /// To be called once there is sound: until then only the start of the file is looked at.
    func readToEnd() { source.liftAllowance() }

    /// The first errno that reading met; 0 where all went well.
    var failure: Int32 { source.failure }

    /// What the container says of the sound's length, in seconds; nil where it was guessed from the bit rate.
    var statedDuration: Double? {
        context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE ? nil : estimatedDuration
    }

    /// Where an MP4 file's edit list ends the sound, in samples; nil where that is not within the last frame's `frameLength`.
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

    /// True where FFmpeg's own muxer wrote the file.
    var isWrittenByFFmpeg: Bool {
        TagReader.entries(of: context.pointee.metadata).contains { $0.key == "encoder" && $0.value.hasPrefix("Lavf") }
    }

    /// In seconds; nil where not even the bit rate suggests one.
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
        if isQuick { fresh.pointee.max_probe_packets = mostProbedPackets }
        fresh.pointee.protocol_whitelist = av_strdup("none")
        fresh.pointee.codec_whitelist = av_strdup(Library.audioDecoders)
        // Playlists, edit lists and attachments may name other files: there are none.
        fresh.pointee.io_open = { _, _, _, _, _ in downbeat_av_error(EPERM) }
        var context: UnsafeMutablePointer<AVFormatContext>? = fresh
        // On failure it frees the context, but not what we read through.
        let code = avformat_open_input(&context, "", format, nil)
        guard code >= 0, let context else {
            if source.failure != 0 { throw .unreadable(errno: source.failure) }
            if code == downbeat_av_out_of_memory { throw .outOfMemory }
            throw isCertain ? .damaged(container: container) : .notAudio(looksLike: nil)
        }
        return context
    }

    private static func bestStream(
        of context: UnsafeMutablePointer<AVFormatContext>, _ container: String, isQuick: Bool
    ) throws(DecodeError) -> (UnsafeMutablePointer<AVStream>, UnsafePointer<AVCodec>) {
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index] else { continue }
            hush(stream)
        }
        if !(isQuick && StreamHead.tellsAll(of: context, container)) {
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

    /// Tells a stream that is not sound not to be looked into: with a size and a pixel format nobody decodes a picture to learn them.
    private static func hush(_ stream: UnsafeMutablePointer<AVStream>) {
        guard let parameters = stream.pointee.codecpar, parameters.pointee.codec_type != AVMEDIA_TYPE_AUDIO else { return }
        stream.pointee.discard = AVDISCARD_ALL
        guard parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO else { return }
        parameters.pointee.width = 1
        parameters.pointee.height = 1
        parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    }
}
