import Decode
import Signal

/// The worker's part of a room's sound: writes the input's samples into a pipe, as fast as they are taken out of it.
enum SoundTask {
    /// The arguments are the file's name and the first sample that is wanted. Decoding begins with the file all the same: where a
    /// sample lies in a compressed file, only decoding tells for sure.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        guard bench.arguments.count == 2, let start = Int(bench.arguments[1]), start >= 0 else { throw WorkMissing() }
        var decoder = try AudioDecoder(descriptor: input.descriptor, nameHint: bench.arguments[0])
        var writer = try SoundWriter(from: start, of: decoder.format, to: output)
        var block = SampleBlock(channels: decoder.format.channels)
        while try decoder.next(into: &block) {
            try writer.add(&block)
            // A sign of life while nothing is written; the rest is heard.
            bench.report(progress: writer.skippedPart)
        }
        try writer.finish()
    }

    /// The words that `run` finds.
    static func arguments(name: String, start: Int) -> [String] { [name, "\(max(0, start))"] }
}
