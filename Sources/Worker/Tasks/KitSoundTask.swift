import Decode
import Signal
import System
import Workers

/// The worker's part of an uploaded click: writes the samples of the input's first seconds.
enum KitSoundTask {
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        let decoder = try AudioDecoder(descriptor: input.descriptor, nameHint: "")
        var reader = try MonoReader(decoder, rate: KitSamples.perSecond)
        var samples: [Float] = []
        while samples.count < KitSamples.most, try reader.next() { samples += reader.mono.rows[0] }
        let bytes = samples.prefix(KitSamples.most).withUnsafeBytes { Array($0) }
        try NewFile.write(bytes, to: output, at: 0)
    }
}
