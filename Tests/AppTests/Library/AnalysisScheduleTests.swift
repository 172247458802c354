import Music
import Testing

@testable import Catalog
@testable import Library
@testable import Web

@Suite("Which analysis comes next") struct AnalysisScheduleTests {
    private static func work(_ content: Int) -> AnalysisWork {
        AnalysisWork(
            content: content, identity: ContentIdentity(high: 0, low: UInt64(content)), track: content,
            place: Track.Place(folder: 1, path: [], stamp: FileStamp(size: 1, modified: 1, inode: Int64(content))), attempts: 0)
    }

    private static func asker(_ number: UInt64) -> Asker {
        Asker(PeerAddress.Host(high: 0xFD00 << 48 | number, low: 1), isShared: false)
    }

    /// The order in which recordings begin until nothing is left to begin, if each ends at once. Searches find nothing.
    private static func order(_ schedule: inout AnalysisSchedule) -> [Int] {
        var begun: [Int] = []
        while let step = schedule.next() {
            switch step {
            case .begin(let work):
                begun.append(work.content)
                schedule.ended(work.content)
            case .search(_, let look): schedule.found([], look: look)
            }
        }
        return begun
    }

    @Test("playing comes before queued, then requested, then background") func urgency() {
        var schedule = AnalysisSchedule(jobs: 1)
        schedule.found([Self.work(1)], look: 0)
        for (content, urgency) in [(2, AnalysisQueue.Urgency.asked), (3, .queued), (4, .playing), (5, .asked)] {
            schedule.ask(for: Self.work(content), urgency, by: nil)
        }
        schedule.start(paused: false)
        schedule.found([Self.work(1)], look: 1)
        #expect(Self.order(&schedule) == [4, 3, 2, 5, 1])
        #expect(schedule.isIdle)
    }

    @Test("the place of a request is the number of those that begin before it") func places() {
        var schedule = AnalysisSchedule(jobs: 1)
        for (content, urgency) in [(2, AnalysisQueue.Urgency.asked), (3, .queued), (4, .playing)] {
            schedule.ask(for: Self.work(content), urgency, by: nil)
        }
        for content in 5...6 { schedule.ask(for: Self.work(content), .asked, by: Self.asker(1)) }
        let places = schedule.places(of: Set(1...6))
        schedule.start(paused: true)
        let order = Self.order(&schedule)
        #expect(places == Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) }))
        #expect(places.count == 5 && schedule.places(of: Set(1...6)).isEmpty)
    }

    @Test("analyses that wait for their files let others begin, but not without a bound") func arriving() {
        var schedule = AnalysisSchedule(jobs: 1)
        for content in 1...20 { schedule.ask(for: Self.work(content), .playing, by: nil) }
        schedule.start(paused: false)
        func begun() -> Int {
            var count = 0
            while case .begin = schedule.next() { count += 1 }
            return count
        }
        #expect(begun() == 2)
        for content in 1...2 { schedule.set(arriving: true, content) }
        #expect(begun() == 2)
        for content in 3...8 { schedule.set(arriving: true, content) }
        #expect(begun() == AnalysisSchedule.mostArriving - 2)
        // One whose file has come takes a place again.
        schedule.set(arriving: false, 1)
        for content in 1...2 { schedule.ended(content) }
        #expect(begun() == 2 && schedule.running.count == AnalysisSchedule.mostArriving + 2)
    }

    @Test("a batch comes after all that somebody waits for, and leaves them the last place") func ordered() {
        var schedule = AnalysisSchedule(jobs: 1)
        for content in 1...3 { schedule.ask(for: Self.work(content), .ordered, by: nil) }
        schedule.start(paused: true)
        #expect(schedule.next() == .begin(Self.work(1)))
        #expect(schedule.next() == nil)
        schedule.ask(for: Self.work(3), .playing, by: nil)
        #expect(schedule.next() == .begin(Self.work(3)))
        schedule.ended(1)
        schedule.ended(3)
        #expect(Self.order(&schedule) == [2])
    }

    @Test("clients take turns, however much one of them requests") func turns() {
        var schedule = AnalysisSchedule(jobs: 1)
        for content in 1...4 { schedule.ask(for: Self.work(content), .asked, by: Self.asker(1)) }
        for content in 5...6 { schedule.ask(for: Self.work(content), .asked, by: Self.asker(2)) }
        schedule.start(paused: false)
        #expect(Self.order(&schedule) == [1, 5, 2, 6, 3, 4])
    }

