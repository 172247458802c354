import CLinux
import Glibc
import System

/// Finds stuck threads of the server: threads that stay in one turn of their loop although they could run.
///
/// When in doubt it does not kill: while the machine is suspended or overloaded, in a debugger, and during slow disk reads no
/// thread counts as stuck.
struct StallWatch {
    /// How often the guardian looks, in microseconds.
    static let interval: UInt64 = 100_000
    /// If a look comes later than this (microseconds), the machine was too busy to judge threads that sleep.
    private static let latest: UInt64 = 400_000
    /// A turn that lasts this long (microseconds) is stuck if it used the CPU for half of that, as an endless loop does even on a
    /// busy machine, or if it waited all the time for a lock. Listeners have two seconds of sound, and the next server must be
    /// there before that ends.
    private static let patience: UInt64 = 1_000_000
    /// The same for waiting on anything else, such as a network folder.
    private static let otherPatience: UInt64 = 10_000_000
    /// A thread counts as asleep only if all threads together waited less than this for a CPU (microseconds).
    private static let calm: UInt64 = 200_000
    #if arch(x86_64)
        private static let futex = 202
    #else
        private static let futex = 98
    #endif

    private struct Sight {
        let turn: UInt64
        /// When the turn was first seen, and how long the thread had run by then.
        let moment: UInt64
        let used: UInt64
        /// Since when every look found the thread asleep; nil while it is awake.
        var asleep: Sleep?
    }

    private struct Sleep {
        let moment: UInt64
        /// The time for which all threads together had waited for a CPU by then.
        let waited: UInt64
    }

    private let patience: UInt64
    private var sights: [Int32: Sight] = [:]
    private var lastLook: UInt64?
    private var lastGap: Int64?

    init(environment: [String: String] = [:]) {
        // Tests set a shorter time, or a longer one since many run at once.
        patience = environment["DOWNBEAT_TEST_PATIENCE"].flatMap { UInt64($0) } ?? Self.patience
    }

    mutating func reset() {
        sights = [:]
        lastLook = nil
    }

    /// Checks the threads on the page; returns a stuck one.
    mutating func look(_ page: borrowing SharedPage, at process: pid_t, now: UInt64) -> Int32? {
        let gap = Self.sleepGap
        defer { (lastLook, lastGap) = (now, gap) }
        let isPrompt = lastLook.map { now &- $0 <= Self.latest } ?? false
        let ranThrough = lastGap.map { gap - $0 < Int64(Self.interval) } ?? false
        var seen: [Int32: Sight] = [:]
        for index in 0..<downbeat_slot_count {
            guard let slot = downbeat_slot_at(page.memory, index) else { continue }
            let (thread, turn) = (downbeat_slot_thread(slot), downbeat_slot_turn(slot))
            guard thread > 0, turn > 0, downbeat_slot_busy(slot) == 1 else { continue }
            let sleeps = Self.state(thread, of: process) == "S" && !Self.waitsForDisk(process)
            var sight: Sight
            if let known = sights[thread], known.turn == turn {
                sight = known
                if !isPrompt || !ranThrough || !sleeps { sight.asleep = nil }
            } else {
                sight = Sight(turn: turn, moment: now, used: Self.timeUsed(thread, of: process))
            }
            if sleeps {
                let waited = Self.waited(process)
                // Whoever holds the lock may be the one that waits for a CPU.
                if let asleep = sight.asleep, waited &- asleep.waited >= Self.calm { sight.asleep = nil }
                if sight.asleep == nil { sight.asleep = Sleep(moment: now, waited: waited) }
            }
            seen[thread] = sight
            if isStuck(sight, thread, of: process, now: now) { return thread }
        }
        sights = seen
        return nil
    }

    private func isStuck(_ sight: Sight, _ thread: Int32, of process: pid_t, now: UInt64) -> Bool {
        // Time that a thread has run is a fact even if the guardian itself had to wait for a CPU.
        if now &- sight.moment >= patience, Self.timeUsed(thread, of: process) &- sight.used >= patience / 2 { return true }
        guard let asleep = sight.asleep, now &- asleep.moment >= patience else { return false }
        return now &- asleep.moment >= Self.otherPatience || Self.systemCall(thread, of: process) == Self.futex
    }

    /// The difference between the boot-time clock and the monotonic clock in microseconds: it grows while the machine is
    /// suspended.
    private static var sleepGap: Int64 {
        var boot = timespec()
        clock_gettime(CLOCK_BOOTTIME, &boot)
        return Int64(boot.tv_sec) * 1_000_000 + Int64(boot.tv_nsec) / 1000 - Int64(clamping: MachineClock().now)
    }

    private static func timeUsed(_ thread: Int32, of process: pid_t) -> UInt64 { times(thread, of: process).used }

    /// Microseconds that a thread has run, and has waited for a CPU (/proc/PID/task/TID/schedstat).
    private static func times(_ thread: Int32, of process: pid_t) -> (used: UInt64, waited: UInt64) {
        let words = ProcFile.text(of: "/proc/\(process)/task/\(thread)/schedstat").split(separator: " ")
        guard words.count > 1, let used = UInt64(words[0]), let waited = UInt64(words[1]) else { return (0, 0) }
        return (used / 1000, waited / 1000)
    }

    private static func threads(_ process: pid_t) -> [Int32] {
        ProcFile.names(in: "/proc/\(process)/task").compactMap { Int32($0) }
    }

    /// The time that all threads of the process together have waited for a CPU.
    private static func waited(_ process: pid_t) -> UInt64 {
        threads(process).reduce(0) { $0 &+ times($1, of: process).waited }
    }

    private static func waitsForDisk(_ process: pid_t) -> Bool {
        threads(process).contains { state($0, of: process) == "D" }
    }

    /// The state letter after the name in parentheses (proc(5)).
    private static func state(_ thread: Int32, of process: pid_t) -> Character? {
        let text = ProcFile.text(of: "/proc/\(process)/task/\(thread)/stat")
        return text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
    }

    /// The system call in which a thread waits; nil if it cannot be read.
    private static func systemCall(_ thread: Int32, of process: pid_t) -> Int? {
        ProcFile.text(of: "/proc/\(process)/task/\(thread)/syscall").split(separator: " ").first.flatMap { Int($0) }
    }
}
