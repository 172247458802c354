import Glibc
import Signal
import Testing

@Suite("Real FFT")
struct RealFFTTests {
    private static let sizes = [64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 8192]

    @Test("keeps the energy of the samples (Parseval)", arguments: sizes)
    func parseval(size: Int) {
        var random = SeededNumbers(seed: UInt64(size))
        let frame = random.numbers(size)
        let bins = power(of: frame, under: RealFFT(window: Array(repeating: 1, count: size)))
        let energy = frame.reduce(0) { $0 + Double($1) * Double($1) }
        // All bins but the first and the last count twice, for the negative frequencies.
        let total = bins.dropFirst().dropLast().reduce(Double(bins[0] + bins[bins.count - 1])) { $0 + 2 * Double($1) }
        #expect(abs(total / Double(size) - energy) < 1e-5 * energy)
    }

    @Test("a sine on a bin has 1 there, a quarter beside it, and 0 elsewhere", arguments: [3, 17, 100, 508])
    func knownSine(bin: Int) {
        let bins = power(of: sine(Double(bin), sampleRate: 1024, count: 1024), under: RealFFT(window: Window.hann(1024)))
        for (index, value) in bins.enumerated() {
            let expected: Float = index == bin ? 1 : abs(index - bin) == 1 ? 0.25 : 0
            #expect(abs(value - expected) < 1e-5, "bin \(index)")
        }
    }

    @Test("an impulse has all frequencies alike, wherever it is", arguments: sizes)
    func impulse(size: Int) {
        let fft = RealFFT(window: Array(repeating: 1, count: size))
        for place in [0, 1, size / 3, size / 2, size - 1] {
            var frame = [Float](repeating: 0, count: size)
            frame[place] = 0.5
            #expect(power(of: frame, under: fft).allSatisfy { abs($0 - 0.25) < 1e-6 }, "sample \(place)")
        }
    }

    @Test("magnitudes grow with the samples, and their squares are the power")
    func linearity() {
        var random = SeededNumbers(seed: 7)
        let fft = RealFFT(window: Window.hann(1536))
        let frame = random.numbers(1536)
        var once = [Float](repeating: 0, count: fft.binCount)
        var thrice = once
        var span = once.mutableSpan
        fft.magnitudes(of: frame.span, into: &span)
        span = thrice.mutableSpan
        let louder = frame.map { 3 * $0 }
        fft.magnitudes(of: louder.span, into: &span)
        let squares = power(of: frame, under: fft)
        for bin in once.indices {
            #expect(abs(thrice[bin] - 3 * once[bin]) < 1e-6)
            #expect(abs(squares[bin] - once[bin] * once[bin]) < 1e-6)
        }
    }

    @Test("equals the sum of its definition within a millionth of the loudest bin", arguments: sizes)
    func definition(size: Int) throws {
        var random = SeededNumbers(seed: 3)
        let frame = random.numbers(size)
        let window = Window.hann(size)
        let bins = power(of: frame, under: RealFFT(window: window))
        let turns = (0..<size).map { 2 * Double.pi * Double($0) / Double(size) }.map { (cos($0), sin($0)) }
        // Of large frames a sample of the bins, which is odd and even ones from both halves.
        let chosen = Array(stride(from: 0, to: bins.count, by: size / 256 | 1)) + [1, size / 4, size / 2 - 1, size / 2]
        let exact = chosen.map { bin in
            var (real, imaginary) = (0.0, 0.0)
            for index in 0..<size {
                let (sample, turn) = (Double(frame[index]) * Double(window[index]), turns[bin * index % size])
                real += sample * turn.0
                imaginary += sample * turn.1
            }
            return (real * real + imaginary * imaginary).squareRoot()
        }
        let loudest = try #require(exact.max())
        for (bin, exact) in zip(chosen, exact) {
            #expect(abs(Double(bins[bin]).squareRoot() - exact) < 1e-6 * loudest, "bin \(bin)")
        }
    }

    @Test("a processor that computes more numbers at a time gets the same bits", arguments: sizes)
    func lanes(size: Int) {
        var random = SeededNumbers(seed: UInt64(size))
        let window = Window.hann(size)
        let (narrow, wide) = (RealFFT(window: window, lanes: 4), RealFFT(window: window))
        for scale in [1, 1e-3, 1e-12, 1e12] as [Float] {
            let frame = random.numbers(size).map { $0 * scale }
            #expect(power(of: frame, under: narrow) == power(of: frame, under: wide), "\(scale)")
        }
    }

    @Test("a frame gets the same bits anywhere in memory")
    func alignment() {
        var random = SeededNumbers(seed: 5)
        let samples = random.numbers(1024)
        let fft = RealFFT(window: Window.hann(1024))
        let bins = power(of: samples, under: fft)
        for offset in 1...9 {
            let moved = [Float](repeating: 9, count: offset) + samples
            var power = [Float](repeating: 0, count: fft.binCount)
            var span = power.mutableSpan
            fft.power(of: moved.span.extracting(offset..<offset + 1024), into: &span)
            #expect(power == bins, "\(offset)")
        }
    }

    @Test("many threads at once get the same bits as one")
    func threads() async {
        let sizes = [512, 1024, 2048, 1536, 4096, 192]
        let alone = sizes.map { spectra(size: $0) }
        await withTaskGroup(of: (Int, [Float]).self) { group in
            for round in 0..<48 {
                group.addTask {
                    let place = round % sizes.count
                    return (place, spectra(size: sizes[place]))
                }
            }
            for await (place, spectra) in group { #expect(spectra == alone[place]) }
        }
    }
}

/// Twenty spectra of noise, one after the other.
private func spectra(size: Int) -> [Float] {
    var random = SeededNumbers(seed: UInt64(size))
    let fft = RealFFT(window: Window.hann(size))
    return (0..<20).flatMap { _ in power(of: random.numbers(size), under: fft) }
}
