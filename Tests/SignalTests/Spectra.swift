import Glibc
import Signal

/// A sine of amplitude 1; `phase` in radians.
func sine(_ frequency: Double, sampleRate: Double, count: Int, phase: Double = 0) -> [Float] {
    (0..<count).map { Float(sin(2 * .pi * frequency * Double($0) / sampleRate + phase)) }
}

/// The power spectrum of one frame.
func power(of frame: [Float], under fft: RealFFT) -> [Float] {
    var power = [Float](repeating: 0, count: fft.binCount)
    var span = power.mutableSpan
    fft.power(of: frame.span, into: &span)
    return power
}
