import Testing

@testable import Web

@Suite("A queue whose owners take turns") struct TurnQueueTests {
    @Test("each owner has one turn after the other, and its jobs keep their order")
    func turns() {
        var queue = TurnQueue<String, Int>()
        for (owner, job) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] { queue.append(job, of: owner) }
        var taken: [Int] = []
        while let next = queue.takeNext() { taken.append(next.job) }
        #expect(taken == [1, 4, 5, 2, 6, 3])
    }

    @Test("an owner that comes again after all its jobs were taken is the last")
    func again() {
        var queue = TurnQueue<String, Int>()
        queue.append(1, of: "a")
        queue.append(2, of: "b")
        let first = queue.takeNext()?.job
        #expect(first == 1)
        queue.append(3, of: "a")
        let rest = (0..<3).map { _ in queue.takeNext()?.job }
        #expect(rest == [2, 3, nil])
    }

    @Test("an owner who may not go keeps its place, and others go meanwhile")
    func passedOver() {
        var queue = TurnQueue<String, Int>()
        for (owner, job) in [("a", 1), ("b", 2), ("c", 3), ("b", 4)] { queue.append(job, of: owner) }
        let (passing, nobody) = (queue.takeNext { $0 != "a" }?.job, queue.takeNext { $0 == "d" }?.job)
        #expect(passing == 2 && nobody == nil)
        let rest = (0..<4).map { _ in queue.takeNext()?.job }
        #expect(rest == [1, 3, 4, nil])
    }
}
