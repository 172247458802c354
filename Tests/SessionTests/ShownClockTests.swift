import Session
import Testing
import Yardstick

@Suite("The shown clock")
struct ShownClockTests {
    /// The estimate of a filter if each way takes `oneWay` microseconds and the server is ahead by `ahead`.
    private func estimate(ahead: Int64, at client: Int64) throws -> ClockEstimate {
        var filter = ClockFilter()
        let read = ServerTime(microseconds: client - 1000 + ahead)
        filter.ping(asked: client - 2000, read: read, answered: read, heard: client)
        return try #require(filter.estimate)
    }

    private func clock(off: Int64) throws -> ShownClock {
        var clock = ShownClock()
        #expect(clock.time(at: 5) == nil)
        clock.follow(try estimate(ahead: 1_000_000_000, at: 1_000_000), at: 1_000_000)
        #expect(clock.time(at: 1_000_000) == ServerTime(microseconds: 1_001_000_000))
        clock.follow(try estimate(ahead: 1_000_000_000 + off, at: 2_000_000), at: 2_000_000)
        return clock
    }

    @Test("corrects a small error by running half a percent fast or slow", arguments: [-1000, 1000, -300, 300] as [Int64])
    func small(off: Int64) throws {
        let clock = try clock(off: off)
        var last = try #require(clock.time(at: 2_000_000)).microseconds
        #expect(last == 1_002_000_000)
        for client in stride(from: Int64(2_010_000), through: 2_400_000, by: 10_000) {
            let now = try #require(clock.time(at: client)).microseconds
            #expect((9949...10_051).contains(now - last))
            last = now
        }
        #expect(last == 1_002_400_000 + off)
    }

    @Test("corrects a larger error within a quarter of a second", arguments: [-19_000, 5000, 19_000] as [Int64])
    func larger(off: Int64) throws {
        let clock = try clock(off: off)
        let half = try #require(clock.time(at: 2_125_000)).microseconds
        #expect(abs(half - (1_002_125_000 + off / 2)) <= 1)
        #expect(clock.time(at: 2_250_001) == ServerTime(microseconds: 1_002_250_001 + off))
    }

    @Test("jumps forward if far behind, and stands still if far ahead")
    func far() throws {
        #expect(try clock(off: 50_000).time(at: 2_000_000) == ServerTime(microseconds: 1_002_050_000))
        let ahead = try clock(off: -50_000)
        #expect(ahead.time(at: 2_000_000) == ServerTime(microseconds: 1_002_000_000))
        #expect(ahead.time(at: 2_050_000) == ServerTime(microseconds: 1_002_000_000))
        #expect(ahead.time(at: 2_060_000) == ServerTime(microseconds: 1_002_010_000))
    }

    @Test("never goes backwards, whatever its estimates", arguments: 1...20 as ClosedRange<UInt64>)
    func monotone(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var clock = ShownClock()
        var client: Int64 = 1_000_000
        var last = Int64.min
        for _ in 0..<300 {
            let spread: Int64 = Bool.random(using: &numbers) ? 3000 : 60_000
            clock.follow(try estimate(ahead: 9_000_000 + .random(in: -spread...spread, using: &numbers), at: client), at: client)
            for _ in 0..<Int.random(in: 0...20, using: &numbers) {
                let now = try #require(clock.time(at: client)).microseconds
                #expect(now >= last, "seed \(seed)")
                last = now
                client += .random(in: 0...17_000, using: &numbers)
            }
        }
    }

    @Test("is the same however often it is read")
    func reading() throws {
        let trial = ClockTrial(.wifi, seconds: 5, seed: 3)
        var filter = ClockFilter()
        var often = ShownClock()
        var seldom = ShownClock()
        for (moment, event) in trial.events {
            filter.hear(event)
            guard let estimate = filter.estimate else { continue }
            let client = Int64(trial.client(at: moment))
            often.follow(estimate, at: client)
            seldom.follow(estimate, at: client)
            for later in 0..<10 as Range<Int64> { _ = often.time(at: client + later * 100) }
        }
        let end = Int64(trial.client(at: 6))
        #expect(often.time(at: end) != nil && often.time(at: end) == seldom.time(at: end))
    }
}
