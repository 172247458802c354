import Glibc
import Signal

/// Low-pass filters a stream and keeps every `factor`-th sample, without delay.
///
/// The filter is flat up to a fifth of the new rate. Frequencies above four fifths would alias into that range; it attenuates
/// them by 80 dB.
struct Decimator {
    let factor: Int
    /// The output of the last `push` or `finish`.
    private(set) var output: [Float] = []
    private let weights: [Float]
    /// Samples that the next outputs depend on.
    private var samples: [Float]
    private var pushed = 0

    /// Half length of the filter, in outputs.
    private static let reach = 5
    private static let beta = 8.0

    init(factor: Int) {
        self.factor = factor
        let half = Self.reach * factor
        let window = (-half...half).map { index in
            Window.kaiser(Double(index) / Double(half + 1), beta: Self.beta)
        }
        let raw = zip(-half...half, window).map { index, window in
            let turn = Double.pi * Double(index) / Double(factor)
            return window * (index == 0 ? 1 : sin(turn) / turn)
        }
        let sum = raw.reduce(0, +)
        weights = raw.map { Float($0 / sum) }
        samples = Array(repeating: 0, count: half)
    }

    /// Adds samples and puts the outputs that they complete into `output`.
    mutating func push(_ block: Span<Float>) {
        unsafe block.withUnsafeBufferPointer { unsafe samples.append(contentsOf: $0) }
        pushed += block.count
        makeSamples()
    }

    /// Puts the remaining outputs into `output`: up to the end of the stream, and one more.
    mutating func finish() {
        samples.append(contentsOf: repeatElement(0, count: (pushed / factor + 1 + Self.reach) * factor + 1 - pushed))
        makeSamples()
    }

    private mutating func makeSamples() {
        output.removeAll(keepingCapacity: true)
        filter(samples, by: weights, every: factor, into: &output)
        samples.removeFirst(output.count * factor)
    }
}

// A free function with one array that changes: the compiler treats spans of two properties of a struct as overlapping accesses.
private func filter(_ samples: [Float], by weights: [Float], every factor: Int, into output: inout [Float]) {
    Sums.appendDots(of: weights.span, with: samples.span, every: factor, to: &output)
}
