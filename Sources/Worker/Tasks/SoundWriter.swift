import Decode
import Glibc
import Session
import Signal

/// Converts sound to the sample rate of rooms, and writes it from a start position on: 32-bit floats, interleaved left and right.
struct SoundWriter: ~Copyable {
    /// Output samples to resample and discard, so that the resampler's filter is full at the first wanted sample.
    private static let runUp = 4800

    private let descriptor: Int32
    private var resampler: Resampler?
    private let mix: StereoMix?
    /// Input samples still to skip, all input samples to skip, and output samples still to discard.
    private var unread: Int
    private let skipped: Int
    private var unheard: Int
    private var resampled: SampleBlock
    private var stereo = SampleBlock(channels: 2)
    private var samples: [Float] = []

    /// Writes from the sample `start` on; borrows the pipe.
    init(from start: Int, of format: StreamFormat, to descriptor: Int32) throws(DecodeError) {
        let rate = SoundSample.perSecond
        let resampler = format.sampleRate == rate ? nil : try Resampler(from: format, to: rate, mono: false)
        self.init(from: start, of: format, resampler, to: descriptor)
    }

    /// Separate, since the optimizer of Swift 6.3.1 frees fields that a throwing initializer has not set yet.
    private init(from start: Int, of format: StreamFormat, _ resampler: consuming Resampler?, to descriptor: Int32) {
        self.descriptor = descriptor
        self.resampler = resampler
        mix = format.channels > 2 ? StereoMix(roles: format.roles) : nil
        resampled = SampleBlock(channels: format.channels)
        // After each cycle the resampler is in its initial state again, so many output samples later: skipping whole cycles of
        // the input leaves the rest of the output bit-identical.
        let (input, output) = Self.cycle(format.sampleRate, SoundSample.perSecond)
        let cycles = max(0, start - Self.runUp) / output
        skipped = format.sampleRate == SoundSample.perSecond ? start : cycles * input
        unread = skipped
        unheard = format.sampleRate == SoundSample.perSecond ? 0 : start - cycles * output
    }

    /// The part of the skipped input that is done, 0 to 1.
    var skippedPart: Double { skipped == 0 ? 1 : 1 - Double(unread) / Double(skipped) }

    /// Adds a block; may shorten it.
    mutating func add(_ block: inout SampleBlock) throws {
        let left = min(unread, block.count)
        unread -= left
        guard left < block.count else { return }
        if left > 0 { for channel in block.rows.indices { block.rows[channel].removeFirst(left) } }
        guard resampler != nil else { return try write(block) }
        resampled.removeAll()
        resampler?.push(block, into: &resampled)
        try write(resampled)
    }

    mutating func finish() throws {
        resampled.removeAll()
        resampler?.finish(into: &resampled)
        try write(resampled)
    }

    private mutating func write(_ block: SampleBlock) throws {
        let left = min(unheard, block.count)
        unheard -= left
        guard left < block.count else { return }
        mix?.mix(block, into: &stereo)
        let rows = mix == nil ? block.rows : stereo.rows
        let (first, second) = (rows[0], rows[rows.count > 1 ? 1 : 0])
        samples.removeAll(keepingCapacity: true)
        for index in left..<block.count {
            samples.append(first[index])
            samples.append(second[index])
        }
        try samples.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                // Blocks until the parent reads.
                let written = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw NobodyListens() }
                done += written
            }
        }
    }

    /// The shortest cycle with a whole number of samples at both rates, in samples of each.
    private static func cycle(_ first: Int, _ second: Int) -> (Int, Int) {
        var (divisor, rest) = (first, second)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return (first / divisor, second / divisor)
    }

    private struct NobodyListens: Error {}
}
