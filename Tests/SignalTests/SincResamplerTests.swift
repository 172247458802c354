import Foundation
import Testing

@testable import Signal

@Suite("Changing the rate of a stream")
struct SincResamplerTests {
    private func sine(_ frequency: Double, _ rate: Double, _ count: Int) -> [Float] {
        (0..<count).map { Float(sin(2 * .pi * frequency * Double($0) / rate)) }
    }

    private func resampled(_ samples: [Float], _ resampler: SincResampler, blocks: Int) -> [Float] {
        var resampler = resampler
        var output: [Float] = []
        for start in stride(from: 0, to: samples.count, by: blocks) {
            resampler.push(samples.span.extracting(start..<min(start + blocks, samples.count)), into: &output)
        }
        return output
    }

    @Test("a sine stays what it is and where it is", arguments: [44_100, 96_000, 8_000, 48_000])
    func sines(_ input: Int) {
        let output = input == 48_000 ? 44_100 : 48_000
        for frequency in [50.0, 1_000, 3_400] {
            let made = resampled(sine(frequency, Double(input), input), SincResampler(from: input, to: output), blocks: 1_000)
            let expected = sine(frequency, Double(output), made.count)
            #expect(made.count > output * 99 / 100 && made.count <= output)
            let error = zip(made, expected).dropFirst(200).map { abs($0 - $1) }.max() ?? 1
            #expect(error < 0.002, "\(frequency) Hz: \(error)")
        }
    }

    /// But for the rounding of places between samples.
    private func isSame(_ left: [Float], _ right: [Float]) -> Bool { zip(left, right).allSatisfy { abs($0 - $1) < 1e-5 } }

    @Test("the same rate changes nothing, and blocks of any size are the same")
    func identity() {
        let samples = (0..<5_000).map { Float(($0 * 7_919) % 1_000) / 500 - 1 }
        let made = resampled(samples, SincResampler(from: 48_000, to: 48_000), blocks: 5_000)
        #expect(made.count == samples.count - 16 && isSame(made, samples))
        for blocks in [1, 17, 4_410] {
            let (one, other) = (SincResampler(from: 44_100, to: 48_000), SincResampler(from: 44_100, to: 48_000))
            let (small, large) = (resampled(samples, one, blocks: blocks), resampled(samples, other, blocks: 5_000))
            #expect(small.count == large.count && isSame(small, large))
        }
    }

    @Test("what the lower rate cannot hold is left out")
    func aliases() {
        let made = resampled(sine(30_000, 96_000, 96_000), SincResampler(from: 96_000, to: 44_100), blocks: 4_096)
        #expect(made.dropFirst(200).map(abs).max() ?? 1 < 0.002)
    }

    @Test("a changed speed reads that much more of the input, without a jump")
    func speed() {
        var resampler = SincResampler(from: 48_000, to: 48_000)
        var output: [Float] = []
        let input = sine(440, 48_000, 480_000)
        for step in 0..<100 {
            resampler.speed = 1 + 0.001 * sin(Double(step) / 10)
            resampler.push(input.span.extracting(step * 4_800..<(step + 1) * 4_800), into: &output)
        }
        let steepest = Float(2 * .pi * 440 / 48_000 * 1.002)
        #expect(zip(output, output.dropFirst()).allSatisfy { abs($1 - $0) <= steepest })
        resampler.speed = 1.001
        var faster: [Float] = []
        resampler.push(input.span, into: &faster)
        #expect(abs(Double(faster.count) - 480_000 / 1.001) < 30)
    }
}
