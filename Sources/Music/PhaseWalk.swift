/// The phases of consecutive moments that are close together, each found from the last one instead of by a search.
package struct PhaseWalk {
    private let grid: BeatGrid
    /// The number of beats at or before the last moment.
    private var following: Int

    package init(_ grid: BeatGrid, near time: MediaTime) {
        self.grid = grid
        following = grid.countOfBeats(through: time)
    }

    /// The same as `BeatGrid.phase(at:)`.
    package mutating func phase(at time: MediaTime) -> Phase? {
        while following < grid.beats.count && grid.beats[following].time <= time { following += 1 }
        while following > 0 && grid.beats[following - 1].time > time { following -= 1 }
        return grid.phase(at: time, following: following)
    }
}
