import Decode
import Signal

/// The worker's part of a room's sound: writes the input's samples to a pipe, as fast as the parent reads them.
enum SoundTask {
    /// The arguments are the file's name and the first sample to write. Decoding always begins at the start of the file: only
    /// decoding tells exactly where a sample lies in a compressed file.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        guard bench.arguments.count == 2, let start = Int(bench.arguments[1]), start >= 0 else { throw WorkMissing() }
        var decoder = try AudioDecoder(
            descriptor: input.descriptor, nameHint: bench.arguments[0], arriving: input.arriving)
        var writer = try SoundWriter(from: start, of: decoder.format, to: output)
        var block = SampleBlock(channels: decoder.format.channels)
        while try decoder.next(into: &block) {
            try writer.add(&block)
            // Progress prevents the parent's timeout while nothing is written.
            bench.report(progress: writer.skippedPart)
        }
        try writer.finish()
    }
}
