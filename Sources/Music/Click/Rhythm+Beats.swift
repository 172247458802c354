extension Rhythm {
    /// The tempo and the bar of a track's beats; nil if it has no tempo.
    ///
    /// A tempo out of the metronome's range is halved or doubled into it, as listeners do who tap along.
    package init?(following grid: BeatGrid) {
        guard var beatsPerMinute = grid.tempo, beatsPerMinute > 0, beatsPerMinute.isFinite else { return nil }
        while beatsPerMinute > ClickTempo.range.upperBound { beatsPerMinute /= 2 }
        while beatsPerMinute < ClickTempo.range.lowerBound { beatsPerMinute *= 2 }
        self.init()
        tempo = ClickTempo(clamping: beatsPerMinute)
        // Longer bars are none that people count.
        if (1...16).contains(grid.meter) { setBar([grid.meter], unit: .quarter) }
    }
}
