import Decode
import Signal

/// The worker's part of an encoded live input: decodes a stream while it comes, and writes its samples to a pipe.
enum LiveSoundTask {
    static func run(_ bench: WorkerBench) throws {
        guard let stream = bench.stream, let output = bench.output else { throw WorkMissing() }
        do {
            var decoder = try AudioDecoder(stream: stream)
            var writer = try SoundWriter(from: 0, of: decoder.format, to: output)
            var block = SampleBlock(channels: decoder.format.channels)
            while try decoder.next(into: &block) { try writer.add(&block) }
            try writer.finish()
        } catch let error as DecodeError {
            throw NoSound(description: error.sentence(of: "what comes"))
        }
    }

    private struct NoSound: Error, CustomStringConvertible {
        let description: String
    }
}
