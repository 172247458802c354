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
        return unsafe left.withUnsafeBufferPointer { left in
            unsafe right.withUnsafeBufferPointer { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
                return unsafe dot(first, second, count: left.count)
            }
        }
    }

    /// Appends the dot products of `run` with the parts of `numbers` that begin every `step` numbers, as many as there are.
    package static func appendDots(of run: Span<Float>, with numbers: Span<Float>, every step: Int, to results: inout [Float]) {
        precondition(step > 0 && run.count > 0, "parts begin one after the other")
        guard numbers.count >= run.count else { return }
        let (first, count) = (results.count, (numbers.count - run.count) / step + 1)
        results.append(contentsOf: repeatElement(0, count: count))
        unsafe results.withUnsafeMutableBufferPointer { results in
            unsafe numbers.withUnsafeBufferPointer { numbers in
                unsafe run.withUnsafeBufferPointer { run in
                    guard let numbers = numbers.baseAddress, let weights = run.baseAddress else { return }
                    for part in stride(from: 0, to: count - 1, by: 2) {
                        let place = unsafe numbers + part * step
                        let (one, two) = unsafe dots(place, place + step, weights, count: run.count)
                        unsafe (results[first + part], results[first + part + 1]) = (one, two)
                    }
                    if count % 2 == 1 {
                        unsafe results[first + count - 1] = dot(numbers + (count - 1) * step, weights, count: run.count)
                    }
                }
            }
        }
    }

    /// Two products with the same run, which is read once for both: the same bits as each alone. The caller guarantees `count` numbers at
    /// all places.
    @inline(__always) private static func dots(
        _ one: UnsafePointer<Float>, _ two: UnsafePointer<Float>, _ run: UnsafePointer<Float>, count: Int
    ) -> (Float, Float) {
        var (low1, high1, low2, high2) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
        let pairs = count & ~15
        for index in stride(from: 0, to: pairs, by: 16) {
            let low = unsafe SIMD8<Float>(reading: run + index)
            unsafe low1 += SIMD8(reading: one + index) * low
            unsafe low2 += SIMD8(reading: two + index) * low
            let high = unsafe SIMD8<Float>(reading: run + index + 8)
            unsafe high1 += SIMD8(reading: one + index + 8) * high
            unsafe high2 += SIMD8(reading: two + index + 8) * high
        }
        var (total1, total2) = ((low1 + high1).sum(), (low2 + high2).sum())
        for index in pairs..<count {
            unsafe total1 += one[index] * run[index]
            unsafe total2 += two[index] * run[index]
        }
        return (total1, total2)
    }

    /// The caller guarantees `count` numbers at both places.
    @inline(__always) private static func dot(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int) -> Float {
        var low = SIMD8<Float>.zero
        var high = SIMD8<Float>.zero
        let pairs = count & ~15
        for index in stride(from: 0, to: pairs, by: 16) {
            unsafe low += SIMD8(reading: left + index) * SIMD8(reading: right + index)
            unsafe high += SIMD8(reading: left + index + 8) * SIMD8(reading: right + index + 8)
        }
        var total = (low + high).sum()
        for index in pairs..<count { unsafe total += left[index] * right[index] }
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
