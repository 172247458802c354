import Dispatch
import Synchronization
import System
import Testing
import Waiting

@testable import Web

@Suite("A pool of threads") struct ThreadPoolTests {
    @Test("one thread runs jobs in order")
    func order() async throws {
        let pool = ThreadPool(name: "test-pool", limit: 1)
        let ran = Mutex<[Int]>([])
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            for number in 0..<500 { pool.submit { ran.withLock { $0.append(number) } } }
            pool.submit { done.resume() }
        }
        #expect(ran.withLock { $0 } == Array(0..<500))
    }

    @Test("at most as many jobs as its limit run at once; the others run when one is done", arguments: [1, 2, 7])
    func limit(_ limit: Int) async throws {
        let pool = ThreadPool(name: "test-pool", limit: limit)
        let gate = DispatchSemaphore(value: 0)
        let begun = Atomic<Int>(0)
        let ended = Atomic<Int>(0)
        let jobs = 3 * limit + 2
        for _ in 0..<jobs {
            pool.submit {
                begun.add(1, ordering: .relaxed)
                gate.wait()
                ended.add(1, ordering: .relaxed)
            }
        }
        try await eventually("all threads work") { begun.load(ordering: .relaxed) == limit }
        gate.signal()
        try await eventually("one is done, the next begins") {
            ended.load(ordering: .relaxed) == 1 && begun.load(ordering: .relaxed) == limit + 1
        }
        for _ in 1..<jobs { gate.signal() }
        try await eventually("all are done") { ended.load(ordering: .relaxed) == jobs }
    }
}
