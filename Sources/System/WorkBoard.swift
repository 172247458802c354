import CLinux
import Glibc
import Synchronization

/// Memory that outlives the process, where threads and requests write what they work on: the guardian reads there what the server
/// died of, and which thread is stuck.
package final class WorkBoard: @unchecked Sendable {  // A slot is written by its one holder; who holds which is behind a mutex.
    /// A kind of work and its subject as text, made once.
    package struct Crumb: Sendable {
        fileprivate let bytes: [UInt8]

        package init(_ kind: String, _ subject: String) {
            bytes = Array("\(kind) \(subject)".utf8)
        }
    }

    /// One thread's or one request's place on the board.
    package struct Slot: @unchecked Sendable {  // Its one holder writes it, with plain stores that nobody in this process reads.
        fileprivate let index: Int
        fileprivate let memory: UnsafeMutableRawPointer

        /// Called on the thread that holds the slot: what it does is marked there from now on.
        package func adopt(named name: String) {
            downbeat_name_slot(memory, name)
            downbeat_set_slot_thread(memory, downbeat_thread_id())
            downbeat_adopt_slot(memory)
            downbeat_prepare_thread_for_faults()
        }

        /// The work goes on on the calling thread.
        package func move() {
            downbeat_set_slot_thread(memory, downbeat_thread_id())
        }

        /// The thread waits for news.
        package func rest() {
            downbeat_set_slot_busy(memory, 0)
        }

        /// The thread begins a turn.
        package func turn() {
            downbeat_set_slot_turn(memory, downbeat_slot_turn(memory) &+ 1)
            downbeat_set_slot_busy(memory, 1)
        }
    }

    private let page: UnsafeMutableRawPointer
    private let free: Mutex<[Int]>

    /// `page` is a mapped `downbeat_page`, and stays mapped.
    package init(page: UnsafeMutableRawPointer) {
        self.page = page
        free = Mutex(Array((0..<Int(downbeat_slot_count)).reversed()))
    }

    /// A slot for as long as the caller wants; nil when all are taken.
    package func take() -> Slot? {
        guard let index = free.withLock({ $0.popLast() }) else { return nil }
        return Slot(index: index, memory: downbeat_slot_at(page, Int32(index)))
    }

    /// Runs work that may wait, as one of the requests under way.
    /// `left` slots stay for others.
    package func during<Value>(
        _ crumb: Crumb, leaving left: Int = 0, _ work: (Slot?) async throws -> Value
    ) async rethrows -> Value {
        let slot = free.withLock({ $0.count }) > left ? take() : nil
        if let slot {
            downbeat_set_slot_thread(slot.memory, downbeat_thread_id())
            downbeat_set_slot_since(slot.memory, MonotonicClock.now)
            Self.write(crumb, into: slot.memory)
        }
        defer { if let slot { giveBack(slot) } }
        return try await work(slot)
    }

    private func giveBack(_ slot: Slot) {
        downbeat_set_crumb(slot.memory, nil, 0)
        downbeat_set_slot_since(slot.memory, 0)
        free.withLock { $0.append(slot.index) }
    }

    /// Marks what the calling thread does from now on; nil for nothing in particular. Threads without a slot mark nothing.
    package static func mark(_ crumb: Crumb?) {
        guard let memory = downbeat_own_slot() else { return }
        write(crumb, into: memory)
    }

    private static func write(_ crumb: Crumb?, into memory: UnsafeMutableRawPointer) {
        guard let crumb else { return downbeat_set_crumb(memory, nil, 0) }
        crumb.bytes.withUnsafeBytes { downbeat_set_crumb(memory, $0.baseAddress, $0.count) }
    }
}
