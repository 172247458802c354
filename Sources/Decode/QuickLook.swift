internal import CFFmpeg
package import Music

/// Looks into a file without decoding it: its tags, what it is made of, and which sound it holds.
package enum QuickLook {
    /// Borrows the descriptor of a regular file for the call; its offset is neither used nor kept.
    ///
    /// The ending of `nameHint` decides where the bytes leave in doubt what they are; only then is anything decoded. What it says of a
    /// damaged file is what the file's head says. Lyrics are left out.
    package static func probe(descriptor: Int32, nameHint: String) throws(DecodeError) -> TrackProbe {
        let demuxer = try Demuxer(descriptor: descriptor, nameHint: nameHint, isQuick: true)
        let (rate, channels) = try findSound(in: demuxer)
        let parameters = demuxer.stream.pointee.codecpar.pointee
        try StreamFormat.check(sampleRate: rate, channels: channels)
        let codec = String(cString: avcodec_get_name(parameters.codec_id))
        let region = SoundRegion(of: demuxer.source, container: demuxer.container)
        let identity = region.identity(codec: codec, in: demuxer.source)
        guard demuxer.failure == 0 else { throw .unreadable(errno: demuxer.failure) }

        let stated = parameters.bit_rate > 0 ? Int(clamping: parameters.bit_rate) : nil
        let bits = Double(region.length) * 8
        let padding =
            switch codec {
            case "mp3" where demuxer.container == "mp3": MPEGHead.padding(in: demuxer.source)
            case "opus" where demuxer.container == "ogg": Int(parameters.initial_padding)
            default: 0
            }
        let told =
            demuxer.estimatedDuration.map { max(0, $0 - Double(padding) / Double(rate)) } ?? stated.map { bits / Double($0) }
        // A length that cannot be is a lie of the file, and not known.
        let duration = told.flatMap { $0 < Double(AnalysisLayout.longest) ? $0 : nil }
        let average = duration.flatMap { $0 > 0 ? Int(exactly: (bits / $0).rounded()) : nil }
        var tags = TagReader.tags(of: demuxer.context, stream: demuxer.stream)
        tags.lyrics = nil
        return TrackProbe(
            identity: identity,
            description: TrackDescription(codec: codec, container: demuxer.container, tags: tags),
            duration: duration, sampleRate: rate, channels: channels, bitRate: stated ?? average,
            hasCover: !CoverArt.pictures(of: demuxer.context).isEmpty)
    }

    /// Makes sure that there is a packet of sound, and returns its sample rate and channels; decodes it where only the name says that
    /// it is sound, and where neither the head nor a look into the stream tells these, as in a FLAC file of few frames.
    private static func findSound(in demuxer: borrowing Demuxer) throws(DecodeError) -> (rate: Int, channels: Int) {
        let parameters = demuxer.stream.pointee.codecpar.pointee
        let (rate, channels) = (Int(parameters.sample_rate), Int(parameters.ch_layout.nb_channels))
        guard demuxer.isCertain, rate > 0, channels > 0 else {
            var source = try FrameSource(demuxer)
            guard source.advance(demuxer) else { throw demuxer.nothingDecoded }
            return (Int(source.frame.pointee.sample_rate), Int(source.frame.pointee.ch_layout.nb_channels))
        }
        // An MP3 file's rate stands in its frames alone: where it is known, there was one.
        if demuxer.container == "mp3" { return (rate, channels) }
        let packet = try Packet()
        guard demuxer.read(into: packet.pointer) == .packet, packet.pointer.pointee.size > 0 else { throw demuxer.nothingDecoded }
        return (rate, channels)
    }
}
