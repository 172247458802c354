internal import CFFmpeg

/// A form in which sound goes to whoever cannot play what it lies in.
package enum SoundForm: String, CaseIterable, Sendable {
    case flac, mp3

    /// Whether this FFmpeg has the encoder.
    package var isPossible: Bool { encoder != nil }

    package var mediaType: String {
        switch self {
        case .flac: "audio/flac"
        case .mp3: "audio/mpeg"
        }
    }

    package var mostChannels: Int {
        switch self {
        case .flac: 8
        case .mp3: 2
        }
    }

    /// The rate to encode sound of `rate` at: the same where the form has it, else the nearest of its family.
    package func sampleRate(for rate: Int) -> Int {
        let isPossible =
            switch self {
            // What a frame's header has a code for (RFC 9639, 9.1.2).
            case .flac: rate <= 65_535 || rate % 10 == 0 && rate <= 655_350
            // MPEG-1, MPEG-2 and its extension downwards.
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

    /// How samples are handed over: FLAC's are whole numbers, with as many bits as the source had.
    func sampleFormat(storedBits: Int?) -> AVSampleFormat {
        switch self {
        case .flac: storedBits ?? 16 > 16 ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16
        case .mp3: AV_SAMPLE_FMT_FLTP
        }
    }
}
