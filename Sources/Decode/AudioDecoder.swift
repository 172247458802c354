internal import CFFmpeg
package import Music
package import Signal

/// Decodes the best audio stream of a file, block by block, in bounded memory.
///
/// Time 0 is the first real sample: encoder delay and padding are cut if the container or the codec states them. Packets that do not
/// decode are skipped and counted; a truncated file ends normally.
package struct AudioDecoder: ~Copyable {
    /// Samples per channel in a block; the last block has fewer.
    package static let blockLength = 4_096

    package let format: StreamFormat
    package let tags: Tags
    /// Bits of each stored sample; nil for lossy codecs.
    package let storedBits: Int?

    private let demuxer: Demuxer
    /// Whether somebody waits for each frame.
    private let isStream: Bool
    private var source: FrameSource
    /// Samples of the current frame that were delivered or dropped.
    private var taken = 0
    private var delivered = 0
    private var trim: Trim

    /// Borrows the descriptor of a regular file, which must stay open as long as the decoder lives; its offset is neither used
    /// nor preserved.
    ///
    /// The extension of `nameHint` decides if the bytes are ambiguous. `arriving` says what is there of a file that still comes: decoding
    /// waits for the rest.
    package init(descriptor: Int32, nameHint: String, arriving: ArrivingBytes? = nil) throws(DecodeError) {
        try self.init(try Demuxer(descriptor: descriptor, nameHint: nameHint, arriving: arriving))
    }

    /// Decodes a stream from a pipe or a device as it comes. It borrows the descriptor, which nobody else may read.
    package init(stream descriptor: Int32) throws(DecodeError) {
        try self.init(try Demuxer(stream: descriptor))
    }

    private init(_ demuxer: consuming Demuxer) throws(DecodeError) {
        var source = try FrameSource(demuxer)
        guard source.advance(demuxer) else { throw demuxer.nothingDecoded }
        demuxer.readToEnd()
        let format = try StreamFormat(of: source.frame, codec: source.codecName, in: demuxer)
        self.format = format
        tags = TagReader.tags(of: demuxer.context, stream: demuxer.stream)
        storedBits = source.storedBits
        trim = source.trim(demuxer)
        isStream = demuxer.isStream
        self.demuxer = demuxer
        self.source = source
    }

    /// Fills `block` with the next samples at the source's own rate and channels, planar, with full scale at 1; false at the end. A block of a
    /// stream has no more than one frame.
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
                if isStream, filled > 0 { break }
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

    /// The share of the track that was delivered, by its estimated duration; nil if that is unknown.
    package var progress: Double? {
        guard let whole = format.estimatedDuration, whole > 0 else { return nil }
        return Double(delivered) / Double(format.sampleRate) / whole
    }

    /// The damage found so far; nil if there is none. Missing sound is known only at the end.
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

    /// The embedded picture, unchanged; the front cover if there are several.
    package func coverArt() -> CoverArt? { CoverArt(of: demuxer.context) }

    /// Resizes all rows to `count`, reusing their memory.
    private static func shape(_ block: inout SampleBlock, channels: Int, count: Int) {
        if block.channels != channels { block = SampleBlock(channels: channels) }
        for channel in 0..<channels {
            let excess = block.rows[channel].count - count
            if excess > 0 { block.rows[channel].removeLast(excess) }
            if excess < 0 { block.rows[channel].append(contentsOf: repeatElement(0, count: -excess)) }
        }
    }
}
