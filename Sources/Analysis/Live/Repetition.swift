internal import Signal

/// How much the strokes of the last seconds repeat after whole beats, and how much they do after other times.
///
/// Music repeats after one to four beats. Speech and crackle do not, even where beats fit their evidence by chance.
struct Repetition: Sendable {
    /// Frames of the past that are compared, and how many must be left of them.
    private static let (judged, fewest) = (8 * BeatEvidence.perSecond, BeatEvidence.perSecond)
    /// Beats after which music repeats, and others.
    private static let (whole, broken) = ([1.0, 2, 3, 4], [0.37, 0.63, 1.37, 1.63, 2.37])

    /// The best correlation after whole beats.
    let onBeats: Double
    /// The mean correlation after other times.
    let elsewhere: Double

    /// Of the strokes up to a frame. `interval` is that of the beats, in seconds: a third of the pointer's shortest period to three times
    /// its longest.
    init(of rises: FrameSeries, through end: Int, interval: Double) {
        let strokes = Strokes(max(0, end - Self.judged)..<end, of: rises)
        func correlation(after beats: Double) -> Double {
            let lag = Int((beats * interval * Double(BeatEvidence.perSecond)).rounded())
            return (lag - 1...lag + 1).reduce(-1) { max($0, strokes.correlation(lag: $1, fewest: Self.fewest)) }
        }
        onBeats = Self.whole.reduce(-1) { max($0, correlation(after: $1)) }
        elsewhere = Self.broken.reduce(0) { $0 + correlation(after: $1) } / Double(Self.broken.count)
    }
}

/// The rises of a few bands over some seconds, less their means.
private struct Strokes {
    private let bands: [[Float]]
    private let count: Int

    init(_ frames: Range<Int>, of rises: FrameSeries) {
        let count = frames.count
        self.count = count
        bands = (0..<rises.width).map { band in
            let values = frames.map { rises.value(band, frame: $0) }
            let mean = values.reduce(0, +) / Float(max(1, count))
            return values.map { $0 - mean }
        }
    }

    /// The correlation of the strokes with those `lag` frames later; 0 if that leaves fewer than `fewest` to be compared.
    func correlation(lag: Int, fewest: Int) -> Double {
        guard lag > 0, lag < count - fewest else { return 0 }
        var (products, earlier, later): (Float, Float, Float) = (0, 1e-6, 1e-6)
        for values in bands {
            let (first, last) = (values.span.extracting(first: count - lag), values.span.extracting(last: count - lag))
            products += Sums.dot(first, last)
            earlier += Sums.squares(first)
            later += Sums.squares(last)
        }
        return Double(products / (earlier * later).squareRoot())
    }
}
