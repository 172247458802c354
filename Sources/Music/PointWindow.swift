/// The points of one waveform level, of which only a part is in memory: a track of ten hours has 37 MB of them.
package struct PointWindow {
    /// Points that are read at once.
    private static let most = 16_384

    package let count: Int
    private let source: (view: WaveformView, level: WaveformView.Level)?
    /// Three numbers for each point of `loaded`.
    private var numbers: [Int16]
    private var loaded: Range<Int>

    package init(_ view: WaveformView, _ level: WaveformView.Level) {
        source = (view, level)
        count = level.pointCount
        numbers = []
        loaded = 0..<0
    }

    /// Points that are in memory: a lowest, a highest and an RMS sample each.
    package init(_ numbers: [Int16]) {
        source = nil
        self.numbers = numbers
        count = numbers.count / WaveformView.numbersPerPoint
        loaded = 0..<count
    }

    /// Lowest and highest sample of some existing points. Fastest in ascending order.
    package mutating func extremes(of points: Range<Int>) -> (lowest: Int16, highest: Int16) {
        precondition(points.lowerBound >= 0 && points.upperBound <= count)
        var (lowest, highest) = (Int16.max, Int16.min)
        var next = points.lowerBound
        while next < points.upperBound {
            if !loaded.contains(next) { load(from: next) }
            let end = min(points.upperBound, loaded.upperBound)
            for point in next..<end {
                let place = (point - loaded.lowerBound) * WaveformView.numbersPerPoint
                lowest = min(lowest, numbers[place])
                highest = max(highest, numbers[place + 1])
            }
            next = end
        }
        return (lowest, highest)
    }

    private mutating func load(from first: Int) {
        guard let source else { return }
        loaded = first..<min(first + Self.most, count)
        numbers = source.view.withPoints(of: source.level, part: loaded) { span in
            unsafe span.withUnsafeBufferPointer { unsafe [Int16]($0) }
        }
    }
}
