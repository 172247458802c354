import Session
import Testing
import Yardstick

@Suite("Clients that wait for a room's log to be written")
struct RoomLogTests {
    private static let entry = LogEntry(.play, by: .host, at: RoomTrial.start)

    /// What is on the disk: the entries that a restart would find.
    private struct Disk {
        var through = 0
        var entries: Set<Int> = []
        /// The last entry before which none is missing; -1 without a snapshot.
        var isStarted = false

        mutating func take(_ work: RoomLog<Int>.Work) {
            switch work {
            case .entries(let entries, let first): self.entries.formUnion(first..<first + entries.count)
            case .snapshot(let number, let isWhole):
                (through, isStarted) = (number, true)
                entries = isWhole ? [] : entries.filter { $0 > number }
            }
        }

        /// All entries up to this one are read at a restart, and none twice.
        var last: Int {
            var last = through
            while entries.contains(last + 1) { last += 1 }
            return entries.contains { $0 > last } || !isStarted ? -1 : last
        }
    }

    @Test(
        "each is answered once, after a write with its entries, and a restart finds all that was answered",
        arguments: 0..<200 as Range<UInt64>)
    func answers(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        var log = RoomLog<Int>()
        var (disk, last, kept) = (Disk(), 0, 0)
        var (asked, answered): ([Int: Int], Set<Int>) = ([:], [])
        var writing: [RoomLog<Int>.Work] = []
        func end(_ index: Int, isKept: Bool) {
            let work = writing.remove(at: index)
            if isKept { disk.take(work) }
            for answer in log.ended(work, isKept: isKept).answers {
                #expect(answered.insert(answer).inserted, "seed \(seed)")
                // Whoever is told that it is kept finds it after a restart.
                if isKept { kept = max(kept, asked[answer] ?? 0) }
            }
            #expect(disk.last >= kept || kept == 0, "seed \(seed): \(disk.last) of \(kept)")
            #expect(log.hasTrouble != isKept, "seed \(seed)")
        }
        func write() {
            while let work = log.next() {
                let entries = writing.count { if case .entries = $0 { true } else { false } }
                if case .entries = work { #expect(entries == 0, "seed \(seed)") }
                #expect(writing.count < 2, "seed \(seed)")
                writing.append(work)
            }
        }
        for step in 0..<200 {
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0, 1:
                let count = Int.random(in: 0...40, using: &numbers)
                log.append(Array(repeating: Self.entry, count: count))
                last += count
                write()
                if log.wait(step) { asked[step] = last }
            case 2: log.retry()
            default:
                // The store works in the order of the calls, but a snapshot may be made for a while.
                if !writing.isEmpty {
                    end(.random(in: writing.indices, using: &numbers), isKept: Int.random(in: 0..<5, using: &numbers) > 0)
                }
            }
            write()
        }
        log.append([Self.entry])
        for _ in 0..<3 {
            write()
            while !writing.isEmpty { end(0, isKept: true) }
        }
        #expect(!log.isAtWork && answered == Set(asked.keys) && disk.last == last + 1, "seed \(seed)")
    }

    @Test("a room that nobody has changed is not written, and a change of it begins with all of the room")
    func first() {
        var log = RoomLog<Int>()
        let (work, waits) = (log.next(), log.wait(1))
        #expect(work == nil && !waits)
        log.append([Self.entry])
        let whole = log.next()
        #expect(whole == .snapshot(through: 1, isWhole: true))
        log.append([Self.entry, Self.entry])
        // One after the other.
        let none = log.next()
        #expect(none == nil)
        _ = log.ended(.snapshot(through: 1, isWhole: true), isKept: true)
        let entries = log.next()
        #expect(entries == .entries([Self.entry, Self.entry], first: 2))
    }

    @Test("after many entries a snapshot takes their place, and long queues count as many")
    func snapshots() {
        var log = RoomLog<Int>()
        log.append([Self.entry])
        _ = log.next()
        _ = log.ended(.snapshot(through: 1, isWhole: true), isKept: true)
        let tracks = Array(repeating: RoomTrial.track(1, 60), count: 2000)
        log.append([LogEntry(.add(tracks, isNext: false), by: .host, at: RoomTrial.start)])
        guard case .entries = log.next() else { return #expect(Bool(false), "the entry comes first") }
        let snapshot = log.next()
        #expect(snapshot == .snapshot(through: 2, isWhole: false))
    }

    @Test("beyond the limit commands are refused, and the server's own changes do not count")
    func bound() {
        var log = RoomLog<Int>()
        for _ in 0..<10_000 { log.append([Self.entry]) }
        for number in 0..<RoomLog<Int>.mostWaiting {
            let (wasFull, isTaken) = (log.isFull, log.wait(number))
            #expect(!wasFull && isTaken)
        }
        #expect(log.isFull)
    }

    @Test("an error is reported once, and so is its end")
    func news() {
        var log = RoomLog<Int>()
        let news = [true, false, false, true, true].map { log.ended(.snapshot(through: 1, isWhole: true), isKept: $0).isNews }
        #expect(news == [false, true, false, true, false])
    }
}
