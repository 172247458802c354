import Session

/// What a room has announced of what plays next.
struct Announcements {
    /// A list of beats that was sent to all who want it.
    private struct Grid {
        /// The prediction that it is of.
        let edition: Int
        /// When it must be replaced; nil for one that holds all beats that are known.
        let until: ServerTime?
    }

    /// Timelines up to this generation have been announced.
    private(set) var through: Generation
    /// The lists of beats that were sent, by generation.
    private var grids: [Generation: Grid] = [:]

    init(through generation: Generation) {
        through = generation
    }

    /// When a list of beats must be replaced.
    var wake: ServerTime? { grids.values.compactMap(\.until).min() }

    func hasGrid(_ generation: Generation) -> Bool { grids[generation] != nil }

    /// Whether a generation is new.
    mutating func takes(_ generation: Generation) -> Bool {
        guard generation > through else { return false }
        through = generation
        return true
    }

    /// Whether nothing newer must be sent than the list of beats that was.
    func holds(_ generation: Generation, at now: ServerTime, _ known: KnownBeats) -> Bool {
        grids[generation].map { $0.edition == known.edition && ($0.until.map { $0 > now } ?? true) } ?? false
    }

    mutating func note(_ beats: KnownBeats, until: ServerTime?, _ generation: Generation) {
        grids[generation] = Grid(edition: beats.edition, until: until)
    }

    /// Forgets what is over.
    mutating func drop(before generation: Generation?) {
        grids = grids.filter { one, _ in generation.map { one >= $0 } == true }
    }

    /// What was announced is void.
    mutating func restart(nothingPlays generation: Generation? = nil) {
        grids = [:]
        if let generation { through = generation }
    }

    /// The generations start again.
    mutating func beginAnew() { through = Generation(0) }
}
