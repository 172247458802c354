package import Music

/// What a track looks like when it plays: its analysis, and its beats as people corrected them.
package struct Score: Sendable {
    package let analysis: TrackAnalysis
    package let grid: BeatGrid
    /// For each beat the number of its bar, counted from 1; 0 before the first downbeat and where bars are not known.
    package let bars: [Int]

    package init(_ analysis: TrackAnalysis, grid: BeatGrid) {
        self.analysis = analysis
        self.grid = grid
        var bar = 0
        bars = grid.beats.map { beat in
            if beat.isDownbeat { bar += 1 }
            return bar
        }
    }
}
