package import Music

/// What a track looks like when it plays: its analysis, its beats as people corrected them, and what is to be found in all of it.
package struct Score: Sendable {
    package let analysis: TrackAnalysis
    package let grid: BeatGrid
    package let tops: PictureTops
    /// For each beat the number of its bar, counted from 1; 0 before the first downbeat and where bars are not known.
    package let bars: [Int]
    /// The median tempo in beats a minute; nil with fewer than two beats.
    package let tempo: Double?

    /// Reads all frames; not for a thread that must not wait.
    package init(_ analysis: TrackAnalysis, grid: BeatGrid) {
        self.analysis = analysis
        self.grid = grid
        tops = PictureTops(analysis)
        tempo = grid.tempo
        var bar = 0
        bars = grid.beats.map { beat in
            if beat.isDownbeat { bar += 1 }
            return bar
        }
    }
}
