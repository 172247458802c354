import CLinux
import Glibc
import Synchronization

/// Shared memory in which threads and requests record their current work: it outlives the process, and shows the guardian during
/// which work the server crashed, and which thread is stuck.
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

        /// Records that the work continues on the calling thread.
        package func move() {
            downbeat_set_slot_thread(memory, downbeat_thread_id())
        }

        /// Marks the thread as idle.
        package func rest() {
            downbeat_set_slot_busy(memory, 0)
        }

        /// Counts a turn and marks the thread as busy.
        package func turn() {
            downbeat_set_slot_turn(memory, downbeat_slot_turn(memory) &+ 1)
            downbeat_set_slot_busy(memory, 1)
        }
    }

    private let page: UnsafeMutableRawPointer
    private let clock: any HouseClock
    private let free: Mutex<[Int]>

    /// `page` is a mapped `downbeat_page`, and stays mapped.
    package init(page: UnsafeMutableRawPointer, clock: any HouseClock) {
        (self.page, self.clock) = (page, clock)
        free = Mutex(Array((0..<Int(downbeat_slot_count)).reversed()))
    }

    /// Takes a slot; nil when all are in use.
    package func take() -> Slot? {
        guard let index = free.withLock({ $0.popLast() }) else { return nil }
        return Slot(index: index, memory: downbeat_slot_at(page, Int32(index)))
    }

    /// Runs async work as one of the requests under way, without a slot if only `left` are free: those stay for others.
    package func during<Value>(
        _ crumb: Crumb, leaving left: Int = 0, _ work: (Slot?) async throws -> Value
    ) async rethrows -> Value {
        let slot = free.withLock({ $0.count }) > left ? take() : nil
        if let slot {
            downbeat_set_slot_thread(slot.memory, downbeat_thread_id())
            downbeat_set_slot_since(slot.memory, clock.now)
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

    /// Sets the calling thread's current work; nil clears it. Does nothing on threads without a slot.
    package static func mark(_ crumb: Crumb?) {
        guard let memory = downbeat_own_slot() else { return }
        write(crumb, into: memory)
    }

    private static func write(_ crumb: Crumb?, into memory: UnsafeMutableRawPointer) {
        guard let crumb else { return downbeat_set_crumb(memory, nil, 0) }
        crumb.bytes.withUnsafeBytes { downbeat_set_crumb(memory, $0.baseAddress, $0.count) }
    }
}
