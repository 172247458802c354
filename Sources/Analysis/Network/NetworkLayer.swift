/// A dilated convolution over time: every output is a weighted sum of all inputs at a few frames, `dilation` apart.
///
/// Frames are rows of numbers, one after the other. The caller provides the padding before the first row and after the last.
package struct NetworkLayer: Sendable {
    package let taps: Int
    package let dilation: Int
    package let inputs: Int
    package let outputs: Int

    /// Outputs computed at a time: with three frames, they fill the vector registers of baseline x86-64.
    private static let lanes = 16
    /// [group of outputs][tap][input][output in the group]; padded with zero weights in the last group.
    private let weights: [Float]
    private let biases: [Float]

    /// Weights are [tap][input][output].
    package init(taps: Int, dilation: Int, inputs: Int, weights: [Float], biases: [Float]) {
        let outputs = biases.count
        precondition(weights.count == taps * inputs * outputs, "every tap of an input has a weight for every output")
        (self.taps, self.dilation, self.inputs, self.outputs) = (taps, dilation, inputs, outputs)
        let groups = (outputs + Self.lanes - 1) / Self.lanes
        var grouped: [Float] = []
        grouped.reserveCapacity(groups * Self.lanes * taps * inputs)
        for first in stride(from: 0, to: groups * Self.lanes, by: Self.lanes) {
            for row in 0..<taps * inputs {
                for output in first..<first + Self.lanes {
                    grouped.append(output < outputs ? weights[row * outputs + output] : 0)
                }
            }
        }
        self.weights = grouped
        self.biases = biases + Array(repeating: 0, count: groups * Self.lanes - outputs)
    }

    /// Length of an output row: the outputs, padded to whole groups.
    var width: Int { biases.count }

    /// An output depends on this many frames before and after its own.
    var reach: Int { taps / 2 * dilation }
}

extension NetworkLayer {
    /// How the sums are written.
    enum Finish {
        case rectified, plain
        /// Added to the numbers in the target.
        case added
    }

    /// Convolves `count` rows of `source` into rows of `target`, which are `width` long.
    ///
    /// The caller guarantees that `source` points to the first row of length `inputs`, that `reach` more rows can be read before and
    /// after them, that `target` has room for `count` rows, and that the two do not overlap.
    func convolve(_ source: UnsafePointer<Float>, count: Int, into target: UnsafeMutablePointer<Float>, finish: Finish) {
        unsafe weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress else { return }
            let groupSize = taps * inputs * Self.lanes
            var row = 0
            while row < count {
                let rows = count - row >= 3 ? 3 : 1
                for group in 0..<width / Self.lanes {
                    let first = unsafe source + (row - reach) * inputs
                    let matrix = unsafe weights + group * groupSize
                    let bias = SIMD16(biases, from: group * Self.lanes)
                    let place = unsafe target + row * width + group * Self.lanes
                    if rows == 3 {
                        let sums = unsafe threeRows(first, matrix, bias)
                        unsafe write(sums.0, to: place, finish)
                        unsafe write(sums.1, to: place + width, finish)
                        unsafe write(sums.2, to: place + 2 * width, finish)
                    } else {
                        unsafe write(oneRow(first, matrix, bias), to: place, finish)
                    }
                }
                row += rows
            }
        }
    }

    /// Sixteen outputs of three neighbouring frames, so that each weight is read once for three frames.
    @inline(__always) private func threeRows(
        _ first: UnsafePointer<Float>, _ matrix: UnsafePointer<Float>, _ bias: SIMD16<Float>
    ) -> (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>) {
        var (sum0, sum1, sum2) = (bias, bias, bias)
        var weights = unsafe UnsafeRawPointer(matrix)
        for tap in 0..<taps {
            let row0 = unsafe first + tap * dilation * inputs
            let row1 = unsafe row0 + inputs
            let row2 = unsafe row1 + inputs
            for input in 0..<inputs {
                let weight = unsafe weights.loadUnaligned(as: SIMD16<Float>.self)
                unsafe sum0 += weight * row0[input]
                unsafe sum1 += weight * row1[input]
                unsafe sum2 += weight * row2[input]
                unsafe weights += 64
            }
        }
        return (sum0, sum1, sum2)
    }

    /// Sixteen outputs of one frame, by the same operations in the same order, so that results do not depend on how frames are
    /// grouped.
    @inline(__always) private func oneRow(
        _ first: UnsafePointer<Float>, _ matrix: UnsafePointer<Float>, _ bias: SIMD16<Float>
    ) -> SIMD16<Float> {
        var sum = bias
        var weights = unsafe UnsafeRawPointer(matrix)
        for tap in 0..<taps {
            let row = unsafe first + tap * dilation * inputs
            for input in 0..<inputs {
                unsafe sum += weights.loadUnaligned(as: SIMD16<Float>.self) * row[input]
                unsafe weights += 64
            }
        }
        return sum
    }

    @inline(__always) private func write(_ sums: SIMD16<Float>, to place: UnsafeMutablePointer<Float>, _ finish: Finish) {
        let target = UnsafeMutableRawPointer(place)
        let result =
            switch finish {
            case .rectified: sums.replacing(with: 0, where: sums .< 0)
            case .plain: sums
            case .added: unsafe target.loadUnaligned(as: SIMD16<Float>.self) + sums
            }
        unsafe target.storeBytes(of: result, as: SIMD16<Float>.self)
    }
}

extension SIMD16<Float> {
    @inline(__always) fileprivate init(_ numbers: [Float], from first: Int) {
        self.init(numbers[first..<first + 16])
    }
}

extension NetworkLayer {
    /// The outputs for rows that stand in a ring: each is a sum over `taps` rows from its own on. A row of outputs has `width` numbers.
    func around(_ ring: [Float]) -> [Float] {
        let count = ring.count / inputs
        let opened = (0..<count + taps - 1).flatMap { row in
            let start = row % count * inputs
            return ring[start..<start + inputs]
        }
        return sums(of: opened, count: count)
    }

    /// The outputs for rows of which each is summed with those that follow it, `taps` in all.
    func sums(of rows: [Float], count: Int) -> [Float] {
        precondition(dilation == 1 && rows.count == (count + taps - 1) * inputs, "every output has rows for all taps")
        var result = [Float](repeating: 0, count: count * width)
        unsafe rows.withUnsafeBufferPointer { rows in
            unsafe result.withUnsafeMutableBufferPointer { result in
                guard let first = rows.baseAddress, let target = result.baseAddress else { return }
                unsafe convolve(first + reach * inputs, count: count, into: target, finish: .plain)
            }
        }
        return result
    }
}
