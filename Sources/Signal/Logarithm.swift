/// Vectorized logarithms: the same bits on every machine, and many times as fast as the C library's.
///
/// The base-10 logarithm has an error below 2e-6. Numbers below the smallest normal one, about 1.2e-38, are clamped to it.
package enum Logarithm {
    /// Base-10 logarithms of numbers that are not negative.
    package static func log10(_ numbers: Span<Float>, into logarithms: inout MutableSpan<Float>) {
        scaledLog2(numbers, scale: 0.301_029_995_7, into: &logarithms)
    }

    /// Decibels of powers: 10 dB a factor of ten.
    package static func decibels(ofPower powers: Span<Float>, into decibels: inout MutableSpan<Float>) {
        scaledLog2(powers, scale: 3.010_299_957, into: &decibels)
    }

    private static func scaledLog2(_ numbers: Span<Float>, scale: Float, into target: inout MutableSpan<Float>) {
        precondition(numbers.count == target.count, "every number has one logarithm")
        let whole = numbers.count & ~7
        unsafe numbers.withUnsafeBufferPointer { numbers in
            unsafe target.withUnsafeMutableBufferPointer { target in
                guard let source = numbers.baseAddress, let target = target.baseAddress else { return }
                for index in stride(from: 0, to: whole, by: 8) {
                    let logarithms = unsafe log2(SIMD8(reading: source + index))
                    unsafe (logarithms * scale).write(to: target + index)
                }
            }
        }
        for index in whole..<numbers.count { target[index] = log2(SIMD8(repeating: numbers[index]))[0] * scale }
    }

    @inline(__always) private static func log2(_ numbers: SIMD8<Float>) -> SIMD8<Float> {
        let smallest = SIMD8<Float>(repeating: .leastNormalMagnitude)
        let bits = unsafe unsafeBitCast(numbers.replacing(with: smallest, where: .!(numbers .> smallest)), to: SIMD8<Int32>.self)
        // Counting from the bits of √½ puts the mantissa between √½ and √2, where the series is short.
        let root = SIMD8<Int32>(repeating: 0x3f35_04f3)
        let exponent = (bits &- root) &>> 23
        let mantissa = unsafe unsafeBitCast(bits &- (exponent &<< 23), to: SIMD8<Float>.self)
        // ln m = 2 artanh s with s = (m - 1) / (m + 1); the first term left out is below 5e-8.
        let s = (mantissa - 1) / (mantissa + 1)
        let square = s * s
        let series = ((square * 0.412_198_6 + 0.577_078_02) * square + 0.961_796_7) * square + 2.885_390_1
        return SIMD8<Float>(exponent) + s * series
    }
}
