internal import CFFmpeg
package import Signal

/// The format of an audio stream, constant from its first sample to its last.
package struct StreamFormat: Hashable, Sendable {
    /// Most channels accepted: 7.1 with four heights is 12, third-order ambisonics 16.
    package static let mostChannels = 16
    /// From telephone quality to DSD256, which decodes to an eighth of its bit rate.
    static let sampleRates = 1_000...1_536_000

    /// In hertz.
    package let sampleRate: Int
    package let channels: Int
    /// FFmpeg's name: "mp3", "flac", "pcm_s16le".
    package let codec: String
    /// FFmpeg's name of the container: "mp3", "mov", "ogg".
    package let container: String
    /// In seconds, as the file states or the bit rate suggests; nil if unknown. Not reliable.
    package let estimatedDuration: Double?
    /// One role for each channel, in the order of the rows.
    package let roles: [ChannelRole]
    /// FFmpeg's name of the channel layout: "stereo", "5.1(side)".
    package let layout: String
}

extension StreamFormat {
    /// From the first frame, which is more reliable than the container.
    init(
        of frame: UnsafeMutablePointer<AVFrame>, codec: String, in demuxer: borrowing Demuxer
    ) throws(DecodeError) {
        let rate = Int(frame.pointee.sample_rate)
        let count = Int(frame.pointee.ch_layout.nb_channels)
        try Self.check(sampleRate: rate, channels: count)
        let layout = ChannelLayout(frame.pointee.ch_layout)
        self.init(
            sampleRate: rate, channels: count, codec: codec, container: demuxer.container,
            estimatedDuration: demuxer.estimatedDuration, roles: layout.roles, layout: layout.name)
    }

    /// Rejects impossible formats.
    static func check(sampleRate: Int, channels: Int) throws(DecodeError) {
        guard sampleRates.contains(sampleRate) else { throw .absurdSampleRate(sampleRate) }
        guard 1...mostChannels ~= channels else { throw .tooManyChannels(channels) }
    }
}

extension ChannelRole {
    init(_ channel: AVChannel) {
        self =
            switch channel {
            case AV_CHAN_FRONT_LEFT, AV_CHAN_STEREO_LEFT: .left
            case AV_CHAN_FRONT_RIGHT, AV_CHAN_STEREO_RIGHT: .right
            case AV_CHAN_FRONT_CENTER: .centre
            case AV_CHAN_LOW_FREQUENCY, AV_CHAN_LOW_FREQUENCY_2: .lowFrequency
            case AV_CHAN_SIDE_LEFT, AV_CHAN_BACK_LEFT, AV_CHAN_SURROUND_DIRECT_LEFT: .leftSurround
            case AV_CHAN_SIDE_RIGHT, AV_CHAN_BACK_RIGHT, AV_CHAN_SURROUND_DIRECT_RIGHT: .rightSurround
            default: .other
            }
    }
}
