package import Signal

/// Reads a track block by block: as it is stored, and as one channel at another rate.
package struct MonoReader: ~Copyable {
    package private(set) var decoder: AudioDecoder
    /// The last block as the decoder gave it; empty at the end of the track.
    package private(set) var block: SampleBlock
    /// What the last block added at the other rate. At the end, what the resampler still held.
    package private(set) var mono = SampleBlock(channels: 1)
    private var resampler: Resampler
    private var isOver = false

    package init(_ decoder: consuming AudioDecoder, rate: Int) throws(DecodeError) {
        resampler = try Resampler(from: decoder.format, to: rate, mono: true)
        block = SampleBlock(channels: decoder.format.channels)
        self.decoder = decoder
    }

    /// Reads the next block, or what the resampler still held; false when there is no more.
    package mutating func next() throws(DecodeError) -> Bool {
        mono.removeAll()
        guard !isOver else { return false }
        if try decoder.next(into: &block) {
            resampler.push(block, into: &mono)
        } else {
            isOver = true
            block.removeAll()
            resampler.finish(into: &mono)
        }
        return true
    }
}
