import Testing

@testable import Web

@Suite("A queue whose owners take turns") struct TurnQueueTests {
    @Test("each owner has one turn after the other, and its jobs keep their order")
    func turns() {
        var queue = TurnQueue<String, Int>()
        for (owner, job) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] { queue.append(job, of: owner) }
        var taken: [Int] = []
        while let job = queue.takeNext() { taken.append(job) }
        #expect(taken == [1, 4, 5, 2, 6, 3] && queue.takeNext() == nil)
    }

    @Test("an owner that comes again after all its jobs were taken is the last")
    func again() {
        var queue = TurnQueue<String, Int>()
        queue.append(1, of: "a")
        queue.append(2, of: "b")
        #expect(queue.takeNext() == 1)
        queue.append(3, of: "a")
        #expect([queue.takeNext(), queue.takeNext(), queue.takeNext()] == [2, 3, nil])
    }
}
