import Music

/// A beat grid as text for Sonic Visualiser and beat scorers: on each line a time in seconds, a tab, and the position in the bar.
enum BeatsText {
    static func text(of grid: BeatGrid) -> String {
        grid.beats.map { "\(seconds($0.time))\t\($0.position)\n" }.joined()
    }

    /// With all six decimals, so that columns align.
    private static func seconds(_ time: MediaTime) -> String {
        let fraction = String(time.microseconds % 1_000_000)
        return "\(time.microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}
