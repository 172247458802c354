internal import CFFmpeg

/// A format to which sound is converted for clients that cannot play the file's own.
package enum SoundForm: String, CaseIterable, Sendable {
    case flac, mp3

    /// Whether this FFmpeg has the encoder.
    package var isPossible: Bool { encoder != nil }

    package var mostChannels: Int {
        switch self {
        case .flac: 8
        case .mp3: 2
        }
    }

    /// The rate at which to encode sound of `rate`: the same if supported, else the nearest of its family.
    package func sampleRate(for rate: Int) -> Int {
        let isPossible =
            switch self {
            // Rates with a code in a frame's header (RFC 9639, 9.1.2).
            case .flac: rate <= 65_535 || rate % 10 == 0 && rate <= 655_350
            // MPEG-1, MPEG-2 and MPEG-2.5.
            case .mp3: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].contains(rate)
            }
        return isPossible ? rate : rate % 11_025 == 0 ? 44_100 : 48_000
    }

    var encoder: UnsafePointer<AVCodec>? {
        switch self {
        case .flac: avcodec_find_encoder(AV_CODEC_ID_FLAC)
        case .mp3: avcodec_find_encoder_by_name("libmp3lame")
        }
    }

    /// The sample format of the encoder: FLAC takes integers with as many bits as the source.
    func sampleFormat(storedBits: Int?) -> AVSampleFormat {
        switch self {
        case .flac: storedBits ?? 16 > 16 ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16
        case .mp3: AV_SAMPLE_FMT_FLTP
        }
    }
}
