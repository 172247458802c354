internal import CFFmpeg
package import Music
package import Signal

/// Decodes the best audio stream of a file, block by block, in bounded memory.
///
/// Time 0 is the first real sample: encoder delay and padding are cut where the container or the codec tells of them. What cannot be
/// decoded is skipped and counted; a file that ends too early ends normally.
package struct AudioDecoder: ~Copyable {
    /// Samples a channel in a block; the last one has fewer.
    package static let blockLength = 4_096

    package let format: StreamFormat
    package let tags: Tags
    /// How many bits of each sample the file holds; nil for lossy codecs, which hold no samples.
    package let storedBits: Int?

    private let demuxer: Demuxer
    private var source: FrameSource
    /// How many samples of the frame in hand were delivered.
    private var taken = 0
    private var delivered = 0
    private var trim: Trim

    /// Borrows the descriptor of a regular file, which must stay open as long as the decoder lives; its offset is neither used nor moved.
    ///
    /// The ending of `nameHint` decides where the bytes leave in doubt what they are.
    package init(descriptor: Int32, nameHint: String) throws(DecodeError) {
        let demuxer = try Demuxer(descriptor: descriptor, nameHint: nameHint)
        var source = try FrameSource(demuxer)
        guard source.advance(demuxer) else { throw demuxer.nothingDecoded }
        demuxer.readToEnd()
        let format = try StreamFormat(of: source.frame, codec: source.codecName, in: demuxer)
        self.format = format
        tags = TagReader.tags(of: demuxer.context, stream: demuxer.stream)
        storedBits = source.storedBits
        trim = source.trim(demuxer)
        self.demuxer = demuxer
        self.source = source
    }

    /// Fills `block` with the next samples at the source's own rate and channels, planar, full scale at 1; false at the end.
    package mutating func next(into block: inout SampleBlock) throws(DecodeError) -> Bool {
        Self.shape(&block, channels: format.channels, count: Self.blockLength)
        var filled = 0
        let most = min(Self.blockLength, (trim.limit ?? .max) - delivered)
        while filled < most {
            let dropped = min(source.count - taken, trim.lead)
            trim.lead -= dropped
            taken += dropped
            let count = min(source.count - taken, most - filled)
            guard count > 0 else {
                taken = 0
                guard source.advance(demuxer) else { break }
                continue
            }
            for channel in 0..<format.channels {
                block.rows[channel].withUnsafeMutableBufferPointer { row in
                    SampleConversion.convert(
                        source.frame, channel: channel, from: taken,
                        into: UnsafeMutableBufferPointer(rebasing: row[filled..<filled + count]))
                }
            }
            taken += count
            filled += count
        }
        if filled < Self.blockLength { Self.shape(&block, channels: format.channels, count: filled) }
        delivered += filled
        return filled > 0
    }

    /// What of the file was lost so far; nil where all is well. What is missing at the end shows only there.
    package var damage: Damage? {
        var missing: Double?
        if source.hasEnded, delivered < trim.limit ?? .max, let stated = demuxer.statedDuration {
            let lacking = stated - Double(delivered) / Double(format.sampleRate)
            if lacking > Damage.tolerance(for: stated) { missing = lacking }
        }
        let damage = Damage(
            failedPackets: source.failedPackets, missingSeconds: missing, changedFormat: source.changedFormat,
            readingFailed: demuxer.failure)
        return damage == .none ? nil : damage
    }

    /// The picture that the file carries of itself, byte by byte as it lies there; the front cover where there are several.
    package func coverArt() -> CoverArt? { CoverArt(of: demuxer.context) }

    /// Makes all rows `count` long, keeping their memory.
    private static func shape(_ block: inout SampleBlock, channels: Int, count: Int) {
        if block.channels != channels { block = SampleBlock(channels: channels) }
        for channel in 0..<channels {
            let excess = block.rows[channel].count - count
            if excess > 0 { block.rows[channel].removeLast(excess) }
            if excess < 0 { block.rows[channel].append(contentsOf: repeatElement(0, count: -excess)) }
        }
    }
}
