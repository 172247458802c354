/// Jobs of several owners, who take turns; the jobs of one keep their order. For some hundred jobs: it moves those behind a taken one.
struct TurnQueue<Owner: Hashable & Sendable, Job: Sendable>: Sendable {
    private var jobs: [Owner: [Job]] = [:]
    /// The owners with jobs; the first is next.
    private var turns: [Owner] = []

    mutating func append(_ job: Job, of owner: Owner) {
        if jobs[owner] == nil { turns.append(owner) }
        jobs[owner, default: []].append(job)
    }

    /// The next owner's first job; nil if there is none.
    mutating func takeNext() -> Job? {
        guard !turns.isEmpty else { return nil }
        let owner = turns.removeFirst()
        let job = jobs[owner]?.removeFirst()
        if jobs[owner]?.isEmpty == true { jobs[owner] = nil } else { turns.append(owner) }
        return job
    }
}
