import Testing
import Yardstick

@testable import Library

@Suite("The pace of transfers that nobody waits for")
struct FetchPaceTests {
    @Test("never lets more through than its rate, however the bytes come", arguments: [1_000, 64_000, 2 << 20])
    func rate(rate: Int) {
        let pace = FetchPace(rate: rate)
        let start: UInt64 = 1_000_000_000
        var (now, sum, random) = (start, 0, UInt64(rate))
        for _ in 0..<200 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let count = Int(random >> 46)
            let free = pace.took(count, at: now)
            sum += count
            // Each piece is rounded down to a microsecond.
            #expect(Double(free - start) >= Double(sum) / Double(rate) * 1_000_000 - 200)
            // Some come later than they may.
            now = free + (random >> 60) * 1_000
        }
        #expect(pace.byteCount == sum)
    }

    @Test("saves up nothing while nothing comes")
    func idle() {
        let (pace, start) = (FetchPace(rate: 1_000), UInt64(7))
        #expect(pace.took(1_000, at: start) == start + 1_000_000)
        #expect(pace.took(1_000, at: start + 100_000_000) == start + 101_000_000)
    }

    @Test("without a rate lets everything through at once, and counts it")
    func unlimited() {
        let (pace, start) = (FetchPace(rate: nil), UInt64(7))
        #expect(pace.took(1 << 40, at: start) == start && pace.byteCount == 1 << 40)
    }

    @Test("holds a transfer until somebody waits for its file, or the pace ends")
    func hurry() async throws {
        let (slow, clock) = (FetchPace(rate: 1), HandClock())
        let transfer = Unhurried(slow, clock)
        async let held: Void = transfer.hold(after: 1_000) { false }
        await clock.sleepers()
        transfer.hurry()
        clock.advance(by: .milliseconds(200))
        try await held
        let ended = Unhurried(slow, clock)
        let end = Task { try await ended.hold(after: 1_000) { false } }
        await clock.sleepers()
        slow.end()
        clock.advance(by: .milliseconds(200))
        await #expect(throws: CancellationError.self) { try await end.value }
    }

    @Test("hours of the day may go over midnight")
    func hours() throws {
        let night = try #require(DailyHours("23-7"))
        #expect((0..<24).filter { night.contains($0) } == [0, 1, 2, 3, 4, 5, 6, 23])
        let day = try #require(DailyHours("9-17"))
        #expect((0..<24).filter { day.contains($0) } == Array(9..<17))
        #expect(DailyHours("20-24").map { hours in (0..<24).filter { hours.contains($0) } } == [20, 21, 22, 23])
        for text in ["", "7", "7-7", "0-24", "24-1", "-1-3", "1-25", "a-b", "1-2-3"] { #expect(DailyHours(text) == nil, "\(text)") }
    }
}
