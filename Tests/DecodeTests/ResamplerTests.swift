import Decode
import Foundation
import Signal
import Testing

@Suite("Resampling and down-mixing", .serialized)
struct ResamplerTests {
    private static let (rates, counts) = ([8_000, 44_100, 48_000, 96_000], [1, 2, 6, 8])
    /// Noise as FLAC, and ffmpeg's mono mix of it at 44.1 kHz.
    private static let mixed = MadeFiles {
        rates.flatMap { rate in
            counts.flatMap { channels -> [MadeFiles.Order] in
                let rows = (0..<channels).map { Sound.noise(seed: UInt64($0), bits: 16, count: 10_000) }
                let wave = WaveFile(rows, rate: rate)
                let mix = ["-ac", "1", "-ar", "44100", "-f", "f32le"]
                return [
                    .init(name: "\(rate)-\(channels).flac", options: [], wave: wave),
                    .init(name: "\(rate)-\(channels).raw", options: mix, wave: wave),
                ]
            }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The resampler's output for a file, block by block.
    private func mono(_ path: String, rate: Int) throws -> [Float] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var reader = try MonoReader(AudioDecoder(descriptor: descriptor, nameHint: path), rate: rate)
        var result: [Float] = []
        while try reader.next() { result += reader.mono.rows[0] }
        return result
    }

    @Test(
        "the mono mix at 44.1 kHz equals ffmpeg's", .needsFFmpeg,
        arguments: rates, counts)
    func sameAsFFmpeg(rate: Int, channels: Int) async throws {
        let path = try await Self.mixed.path("\(rate)-\(channels).flac")
        let raw = try await Self.mixed.path("\(rate)-\(channels).raw")
        let expected = try Data(contentsOf: URL(fileURLWithPath: raw))
            .withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        let mixed = try mono(path, rate: 44_100)
        #expect(mixed.count == expected.count)
        let difference = zip(mixed, expected).map { abs($0 - $1) }.max() ?? 1
        #expect(difference <= 1e-6, "\(difference)")
    }

    @Test("a click keeps its time", arguments: [8_000, 22_050, 48_000, 88_200, 192_000])
    func time(rate: Int) throws {
        let row = Sound.clicks(at: [0.25], rate: rate, count: rate / 2)
        let path = try folder.write(WaveFile([row], rate: rate).bytes, to: "a.wav")
        let before = Sound.centre(of: row, around: 0.25, rate: rate).time
        let after = try mono(path, rate: 44_100)
        #expect(abs(Sound.centre(of: after, around: 0.25, rate: 44_100).time - before) < 0.000_02)
        #expect(abs(after.count - 22_050) <= 1)
    }

    @Test("stereo becomes (left + right) / √2, as in ffmpeg")
    func stereo() throws {
        let rows = [1, 2].map { Sound.noise(seed: $0, bits: 16, count: 5_000) }
        let path = try folder.write(WaveFile(rows, rate: 44_100).bytes, to: "a.wav")
        let mixed = try mono(path, rate: 44_100)
        let expected = zip(rows[0], rows[1]).map { ($0 + $1) / Float(2).squareRoot() }
        #expect(zip(mixed, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("any split into blocks gives the same samples")
    func splits() throws {
        let row = Sound.noise(seed: 5, bits: 16, count: 20_000)
        let path = try folder.write(WaveFile([row], rate: 48_000).bytes, to: "a.wav")
        let format = try Decoded(path).format
        func resampled(by size: Int) throws -> [Float] {
            var resampler = try Resampler(from: format, to: 44_100, mono: true)
            var block = SampleBlock(channels: 1)
            var result = SampleBlock(channels: 1)
            for start in stride(from: 0, to: row.count, by: size) {
                block.rows[0] = Array(row[start..<min(row.count, start + size)])
                resampler.push(block, into: &result)
            }
            resampler.finish(into: &result)
            return result.rows[0]
        }
        let whole = try resampled(by: row.count)
        for size in [1_000, 4_096, 4_097] { #expect(try resampled(by: size) == whole) }
    }
}
