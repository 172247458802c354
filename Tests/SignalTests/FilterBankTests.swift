import Glibc
import Signal
import Testing

@Suite("Filter bank")
struct FilterBankTests {
    private func bands(of power: [Float], in bank: FilterBank) -> [Float] {
        var bands = [Float](repeating: -1, count: bank.bandCount)
        var span = bands.mutableSpan
        bank.bands(of: power.span, into: &span)
        return bands
    }

    @Test(
        "a sine is highest in the band that the formula gives, from 40 Hz on",
        arguments: [(44_100.0, 2048), (48_000, 2048), (96_000, 4096)], [32, 64])
    func tones(format: (rate: Double, size: Int), count: Int) {
        let bank = FilterBank(bands: count, from: 40, to: 16_000, frameSize: format.size, sampleRate: format.rate)
        let fft = RealFFT(window: Window.hann(format.size))
        for band in 0..<count {
            for (share, phase) in [(0.25, 0), (0.5, 0.8), (0.5, 1.6), (0.75, 2.4)] {
                let frequency = 40 * pow(400, (Double(band) + share) / Double(count))
                let tone = sine(frequency, sampleRate: format.rate, count: format.size, phase: phase)
                let values = bands(of: power(of: tone, under: fft), in: bank)
                let highest = values.indices.max { values[$0] < values[$1] }
                #expect(highest == band, "\(frequency) Hz, phase \(phase)")
            }
        }
    }

    @Test("a sine of amplitude 1 has the value 1 in the middle of every band, within half a decibel")
    func levels() {
        let bank = FilterBank(bands: 64, from: 40, to: 16_000, frameSize: 8192, sampleRate: 44_100)
        let fft = RealFFT(window: Window.hann(8192))
        for band in 0..<64 {
            let frequency = 40 * pow(400, (Double(band) + 0.5) / 64)
            let values = bands(of: power(of: sine(frequency, sampleRate: 44_100, count: 8192), under: fft), in: bank)
            #expect(abs(10 * log10(values[band])) < 0.5, "band \(band): \(values[band])")
        }
    }

    @Test("adjacent wide bands divide the spectrum: no power is lost or counted twice")
    func partition() {
        let bank = FilterBank(bands: 24, from: 1000, to: 16_000, frameSize: 4096, sampleRate: 44_100)
        // All bands are at least 8 bins wide, so that the power of a bin in the middle of a band counts only there.
        for bin in stride(from: 110, to: 1400, by: 7) {
            var power = [Float](repeating: 0, count: 2049)
            power[bin] = 1
            let total = bands(of: power, in: bank).reduce(0, +)
            #expect(abs(total - 1 / 1.5) < 0.01, "bin \(bin)")
        }
    }

    @Test("bands above half the sampling rate are silent, and twice the power gives twice the value")
    func highBands() {
        var random = SeededNumbers(seed: 1)
        let bank = FilterBank(bands: 64, from: 40, to: 16_000, frameSize: 512, sampleRate: 8000)
        let power = random.numbers(257).map { abs($0) + 0.1 }
        let values = bands(of: power, in: bank)
        let doubled = bands(of: power.map { 2 * $0 }, in: bank)
        for band in 0..<64 {
            let low = 40 * pow(400, Double(band) / 64)
            if low > 4020 { #expect(values[band] == 0) }
            #expect(abs(doubled[band] - 2 * values[band]) <= 1e-5 * doubled[band])
        }
    }
}
