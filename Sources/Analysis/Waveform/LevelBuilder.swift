import Music

/// Builds one level of a waveform.
struct LevelBuilder {
    let samplesPerPoint: Int
    private(set) var points: [Waveform.Point] = []
    private(set) var isDropped = false
    /// The first half of the next coarser level's point.
    private var waiting: Stretch?

    init(samplesPerPoint: Int) {
        self.samplesPerPoint = samplesPerPoint
    }

    /// Adds a point; returns the next coarser level's point if this one completes it.
    mutating func add(_ stretch: Stretch) -> Stretch? {
        if !isDropped { points.append(stretch.point) }
        defer { waiting = waiting == nil ? stretch : nil }
        return waiting?.followed(by: stretch)
    }

    /// Adds the incomplete last point, if there is one, and returns the next coarser level's.
    mutating func finish(with rest: Stretch?) -> Stretch? {
        guard let rest else { return waiting }
        return add(rest) ?? rest
    }

    /// Drops this level's points and stores no more.
    mutating func drop() {
        points = []
        isDropped = true
    }
}
