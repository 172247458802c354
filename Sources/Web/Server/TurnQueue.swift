/// Jobs of several owners, who take turns; the jobs of one keep their order. For some hundred jobs: it moves those behind a taken one.
struct TurnQueue<Owner: Hashable & Sendable, Job: Sendable>: Sendable {
    private var jobs: [Owner: [Job]] = [:]
    /// The owners with jobs; the first is next.
    private var turns: [Owner] = []

    mutating func append(_ job: Job, of owner: Owner) {
        if jobs[owner] == nil { turns.append(owner) }
        jobs[owner, default: []].append(job)
    }

    /// The next owner's first job; nil if there is none. Owners who may not go keep their places.
    mutating func takeNext(where mayGo: (Owner) -> Bool = { _ in true }) -> (owner: Owner, job: Job)? {
        guard let place = turns.firstIndex(where: mayGo) else { return nil }
        let owner = turns.remove(at: place)
        guard let job = jobs[owner]?.removeFirst() else { return nil }
        if jobs[owner]?.isEmpty == true { jobs[owner] = nil } else { turns.append(owner) }
        return (owner, job)
    }
}
