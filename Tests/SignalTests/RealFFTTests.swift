import Glibc
import Signal
import Testing

@Suite("Real FFT")
struct RealFFTTests {
    @Test("keeps the energy of the samples (Parseval)", arguments: [2, 10, 30, 256, 882, 1024, 2048])
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

    @Test("magnitudes grow with the samples, and their squares are the power")
    func linearity() {
        var random = SeededNumbers(seed: 7)
        let fft = RealFFT(window: Window.hann(1000))
        let frame = random.numbers(1000)
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

    @Test("equals the sum of its definition")
    func definition() {
        var random = SeededNumbers(seed: 3)
        let size = 42
        let frame = random.numbers(size)
        let bins = power(of: frame, under: RealFFT(window: Array(repeating: 1, count: size)))
        for bin in bins.indices {
            var (real, imaginary) = (0.0, 0.0)
            for (index, sample) in frame.enumerated() {
                let angle = 2 * Double.pi * Double(bin * index) / Double(size)
                real += Double(sample) * cos(angle)
                imaginary += Double(sample) * sin(angle)
            }
            #expect(abs(Double(bins[bin]) - real * real - imaginary * imaginary) < 1e-4)
        }
    }

    @Test("many threads at once get the same bits as one")
    func threads() async {
        let sizes = [512, 600, 1024, 2048, 1536, 4096]
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
