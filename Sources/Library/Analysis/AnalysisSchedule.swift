import Catalog
import Web

/// Decides which analyses run: tracks that somebody asked for first, then the rest of the library.
///
/// It is a value. The queue asks for the next step, carries it out, and reports what came of it.
struct AnalysisSchedule: Sendable {
    typealias Urgency = AnalysisQueue.Urgency

    enum Step: Equatable, Sendable {
        case begin(AnalysisWork)
        /// Ask the catalog for more background work, after the recording with this key. `look` comes back with the answer.
        case search(after: Int, look: Int)
    }

    private struct Request: Sendable {
        let work: AnalysisWork
        let urgency: Urgency
        let number: Int
        let asker: Asker?
        /// Requests of the same asker that waited before this one. Requests are served round robin by asker.
        let rank: Int
    }

    /// Tracks that may wait out of turn; a script that asks for more is told to use the background.
    static let mostAsked = 10_000
    /// So many analyses that wait for their files take no place from others. Once their files are here, all go on.
    static let mostArriving = 4

    /// Analyses at a time; what somebody waits for may have one more.
    private let jobs: Int
    /// By the recording's key.
    private var requests: [Int: Request] = [:]
    /// How many requests of each asker wait.
    private var shares: [Asker: Int] = [:]
    private var background: [AnalysisWork] = []
    private(set) var running: [Int: Urgency] = [:]
    /// Those of them whose files still come from elsewhere.
    private var arriving: Set<Int> = []
    private(set) var isPaused = false
    private(set) var isStarted = false
    private var lastTaken = 0
    private var lastNumber = 0
    /// Counts calls of `lookAgain`. Answers to earlier searches are stale.
    private var look = 0
    private var isSearching = false
    private var hasMore = true

    init(jobs: Int) {
        self.jobs = jobs
    }

    var askedCount: Int { requests.count }

    /// Whether there is nothing to do that could be done now.
    var isIdle: Bool {
        running.isEmpty && requests.isEmpty && background.isEmpty && !isSearching && (!hasMore || isPaused || !isStarted)
    }

    /// Whether an analysis runs or was asked for.
    func awaits(_ content: Int) -> Bool {
        running[content] != nil || requests[content] != nil
    }

    /// How many requests begin before each of these that waits.
    func places(of contents: Set<Int>) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for (place, request) in requests.values.sorted(by: Self.isBefore).enumerated() where contents.contains(request.work.content)
        {
            places[request.work.content] = place
        }
        return places
    }

    mutating func start(paused: Bool) {
        isPaused = paused
        isStarted = true
        lookAgain()
    }

    /// From now on nothing begins.
    mutating func stop() {
        isStarted = false
    }

    /// Background work waits while paused; what is asked for does not.
    mutating func set(paused: Bool) {
        isPaused = paused
    }

    /// There may be more background work: all of it is read again.
    mutating func lookAgain() {
        look += 1
        lastTaken = 0
        hasMore = true
        background = []
    }

    /// Whether a request would change what waits: the analysis neither runs nor waits with at least this urgency.
    func isNew(_ work: AnalysisWork, _ urgency: Urgency) -> Bool {
        running[work.content] == nil && requests[work.content].map { $0.urgency < urgency } != false
    }

    /// Whether so many requests wait that no other is taken.
    func isFull(for work: AnalysisWork) -> Bool {
        requests[work.content] == nil && requests.count >= Self.mostAsked
    }

    /// Puts an analysis before the background's turn. It takes the place of a less urgent request.
    mutating func ask(for work: AnalysisWork, _ urgency: Urgency, by asker: Asker?) {
        if let known = running[work.content] { running[work.content] = max(known, urgency) }
        guard isNew(work, urgency) else { return }
        take(work.content)
        background.removeAll { $0.content == work.content }
        lastNumber += 1
        var rank = 0
        if let asker {
            rank = shares[asker, default: 0]
            shares[asker] = rank + 1
        }
        requests[work.content] = Request(work: work, urgency: urgency, number: lastNumber, asker: asker, rank: rank)
    }

    /// An analysis that runs waits for its file, or no longer.
    mutating func set(arriving isArriving: Bool, _ content: Int) {
        if isArriving { arriving.insert(content) } else { arriving.remove(content) }
    }

    /// What to do next; nil if nothing can be done now.
    mutating func next() -> Step? {
        guard isStarted else { return nil }
        let working = running.count - min(arriving.count, Self.mostArriving)
        // The last place is kept for what somebody waits for.
        if let request = requests.values.min(by: Self.isBefore), working < (request.urgency > .ordered ? jobs + 1 : jobs) {
            take(request.work.content)
            running[request.work.content] = request.urgency
            return .begin(request.work)
        }
        guard !isPaused, working < jobs else { return nil }
        while !background.isEmpty {
            let work = background.removeFirst()
            guard running[work.content] == nil else { continue }
            running[work.content] = .background
            return .begin(work)
        }
        guard hasMore, !isSearching else { return nil }
        isSearching = true
        return .search(after: lastTaken, look: look)
    }

    /// The catalog has answered a search; none found means that there is no more.
    mutating func found(_ works: [AnalysisWork], look: Int) {
        isSearching = false
        guard look == self.look else { return }
        background = works.filter { requests[$0.content] == nil }
        hasMore = !works.isEmpty
        lastTaken = works.last?.content ?? lastTaken
    }

    /// The catalog could not be read: the search is to be made again.
    mutating func searchFailed() {
        isSearching = false
    }

    mutating func ended(_ content: Int) {
        running[content] = nil
        arriving.remove(content)
    }

    /// Removes a request, if there is one.
    private mutating func take(_ content: Int) {
        guard let asker = requests.removeValue(forKey: content)?.asker, let count = shares[asker] else { return }
        shares[asker] = count > 1 ? count - 1 : nil
    }

    private static func isBefore(_ left: Request, _ right: Request) -> Bool {
        if left.urgency != right.urgency { return left.urgency > right.urgency }
        return (left.rank, left.number) < (right.rank, right.number)
    }
}
