internal import CFFmpeg
package import Music

/// Probes a file without decoding it: its tags, its format and the identity of its sound.
package enum QuickLook {
    /// Borrows the descriptor of a regular file for the call; its offset is neither used nor preserved.
    ///
    /// The extension of `nameHint` decides if the bytes are ambiguous. Decodes a frame only in that case or if the file states no
    /// format. For a damaged file the result is what its header states. Lyrics are left out.
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
        // An impossible length counts as unknown.
        let duration = told.flatMap { $0 < Double(AnalysisLayout.longest) ? $0 : nil }
        let average = duration.flatMap { $0 > 0 ? Int(exactly: (bits / $0).rounded()) : nil }
        var tags = TagReader.tags(of: demuxer.context, stream: demuxer.stream)
        tags.lyrics = nil
        HiddenTags.complete(&tags, in: demuxer.source, container: demuxer.container)
        return TrackProbe(
            identity: identity,
            description: TrackDescription(codec: codec, container: demuxer.container, tags: tags),
            duration: duration, sampleRate: rate, channels: channels, bitRate: stated ?? average,
            hasCover: !CoverArt.pictures(of: demuxer.context).isEmpty)
    }

    /// Checks that there is an audio packet and returns its sample rate and channels. Decodes it only if the extension alone
    /// identifies audio, or if neither the header nor probing gives the format, as in a FLAC file of few frames.
    private static func findSound(in demuxer: borrowing Demuxer) throws(DecodeError) -> (rate: Int, channels: Int) {
        let parameters = demuxer.stream.pointee.codecpar.pointee
        let (rate, channels) = (Int(parameters.sample_rate), Int(parameters.ch_layout.nb_channels))
        guard demuxer.isCertain, rate > 0, channels > 0 else {
            var source = try FrameSource(demuxer)
            guard source.advance(demuxer) else { throw demuxer.nothingDecoded }
            return (Int(source.frame.pointee.sample_rate), Int(source.frame.pointee.ch_layout.nb_channels))
        }
        // The rate of an MP3 file is stated only in its frames: if it is known, a frame has been read.
        if demuxer.container == "mp3" { return (rate, channels) }
        let packet = try Packet()
        guard demuxer.read(into: packet.pointer) == .packet, packet.pointer.pointee.size > 0 else { throw demuxer.nothingDecoded }
        return (rate, channels)
    }
}
