import Testing

@testable import Web

@Suite("Timers") struct TimersTests {
    /// Runs everything that is due.
    private func ring(_ timers: inout Timers, at now: UInt64) {
        while let action = timers.takeDue(at: now, addedUntil: .max) { action() }
    }

    /// What the actions of a test leave behind.
    private final class Notes {
        var moments: [UInt64] = []
    }

    @Test("actions run when they are due, the earliest first, each once")
    func order() {
        for seed in 0..<50 {
            var random = SeededGenerator(seed: UInt64(seed))
            var timers = Timers()
            let notes = Notes()
            let deadlines = (0..<40).map { _ in UInt64.random(in: 1...100, using: &random) }
            for deadline in deadlines { _ = timers.add(at: deadline) { notes.moments.append(deadline) } }
            for now in stride(from: UInt64(0), through: 100, by: 7) {
                ring(&timers, at: now)
                #expect(notes.moments == deadlines.filter { $0 <= now }.sorted(), "seed \(seed)")
                #expect(timers.nextDeadline == deadlines.filter { $0 > now }.min(), "seed \(seed)")
            }
        }
    }

    @Test("a repeating timer keeps its interval, and does not make up for missed times")
    func cadence() {
        var timers = Timers()
        let notes = Notes()
        var now: UInt64 = 0
        _ = timers.add(at: 10, every: 10) { notes.moments.append(1) }
        for (moment, count, next) in [(9, 0, 10), (10, 1, 20), (19, 1, 20), (25, 2, 30), (67, 3, 70), (70, 4, 80)] {
            now = UInt64(moment)
            ring(&timers, at: now)
            #expect(notes.moments.count == count && timers.nextDeadline == UInt64(next))
        }
    }

    @Test("a timer that is added while others run waits for the next turn, although it is due")
    func added() {
        var timers = Timers()
        let notes = Notes()
        for moment in [5, 5, 3] as [UInt64] { _ = timers.add(at: moment) { notes.moments.append(moment) } }
        let newest = timers.lastID
        while let action = timers.takeDue(at: 10, addedUntil: newest) {
            action()
            _ = timers.add(at: 1) { notes.moments.append(1) }
        }
        #expect(notes.moments == [3])
        ring(&timers, at: 10)
        #expect(notes.moments == [3, 1, 5, 5])
    }

    @Test("a cancelled timer never runs, also when it repeats")
    func cancel() {
        var timers = Timers()
        let notes = Notes()
        let once = timers.add(at: 10) { notes.moments.append(1) }
        let often = timers.add(at: 5, every: 5) { notes.moments.append(2) }
        _ = timers.add(at: 12) { notes.moments.append(3) }
        ring(&timers, at: 5)
        timers.cancel(once)
        timers.cancel(often)
        timers.cancel(99)
        ring(&timers, at: 100)
        #expect(notes.moments == [2, 3])
        #expect(timers.nextDeadline == nil)
    }
}
