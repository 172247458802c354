import Decode
import Signal
import System
import Workers

/// The worker's part of an uploaded click: writes the samples of the input's first seconds.
enum KitSoundTask {
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        var decoder = try AudioDecoder(descriptor: input.descriptor, nameHint: "")
        var resampler = try Resampler(from: decoder.format, to: KitSamples.perSecond, mono: true)
        var block = SampleBlock(channels: decoder.format.channels)
        var mono = SampleBlock(channels: 1)
        while mono.count < KitSamples.most, try decoder.next(into: &block) { resampler.push(block, into: &mono) }
        resampler.finish(into: &mono)
        let bytes = mono.rows[0].prefix(KitSamples.most).withUnsafeBytes { Array($0) }
        try NewFile.write(bytes, to: output, at: 0)
    }
}
