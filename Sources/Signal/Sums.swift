/// Sums of many numbers in a fixed order: eight running sums, then the rest one by one.
package enum Sums {
    /// The sum of all numbers.
    package static func sum(_ numbers: Span<Float>) -> Float {
        var lanes = SIMD8<Float>.zero
        let whole = numbers.count & ~7
        unsafe numbers.withUnsafeBufferPointer { numbers in
            guard let first = numbers.baseAddress else { return }
            for index in stride(from: 0, to: whole, by: 8) { unsafe lanes += SIMD8(reading: first + index) }
        }
        var total = lanes.sum()
        for index in whole..<numbers.count { total += numbers[index] }
        return total
    }

    /// The sum of all squares.
    package static func squares(_ numbers: Span<Float>) -> Float {
        dot(numbers, numbers)
    }

    /// The sum of the products of two equally long runs.
    package static func dot(_ left: Span<Float>, _ right: Span<Float>) -> Float {
        precondition(left.count == right.count, "a dot product takes two runs of one length")
        var low = SIMD8<Float>.zero
        var high = SIMD8<Float>.zero
        let pairs = left.count & ~15
        unsafe left.withUnsafeBufferPointer { left in
            unsafe right.withUnsafeBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return }
                for index in stride(from: 0, to: pairs, by: 16) {
                    unsafe low += SIMD8(reading: left + index) * SIMD8(reading: right + index)
                    unsafe high += SIMD8(reading: left + index + 8) * SIMD8(reading: right + index + 8)
                }
            }
        }
        var total = (low + high).sum()
        for index in pairs..<left.count { total += left[index] * right[index] }
        return total
    }

    /// Adds every number, times a factor, to the number at the same index of `target`.
    package static func add(_ numbers: Span<Float>, times factor: Float, to target: inout MutableSpan<Float>) {
        precondition(numbers.count == target.count, "numbers are added to as many")
        let whole = numbers.count & ~7
        unsafe target.withUnsafeMutableBufferPointer { target in
            unsafe numbers.withUnsafeBufferPointer { numbers in
                guard let source = numbers.baseAddress, let target = target.baseAddress else { return }
                for index in stride(from: 0, to: whole, by: 8) {
                    let sum = unsafe SIMD8(reading: target + index) + SIMD8(reading: source + index) * factor
                    unsafe sum.write(to: target + index)
                }
            }
        }
        for index in whole..<numbers.count { target[index] += numbers[index] * factor }
    }
}
