import Glibc
import Signal

/// Thins a stream out to every `factor`-th sample, centred on it, with nothing left but the bass.
///
/// Flat up to a fifth of the new rate; what lies above four fifths, and would fold back into that, is 80 dB down.
struct Decimator {
    let factor: Int
    /// What the last push or the end gave.
    private(set) var output: [Float] = []
    private let weights: [Float]
    /// The samples from the reach of the next output on.
    private var samples: [Float]
    private var pushed = 0

    /// Outputs that the filter reaches to either side.
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

    /// Takes the next samples and leaves in `output` what can be told now.
    mutating func push(_ block: Span<Float>) {
        unsafe block.withUnsafeBufferPointer { unsafe samples.append(contentsOf: $0) }
        pushed += block.count
        makeSamples()
    }

    /// Leaves the rest in `output`: up to the end of the stream, and one more.
    mutating func finish() {
        samples.append(contentsOf: repeatElement(0, count: (pushed / factor + 1 + Self.reach) * factor + 1 - pushed))
        makeSamples()
    }

    private mutating func makeSamples() {
        output.removeAll(keepingCapacity: true)
        var start = 0
        while start + weights.count <= samples.count {
            output.append(Sums.dot(samples.span.extracting(start..<start + weights.count), weights.span))
            start += factor
        }
        samples.removeFirst(start)
    }
}
