/// How full each bar sounds among the bars of its piece, 0...1: loud, with bass, with much that begins.
struct Fullness {
    /// Bars below this loudness are silent, as a level of `SpectrumFrame`: 65 dB below full scale.
    static let silence: Float = 48
    /// Least difference between full and empty in levels, 10 dB and 16 dB: music that stays the same is full throughout.
    private static let (loudSpread, bassSpread): (Float, Float) = (32, 51)
    /// How much loudness, bass and onsets count.
    private static let (loud, bass, busy): (Float, Float, Float) = (0.5, 0.3, 0.2)
    private static let onsetSpread: Float = 12

    private let bars: [Float]

    init(_ bars: [BarLevels.Bar]) {
        let heard = bars.filter { $0.loudness > Self.silence }
        func scale(_ path: KeyPath<BarLevels.Bar, Float>, least: Float) -> (BarLevels.Bar) -> Float {
            let sorted = heard.map { $0[keyPath: path] }.sorted()
            guard !sorted.isEmpty else { return { _ in 0 } }
            let (low, high) = (sorted[sorted.count / 20], sorted[sorted.count * 19 / 20])
            let spread = max(high - low, least)
            return { min(max(($0[keyPath: path] - high + spread) / spread, 0), 1) }
        }
        let (loudness, bass) = (scale(\.loudness, least: Self.loudSpread), scale(\.bass, least: Self.bassSpread))
        let onset = scale(\.onset, least: Self.onsetSpread)
        self.bars = bars.map { Self.loud * loudness($0) + Self.bass * bass($0) + Self.busy * onset($0) }
    }

    /// How much fuller a bar is than others before it, whatever else the piece has: -1...1.
    static func rise(from others: ArraySlice<BarLevels.Bar>, to bar: BarLevels.Bar) -> Float {
        guard !others.isEmpty else { return 0 }
        func risen(_ path: KeyPath<BarLevels.Bar, Float>, _ spread: Float) -> Float {
            let mean = others.reduce(0) { $0 + $1[keyPath: path] } / Float(others.count)
            return min(max((bar[keyPath: path] - mean) / spread, -1), 1)
        }
        return loud * risen(\.loudness, loudSpread) + bass * risen(\.bass, bassSpread) + busy * risen(\.onset, onsetSpread)
    }

    /// A bar with a part of its neighbours, so that it does not stand out alone; but nothing reaches over the border of an act.
    func smooth(_ bar: Int, within act: Range<Int>) -> Float {
        let (before, after) = (bars[max(act.lowerBound, bar - 1)], bars[min(act.upperBound - 1, bar + 1)])
        return 0.5 * bars[bar] + 0.25 * (before + after)
    }

    /// The mean of some bars.
    func mean(_ range: Range<Int>) -> Float { bars[range].reduce(0, +) / Float(max(1, range.count)) }
}
