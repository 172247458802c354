internal import Glibc

/// Changes the rate of a stream by a windowed sinc whose phases are tabled. As long as `speed` is 1, sample n of the output is at n divided by its
/// rate, as in the input. It comes once the input reaches half a filter beyond it.
package struct SincResampler: Sendable {
    /// The zeros of the sinc that the filter holds, on each side.
    private static let zeros = 16
    private static let beta = 8.0
    /// So many places between two samples of the input have a filter of their own; between two of these it is interpolated.
    private static let places = 512

    /// How much faster the input is read than its rate says: its clock may run fast or slow.
    package var speed = 1.0
    /// Samples of the input for one of the output.
    private let step: Double
    /// Samples of the input on each side that an output depends on.
    private let half: Int
    /// A filter for each place, and for the end of the last.
    private let filters: [[Float]]
    /// What the next outputs depend on.
    private var samples: [Float]
    /// Where the next output is among these.
    private var place: Double

    package init(from input: Int, to output: Int) {
        precondition(input > 0 && output > 0)
        step = Double(input) / Double(output)
        // A lower rate holds fewer high frequencies.
        let (cutoff, half) = (min(1, 1 / step), Int((Double(Self.zeros) * max(1, step)).rounded(.up)))
        self.half = half
        filters = (0...Self.places).map { place in
            let raw = (1 - half...half).map { index in
                let distance = Double(index) - Double(place) / Double(Self.places)
                let turn = .pi * distance * cutoff
                return (turn == 0 ? 1 : sin(turn) / turn) * Window.kaiser(distance / Double(half), beta: Self.beta)
            }
            let sum = raw.reduce(0, +)
            return raw.map { Float($0 / sum) }
        }
        samples = [Float](repeating: 0, count: half - 1)
        place = Double(half - 1)
    }

    /// Adds samples and appends those of the output that they complete.
    package mutating func push(_ block: Span<Float>, into output: inout [Float]) {
        unsafe block.withUnsafeBufferPointer { unsafe samples.append(contentsOf: $0) }
        while Int(place) + half < samples.count {
            output.append(sample(at: place))
            place += step * speed
        }
        let needless = min(Int(place) - half + 1, samples.count)
        samples.removeFirst(needless)
        place -= Double(needless)
    }

    private func sample(at place: Double) -> Float {
        let first = Int(place)
        let phase = (place - Double(first)) * Double(Self.places)
        let number = min(Int(phase), Self.places - 1)
        let one = dot(filters[number], from: first - half + 1)
        let rest = Float(phase - Double(number))
        return rest == 0 ? one : one + (dot(filters[number + 1], from: first - half + 1) - one) * rest
    }

    private func dot(_ filter: [Float], from first: Int) -> Float {
        Sums.dot(filter.span, samples.span.extracting(first..<first + filter.count))
    }
}