    @Test("a request replaces a less urgent one, and changes nothing about a more urgent one") func again() {
        var schedule = AnalysisSchedule(jobs: 1)
        schedule.ask(for: Self.work(1), .asked, by: nil)
        schedule.ask(for: Self.work(2), .queued, by: nil)
        #expect(schedule.isNew(Self.work(1), .playing))
        schedule.ask(for: Self.work(1), .playing, by: nil)
        #expect(!schedule.isNew(Self.work(1), .asked))
        schedule.ask(for: Self.work(1), .asked, by: nil)
        #expect(schedule.askedCount == 2)
        schedule.start(paused: false)
        #expect(Self.order(&schedule) == [1, 2])
    }

    @Test("the result of a search from before a change is ignored") func stale() {
        var schedule = AnalysisSchedule(jobs: 1)
        schedule.start(paused: false)
        guard case .search(after: 0, let look) = schedule.next() else { return #expect(Bool(false), "it does not search") }
        schedule.lookAgain()
        schedule.found([Self.work(7)], look: look)
        #expect(schedule.next() == .search(after: 0, look: look + 1))
        schedule.found([Self.work(8)], look: look + 1)
        #expect(schedule.next() == .begin(Self.work(8)))
    }

    @Test("a failed search is repeated") func failedSearch() {
        var schedule = AnalysisSchedule(jobs: 1)
        schedule.start(paused: false)
        let first = schedule.next()
        #expect(schedule.next() == nil)
        schedule.searchFailed()
        #expect(schedule.next() == first)
    }

    @Test("while paused only requested work begins, and none before the start or after the stop") func pauses() {
        var schedule = AnalysisSchedule(jobs: 2)
        schedule.ask(for: Self.work(1), .asked, by: nil)
        #expect(schedule.next() == nil)
        schedule.start(paused: true)
        #expect(schedule.next() == .begin(Self.work(1)))
        #expect(schedule.next() == nil)
        schedule.ended(1)
        #expect(schedule.isIdle)
        schedule.set(paused: false)
        #expect(!schedule.isIdle)
        schedule.stop()
        schedule.ask(for: Self.work(2), .playing, by: nil)
        #expect(schedule.next() == nil)
    }

    @Test("the number of requested recordings is limited") func limit() {
        var schedule = AnalysisSchedule(jobs: 1)
        for content in 1...AnalysisSchedule.mostAsked { schedule.ask(for: Self.work(content), .asked, by: nil) }
        #expect(schedule.isFull(for: Self.work(0)))
        // It replaces its own request.
        #expect(!schedule.isFull(for: Self.work(1)))
    }

    /// Simulates a catalog of 40 recordings with random events: at the end each recording is analyzed.
    @Test("nothing runs twice at once, the limit holds, and in the end nothing is left", arguments: 0..<200)
    func laws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let jobs = Int.random(in: 1...3, using: &random)
        var schedule = AnalysisSchedule(jobs: jobs)
        var (pending, running) = (Set(1...40), Set<Int>())
        var searches: [(after: Int, look: Int)] = []
        schedule.start(paused: false)
        func step() -> Bool {
            guard let step = schedule.next() else { return false }
            switch step {
            case .begin(let work):
                #expect(running.insert(work.content).inserted, "seed \(seed): \(work.content) runs twice")
                #expect(running.count <= jobs + 1, "seed \(seed)")
                #expect(schedule.running[work.content] != .background || running.count <= jobs, "seed \(seed)")
            case .search(let after, let look):
                #expect(searches.isEmpty, "seed \(seed): two searches at once")
                searches.append((after, look))
            }
            return true
        }
        func answer() {
            guard let search = searches.popLast() else { return }
            let found = pending.subtracting(running).filter { $0 > search.after }.sorted().prefix(7)
            schedule.found(found.map(Self.work), look: search.look)
        }
        func end(_ content: Int) {
            // Some fail, and stay due until the next search.
            if Bool.random(using: &random) { pending.remove(content) } else { schedule.lookAgain() }
            running.remove(content)
            schedule.ended(content)
        }
        for _ in 0..<300 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let urgency: AnalysisQueue.Urgency = [.asked, .queued, .playing].randomElement(using: &random)!
                let content = Int.random(in: 1...40, using: &random)
                if pending.contains(content) {
                    schedule.ask(for: Self.work(content), urgency, by: Self.asker(.random(in: 0...2, using: &random)))
                }
            case 1: answer()
            case 2: if let content = running.sorted().randomElement(using: &random) { end(content) }
            case 3: schedule.set(paused: Bool.random(using: &random))
            default: _ = step()
            }
        }
        schedule.set(paused: false)
        for _ in 0..<2000 where !schedule.isIdle {
            while step() {}
            answer()
            if let content = running.sorted().first { end(content) }
        }
        #expect(schedule.isIdle && running.isEmpty && pending.isEmpty, "seed \(seed): \(pending) \(running)")
    }
}
