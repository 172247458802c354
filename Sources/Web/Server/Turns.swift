/// Which jobs may go on: a few at a time, in all and of each owner. Owners take turns, and the jobs of one keep their order.
struct Turns<Owner: Hashable & Sendable, Job: Sendable>: Sendable {
    private let inAll: Int
    private let perOwner: Int
    private var begun = 0
    private var begunBy: [Owner: Int] = [:]
    private var waiting = TurnQueue<Owner, Job>()

    init(inAll: Int, perOwner: Int) {
        (self.inAll, self.perOwner) = (inAll, perOwner)
    }

    /// Whether a job begins now; otherwise it waits until `end` returns it.
    mutating func begin(_ job: Job, of owner: Owner) -> Bool {
        guard begun < inAll, begunBy[owner, default: 0] < perOwner else {
            waiting.append(job, of: owner)
            return false
        }
        noteBegin(of: owner)
        return true
    }

    /// Ends a job of an owner; returns the one that begins in its place.
    mutating func end(of owner: Owner) -> Job? {
        begun -= 1
        let rest = begunBy[owner, default: 1] - 1
        begunBy[owner] = rest > 0 ? rest : nil
        let (held, most) = (begunBy, perOwner)
        guard begun < inAll, let next = waiting.takeNext(where: { held[$0, default: 0] < most }) else { return nil }
        noteBegin(of: next.owner)
        return next.job
    }

    private mutating func noteBegin(of owner: Owner) {
        begun += 1
        begunBy[owner, default: 0] += 1
    }
}
