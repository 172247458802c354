/// The spectrum of windowed frames of real samples. One thread at a time; make one for each, they share their plan.
package final class RealFFT {
    /// Samples a frame.
    package let size: Int
    /// Bins a spectrum: bin k stands for k cycles a frame, from 0 to half the sampling rate.
    package let binCount: Int

    private let plan: FFTPlan
    private let window: [Float]
    private let samples: FFTMemory
    private let bins: FFTMemory

    /// Frames are as long as their window, which has an even number of weights.
    package init(window: [Float]) {
        precondition(window.count >= 2 && window.count % 2 == 0, "a frame has an even number of samples")
        size = window.count
        binCount = size / 2 + 1
        plan = FFTPlan.of(size: size)
        self.window = window
        samples = FFTMemory(count: size)
        bins = FFTMemory(count: 2 * binCount)
    }

    /// The squared magnitude of every bin of one frame.
    package func power(of frame: Span<Float>, into power: inout MutableSpan<Float>) {
        transform(frame)
        precondition(power.count == binCount, "a spectrum has \(binCount) bins")
        unsafe power.withUnsafeMutableBufferPointer { power in
            guard let target = power.baseAddress else { return }
            let whole = binCount & ~7
            for bin in stride(from: 0, to: whole, by: 8) { unsafe squares(at: bin).write(to: target + bin) }
            for bin in whole..<binCount { unsafe target[bin] = square(at: bin) }
        }
    }

    /// The magnitude of every bin of one frame.
    package func magnitudes(of frame: Span<Float>, into magnitudes: inout MutableSpan<Float>) {
        transform(frame)
        precondition(magnitudes.count == binCount, "a spectrum has \(binCount) bins")
        unsafe magnitudes.withUnsafeMutableBufferPointer { magnitudes in
            guard let target = magnitudes.baseAddress else { return }
            let whole = binCount & ~7
            for bin in stride(from: 0, to: whole, by: 8) {
                unsafe squares(at: bin).squareRoot().write(to: target + bin)
            }
            for bin in whole..<binCount { unsafe target[bin] = square(at: bin).squareRoot() }
        }
    }

    private func transform(_ frame: Span<Float>) {
        precondition(frame.count == size, "a frame has \(size) samples")
        unsafe frame.withUnsafeBufferPointer { frame in
            unsafe window.withUnsafeBufferPointer { window in
                guard let frame = frame.baseAddress, let window = window.baseAddress else { return }
                let target = unsafe samples.floats
                let whole = size & ~7
                for index in stride(from: 0, to: whole, by: 8) {
                    let weighted = unsafe SIMD8(reading: frame + index) * SIMD8(reading: window + index)
                    unsafe weighted.write(to: target + index)
                }
                for index in whole..<size { unsafe target[index] = frame[index] * window[index] }
            }
        }
        plan.transform(samples, into: bins)
    }

    /// Squared magnitudes of eight bins that all exist.
    @inline(__always) private func squares(at bin: Int) -> SIMD8<Float> {
        let low = unsafe SIMD8(reading: bins.floats + 2 * bin)
        let high = unsafe SIMD8(reading: bins.floats + 2 * bin + 8)
        let real = SIMD8(lowHalf: low.evenHalf, highHalf: high.evenHalf)
        let imaginary = SIMD8(lowHalf: low.oddHalf, highHalf: high.oddHalf)
        return real * real + imaginary * imaginary
    }

    /// Squared magnitude of a bin that exists.
    private func square(at bin: Int) -> Float {
        let real = unsafe bins.floats[2 * bin]
        let imaginary = unsafe bins.floats[2 * bin + 1]
        return real * real + imaginary * imaginary
    }
}
