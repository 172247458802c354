import Dispatch
import Synchronization
import Testing

@testable import Catalog

@Suite("A flush of the journal")
struct JournalFlushTests {
    @Test("follows within a second after a change")
    func delay() async {
        #expect(JournalFlush.delay == .milliseconds(500))
        await confirmation { flushed in
            await withCheckedContinuation { done in
                JournalFlush {
                    flushed()
                    done.resume()
                }.soon()
            }
        }
    }

    @Test("serves all changes until it begins; a change during it gets one of its own")
    func once() {
        let count = Atomic(0)
        let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let ended = DispatchSemaphore(value: 0)
        let flush = JournalFlush(after: .milliseconds(20)) {
            count.add(1, ordering: .relaxed)
            began.signal()
            mayEnd.wait()
            ended.signal()
        }
        for _ in 0..<100 { flush.soon() }
        began.wait()
        for _ in 0..<100 { flush.soon() }
        mayEnd.signal()
        ended.wait()
        mayEnd.signal()
        ended.wait()
        #expect(count.load(ordering: .relaxed) == 2)
    }

    @Test("that fails is reported to a later change")
    func failure() {
        let ended = DispatchSemaphore(value: 0)
        let flush = JournalFlush(after: .milliseconds(0)) { () throws(CatalogError) in
            defer { ended.signal() }
            throw .diskFull
        }
        flush.soon()
        ended.wait()
        // The failure is noted after the closure has ended, but before the next flush begins.
        flush.soon()
        ended.wait()
        #expect(throws: CatalogError.diskFull) { try flush.check() }
    }
}
