internal import Glibc

/// The spectrum of windowed frames of real samples. Not thread-safe: make one for each thread; they share a plan.
///
/// Packs each two neighbouring samples into a complex number, transforms these, and computes the spectrum of the samples from
/// that half as long complex spectrum. FFTW's own real transforms do the same at half the speed, unless they are measured first.
package final class RealFFT {
    /// Samples a frame.
    package let size: Int
    /// Bins a spectrum: bin k stands for k cycles a frame, from 0 to half the sampling rate.
    package let binCount: Int

    private let plan: FFTPlan
    /// The window's weights, halved, which saves halving the spectrum.
    private let window: [Float]
    /// e^(-2πik/size), real parts and imaginary parts.
    private let cosines: [Float]
    private let sines: [Float]
    private let samples: FFTMemory
    private let pairs: FFTMemory

    /// Frames are as long as their window, which has an even number of weights.
    package init(window: [Float]) {
        precondition(window.count >= 2 && window.count % 2 == 0, "a frame has an even number of samples")
        let count = window.count
        size = count
        binCount = count / 2 + 1
        plan = FFTPlan.of(size: count / 2)
        self.window = window.map { $0 / 2 }
        cosines = (0...count / 4).map { Float(cos(2 * Double.pi * Double($0) / Double(count))) }
        sines = (0...count / 4).map { Float(-sin(2 * Double.pi * Double($0) / Double(count))) }
        samples = FFTMemory(count: count)
        pairs = FFTMemory(count: count)
    }

    /// The squared magnitude of every bin of one frame.
    package func power(of frame: Span<Float>, into power: inout MutableSpan<Float>) {
        precondition(frame.count == size && power.count == binCount, "\(size) samples have \(binCount) bins")
        unsafe frame.withUnsafeBufferPointer { frame in
            guard let frame = frame.baseAddress else { return }
            unsafe weigh(frame)
        }
        plan.transform(samples, into: pairs)
        unsafe power.withUnsafeMutableBufferPointer { power in
            guard let power = power.baseAddress else { return }
            unsafe untangle(into: power)
        }
    }

    /// The magnitude of every bin of one frame.
    package func magnitudes(of frame: Span<Float>, into magnitudes: inout MutableSpan<Float>) {
        power(of: frame, into: &magnitudes)
        unsafe magnitudes.withUnsafeMutableBufferPointer { magnitudes in
            guard let first = magnitudes.baseAddress else { return }
            let whole = binCount & ~7
            for bin in stride(from: 0, to: whole, by: 8) {
                unsafe SIMD8(reading: first + bin).squareRoot().write(to: first + bin)
            }
            for bin in whole..<binCount { unsafe first[bin].formSquareRoot() }
        }
    }

    /// Multiplies the frame by the window. The caller guarantees `size` samples.
    private func weigh(_ frame: UnsafePointer<Float>) {
        unsafe window.withUnsafeBufferPointer { window in
            guard let window = window.baseAddress else { return }
            let target = unsafe samples.floats
            let whole = size & ~7
            for index in stride(from: 0, to: whole, by: 8) {
                let weighted = unsafe SIMD8(reading: frame + index) * SIMD8(reading: window + index)
                unsafe weighted.write(to: target + index)
            }
            for index in whole..<size { unsafe target[index] = frame[index] * window[index] }
        }
    }

    /// With Z the spectrum of the M pairs, Z[k] and Z[M - k] give the spectra of the even samples, E, and of the odd ones, O. Bins k and
    /// M - k are |E + e^(-2πik/size) O|² and |E - e^(-2πik/size) O|².
    ///
    /// The caller guarantees room for `binCount` numbers.
    private func untangle(into power: UnsafeMutablePointer<Float>) {
        let pairs = unsafe pairs.floats
        let count = size / 2
        let (sum, difference) = unsafe (2 * (pairs[0] + pairs[1]), 2 * (pairs[0] - pairs[1]))
        unsafe power[0] = sum * sum
        unsafe power[count] = difference * difference
        unsafe cosines.withUnsafeBufferPointer { cosines in
            unsafe sines.withUnsafeBufferPointer { sines in
                guard let cosines = cosines.baseAddress, let sines = sines.baseAddress else { return }
                var low = 1
                while low + 7 <= count / 2 {
                    let high = count - low
                    let (near, far) = unsafe (ComplexLanes(at: pairs + 2 * low), ComplexLanes(at: pairs + 2 * (high - 7)).reversed)
                    let turn = unsafe ComplexLanes(real: SIMD8(reading: cosines + low), imaginary: SIMD8(reading: sines + low))
                    let (lower, upper) = ComplexLanes.powers(near, far, turn)
                    unsafe lower.write(to: power + low)
                    unsafe upper.reversed.write(to: power + (high - 7))
                    low += 8
                }
                while low <= count / 2 {
                    let high = count - low
                    let near = unsafe ComplexLanes(
                        real: .init(repeating: pairs[2 * low]), imaginary: .init(repeating: pairs[2 * low + 1]))
                    let far = unsafe ComplexLanes(
                        real: .init(repeating: pairs[2 * high]), imaginary: .init(repeating: pairs[2 * high + 1]))
                    let turn = unsafe ComplexLanes(real: .init(repeating: cosines[low]), imaginary: .init(repeating: sines[low]))
                    let (lower, upper) = ComplexLanes.powers(near, far, turn)
                    unsafe power[low] = lower[0]
                    unsafe power[high] = upper[0]
                    low += 1
                }
            }
        }
    }
}

/// Eight complex numbers.
private struct ComplexLanes {
    let real: SIMD8<Float>
    let imaginary: SIMD8<Float>

    @inline(__always) init(real: SIMD8<Float>, imaginary: SIMD8<Float>) {
        (self.real, self.imaginary) = (real, imaginary)
    }

    /// Reads pairs of a real and an imaginary part; the caller guarantees eight.
    @inline(__always) init(at source: UnsafePointer<Float>) {
        let numbers = unsafe UnsafeRawPointer(source).loadUnaligned(as: SIMD16<Float>.self)
        (real, imaginary) = (numbers.evenHalf, numbers.oddHalf)
    }

    @inline(__always) var reversed: ComplexLanes { ComplexLanes(real: real.reversed, imaginary: imaginary.reversed) }

    /// The squared magnitudes of bins and of their mirror bins.
    @inline(__always) static func powers(_ near: ComplexLanes, _ far: ComplexLanes, _ turn: ComplexLanes) -> (
        SIMD8<Float>, SIMD8<Float>
    ) {
        let even = ComplexLanes(real: near.real + far.real, imaginary: near.imaginary - far.imaginary)
        let odd = ComplexLanes(real: near.imaginary + far.imaginary, imaginary: far.real - near.real)
        let real = turn.real * odd.real - turn.imaginary * odd.imaginary
        let imaginary = turn.real * odd.imaginary + turn.imaginary * odd.real
        let sum = ComplexLanes(real: even.real + real, imaginary: even.imaginary + imaginary)
        let difference = ComplexLanes(real: even.real - real, imaginary: even.imaginary - imaginary)
        return (
            sum.real * sum.real + sum.imaginary * sum.imaginary,
            difference.real * difference.real + difference.imaginary * difference.imaginary
        )
    }
}

extension SIMD8<Float> {
    @inline(__always) fileprivate var reversed: SIMD8<Float> {
        SIMD8(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
    }
}
