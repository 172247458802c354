import Session

/// What a room has announced of what plays next.
struct Announcements {
    private struct Key: Hashable {
        let generation: Generation
        let list: CourseList
    }

    /// A list that was sent to all who want it.
    private struct Sent {
        let edition: Int
        /// When it must be replaced; nil for one that holds all that is known.
        let until: ServerTime?
    }

    /// Timelines up to this generation have been announced.
    private(set) var through: Generation
    private var lists: [Key: Sent] = [:]

    init(through generation: Generation) {
        through = generation
    }

    /// When a list must be replaced.
    var wake: ServerTime? { lists.values.compactMap(\.until).min() }

    func has(_ list: CourseList, _ generation: Generation) -> Bool { lists[Key(generation: generation, list: list)] != nil }

    /// Whether a generation is new.
    mutating func takes(_ generation: Generation) -> Bool {
        guard generation > through else { return false }
        through = generation
        return true
    }

    /// Whether nothing newer must be sent than the list that was.
    func holds(_ list: CourseList, _ generation: Generation, at now: ServerTime, edition: Int) -> Bool {
        lists[Key(generation: generation, list: list)].map { $0.edition == edition && ($0.until.map { $0 > now } ?? true) } ?? false
    }

    mutating func note(_ list: CourseList, _ generation: Generation, edition: Int, until: ServerTime?) {
        lists[Key(generation: generation, list: list)] = Sent(edition: edition, until: until)
    }

    /// Forgets what is over.
    mutating func drop(before generation: Generation?) {
        lists = lists.filter { key, _ in generation.map { key.generation >= $0 } == true }
    }

    /// What was announced is void.
    mutating func restart(nothingPlays generation: Generation? = nil) {
        lists = [:]
        if let generation { through = generation }
    }

    /// The generations start again.
    mutating func beginAnew() { through = Generation(0) }
}
