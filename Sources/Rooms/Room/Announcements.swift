import Session

/// What a room has announced of what plays next.
struct Announcements {
    /// Timelines up to this generation have been announced.
    private(set) var through: Generation
    /// The lists of beats that were sent, by generation.
    private var grids: [Generation: SentGrid] = [:]

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

    /// Whether the list of beats that was sent still holds.
    func holds(_ generation: Generation, at now: ServerTime, _ beats: KnownBeats) -> Bool {
        grids[generation]?.isValid(at: now, beats) ?? false
    }

    mutating func note(_ grid: SentGrid, _ generation: Generation) { grids[generation] = grid }

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
