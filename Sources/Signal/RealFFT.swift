internal import CFourier

/// The spectrum of windowed frames of real samples, with the same bits on every processor. Not thread-safe: make one for each thread.
@safe package final class RealFFT {
    /// Samples a frame.
    package let size: Int
    /// Bins a spectrum: bin k stands for k cycles a frame, from 0 to half the sampling rate.
    package let binCount: Int
    /// The numbers that this processor can compute at a time.
    package static let widestLanes = Int(downbeat_fourier_lanes())

    private let fourier: OpaquePointer

    /// Frames are as long as their window, which has a multiple of 64 weights: a power of two, or three times one. `lanes` is 4 or
    /// `widestLanes`.
    package init(window: [Float], lanes: Int = widestLanes) {
        let count = window.count
        let odd = count >> count.trailingZeroBitCount
        precondition(count > 0 && count % 64 == 0 && (odd == 1 || odd == 3), "no frames of \(count) samples")
        precondition(lanes == 4 || lanes == Self.widestLanes, "not \(lanes) numbers at a time")
        guard let fourier = unsafe downbeat_fourier_make(window, count, Int32(lanes)) else {
            preconditionFailure("no memory for frames of \(count) samples")
        }
        size = count
        binCount = count / 2 + 1
        unsafe self.fourier = fourier
    }

    deinit { unsafe downbeat_fourier_free(fourier) }

    /// The squared magnitude of every bin of one frame.
    package func power(of frame: Span<Float>, into power: inout MutableSpan<Float>) {
        precondition(frame.count == size && power.count == binCount, "\(size) samples have \(binCount) bins")
        unsafe frame.withUnsafeBufferPointer { frame in
            unsafe power.withUnsafeMutableBufferPointer { power in
                guard let frame = frame.baseAddress, let power = power.baseAddress else { return }
                unsafe downbeat_fourier_power(fourier, frame, power)
            }
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
}
