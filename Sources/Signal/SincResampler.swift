internal import Glibc

/// Raises the rate of a stream, by a windowed sinc whose phases are tabled. Sample n of the output is at n divided by the rate, as in the
/// input: it comes once the input reaches half a filter beyond it.
package struct SincResampler: Sendable {
    private static let half = 16
    private static let beta = 8.0

    /// The filter for each place between two samples of the input.
    private let phases: [[Float]]
    /// So many samples of the input are as long as `phases.count` of the output.
    private let step: Int
    /// Samples that the next outputs depend on; the first of them is `dropped` - `half` + 1 samples into the input.
    private var samples = [Float](repeating: 0, count: half - 1)
    private var dropped = 0
    /// Samples of the output so far.
    private var count = 0

    package init(from input: Int, to output: Int) {
        precondition(input > 0 && input <= output, "a lower rate needs another filter")
        var (divisor, rest) = (output, input)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        step = input / divisor
        let places = output / divisor
        phases = (0..<places).map { place in
            let raw = (1 - Self.half...Self.half).map { index in
                let distance = Double(index) - Double(place) / Double(places)
                let sinc = distance == 0 ? 1 : sin(.pi * distance) / (.pi * distance)
                return sinc * Window.kaiser(distance / Double(Self.half), beta: Self.beta)
            }
            let sum = raw.reduce(0, +)
            return raw.map { Float($0 / sum) }
        }
    }

    /// Adds samples and appends those of the output that they complete.
    package mutating func push(_ block: Span<Float>, into output: inout [Float]) {
        unsafe block.withUnsafeBufferPointer { unsafe samples.append(contentsOf: $0) }
        while true {
            let first = count * step / phases.count - dropped
            guard first + 2 * Self.half <= samples.count else {
                let needless = min(first, samples.count)
                samples.removeFirst(needless)
                dropped += needless
                return
            }
            output.append(dot(phases[count * step % phases.count], samples, from: first))
            count += 1
        }
    }
}

private func dot(_ weights: [Float], _ samples: [Float], from first: Int) -> Float {
    Sums.dot(weights.span, samples.span.extracting(first..<first + weights.count))
}
