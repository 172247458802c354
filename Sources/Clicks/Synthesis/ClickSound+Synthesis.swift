extension ClickSound {
    /// The longest sound of our own kits, in samples: at 240 beats a minute a click has died away before the next one.
    static let longestSynthesized = perSecond / 4
    /// Seconds over which the end fades out.
    private static let fade = 0.01

    /// Made sample by sample.
    ///
    /// - Parameters:
    ///   - rise: seconds until full level; the first sample is audible even so.
    ///   - peak: the greatest magnitude.
    init(seconds: Double, rise: Double = 0.000_2, peak: Double, _ next: () -> Double) {
        let rate = Double(Self.perSecond)
        let count = min(Int(seconds * rate), Self.longestSynthesized)
        let raw = (0..<count).map { index in
            next() * min(Double(index + 1) / (rise * rate), 1) * min(Double(count - index) / (Self.fade * rate), 1)
        }
        let greatest = raw.reduce(0) { max($0, abs($1)) }
        self.init(raw.lazy.map { Float($0 / greatest * peak) })
    }
}
