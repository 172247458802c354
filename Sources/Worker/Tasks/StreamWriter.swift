import Decode
import Signal
import Workers

/// Writes sound in a stream's format, mixed down to stereo if the format or its players support no more channels.
struct StreamWriter: ~Copyable {
    private var wave: WaveWriter?
    private var encoder: SoundEncoder?
    private let mix: StereoMix?
    private var stereo = SampleBlock(channels: 2)
    private let channels: Int
    private var bytes = 0

    /// Borrows an empty file that is open for writing. The sound has the given format, except for its sample rate.
    init(
        _ form: StreamForm, of format: StreamFormat, sampleRate: Int, storedBits: Int?, to descriptor: Int32
    ) throws {
        let isMixed = format.channels > form.mostChannels
        let channels = isMixed ? 2 : format.channels
        var encoder: SoundEncoder?
        if let form = form.encoded {
            encoder = try SoundEncoder(
                form, sampleRate: sampleRate, channels: channels, layout: isMixed ? "stereo" : format.layout,
                storedBits: storedBits, to: descriptor)
        }
        let wave =
            encoder == nil ? WaveWriter(descriptor: descriptor, channels: channels, sampleRate: sampleRate) : nil
        self.init(wave: wave, encoder: encoder, mix: isMixed ? StereoMix(roles: format.roles) : nil, channels: channels)
    }

    /// Separate, since the optimizer of Swift 6.3.1 frees fields that a throwing initializer has not set yet.
    private init(wave: consuming WaveWriter?, encoder: consuming SoundEncoder?, mix: StereoMix?, channels: Int) {
        self.wave = wave
        self.encoder = encoder
        self.mix = mix
        self.channels = channels
    }

    mutating func add(_ block: SampleBlock) throws {
        guard let mix else { return try write(block) }
        mix.mix(block, into: &stereo)
        try write(stereo)
    }

    mutating func finish() throws {
        try wave?.finish()
        try encoder?.finish()
    }

    private mutating func write(_ block: SampleBlock) throws {
        try encoder?.add(block)
        guard wave != nil else { return }
        bytes += block.count * channels * 2
        guard bytes <= WaveWriter.mostBytes else { throw StreamProblem.tooLong }
        for index in 0..<block.count {
            for row in block.rows { try wave?.append(row[index]) }
        }
    }
}
