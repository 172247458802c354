import Glibc
import Music
import Signal

/// Measures the power of the lowest bands of a stream, frame by frame.
struct BandMeter {
    /// The power of each band in the last frame, 1 for a sine of full scale.
    private(set) var bands: [Float]
    /// The power of each bin of that frame.
    private(set) var power: [Float]
    /// Width of a bin in hertz.
    let binWidth: Double
    /// Total power of a sine of amplitude 1: under a Hann window 1 in its bin, and a quarter on either side.
    let powerOfSine: Float

    private var reader: FrameReader
    private let fft: RealFFT
    private let bank: FilterBank

    /// Measures the first `bandCount` bands of a stream that was decimated from `sampleRate` by `factor`. The window is the
    /// shortest that holds `periods` periods of the lowest frequency.
    init(bandCount: Int, periods: Double, sampleRate: Int, factor: Int, _ windows: SpectrumWindows) {
        let rate = Double(sampleRate) / Double(factor)
        let lowest = Double(SpectrumFrame.lowestFrequency)
        let whole = Double(SpectrumFrame.highestFrequency) / lowest
        let size = Self.windowSize(atLeast: periods * rate / lowest)
        // Frames are timed in samples before decimation, so that they are exact for every factor.
        reader = FrameReader(
            size: size, ahead: windows.ahead(of: size), sampleRate: sampleRate, framesPerSecond: SpectrumFrame.perSecond * factor)
        let window = windows.weights(size)
        fft = RealFFT(window: window)
        powerOfSine = window.reduce(0) { $0 + $1 * $1 } * Float(size) / 4
        bank = FilterBank(
            bands: bandCount, from: lowest, to: lowest * pow(whole, Double(bandCount) / Double(SpectrumFrame.bandCount)),
            frameSize: size, sampleRate: rate)
        bands = Array(repeating: 0, count: bandCount)
        power = Array(repeating: 0, count: fft.binCount)
        binWidth = rate / Double(size)
    }

    /// The smallest sufficient size that is a power of two, from 64 on, or three quarters of one, from 192 on.
    private static func windowSize(atLeast least: Double) -> Int {
        let power = max(Int(exp2(log2(least).rounded(.up))), 64)
        return power >= 256 && Double(power / 4 * 3) >= least ? power / 4 * 3 : power
    }

    mutating func push(_ samples: Span<Float>) { reader.push(samples) }

    mutating func finish() { reader.finish() }

    /// Measures the next frame; false if more samples are needed.
    mutating func readFrame() -> Bool {
        guard let range = reader.next() else { return false }
        let samples = reader.samples
        transform(samples.span.extracting(range), by: fft, into: &power)
        divide(power, by: bank, into: &bands)
        return true
    }
}

// Free functions with one mutable span each: the compiler treats spans of two properties of a struct as overlapping accesses.
private func transform(_ frame: Span<Float>, by fft: RealFFT, into power: inout [Float]) {
    var span = power.mutableSpan
    fft.power(of: frame, into: &span)
}

private func divide(_ power: [Float], by bank: FilterBank, into bands: inout [Float]) {
    var span = bands.mutableSpan
    bank.bands(of: power.span, into: &span)
}
