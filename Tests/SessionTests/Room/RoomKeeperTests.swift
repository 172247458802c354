import Session
import Testing

@Suite("Clients that wait for a room to be written")
struct RoomKeeperTests {
    private let now = RoomTrial.start

    private func changed(_ state: RoomState) throws -> RoomState {
        try state.after(RoomTrial.settings { $0.volume = state.settings.volume == 0 ? 1 : 0 }, at: now)
    }

    @Test("each is answered once, after a write with its change, and with its result", arguments: 0..<200 as Range<UInt64>)
    func answers(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var state = RoomState(seed: seed)
        var keeper = RoomKeeper<Int>()
        var disk = 0
        var (asked, answered): ([Int: Int], Set<Int>) = ([:], [])
        var writing: RoomState?
        func end(isKept: Bool) {
            guard let written = writing else { return }
            writing = nil
            if isKept { disk = written.revision }
            for (revision, answer) in keeper.ended(written, isKept: isKept).answers {
                #expect(
                    asked[answer] == revision && revision <= written.revision && answered.insert(answer).inserted, "seed \(seed)")
            }
            #expect(keeper.hasTrouble != isKept && keeper.kept?.revision ?? 0 == disk, "seed \(seed)")
        }
        for step in 0..<100 {
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0, 1:
                if Bool.random(using: &numbers) { state = try changed(state) }
                let waits = Int.random(in: 0..<3, using: &numbers) > 0
                let isTaken = keeper.take(state.revision, waits ? step : nil)
                #expect(isTaken == (state.revision != disk), "seed \(seed)")
                if waits, isTaken { asked[step] = state.revision }
            case 2:
                guard keeper.begin() else { continue }
                #expect(writing == nil, "seed \(seed)")
                writing = state
            default: end(isKept: Int.random(in: 0..<4, using: &numbers) > 0)
            }
        }
        end(isKept: true)
        if keeper.begin() { writing = state }
        end(isKept: true)
        let isDue = keeper.begin()
        #expect(!isDue && !keeper.isAtWork && answered == Set(asked.keys), "seed \(seed)")
    }

    @Test("beyond the limit commands are refused, and the server's own changes do not count")
    func bound() throws {
        let state = try changed(RoomState(seed: 1))
        var keeper = RoomKeeper<Int>()
        for _ in 0..<10_000 { _ = keeper.take(state.revision, nil) }
        for number in 0..<RoomKeeper<Int>.mostWaiting {
            let (wasFull, isTaken) = (keeper.isFull, keeper.take(state.revision, number))
            #expect(!wasFull && isTaken)
        }
        #expect(keeper.isFull)
    }

    @Test("an error is reported once, and so is its end")
    func news() throws {
        let state = try changed(RoomState(seed: 1))
        var keeper = RoomKeeper<Int>()
        let news = [true, false, false, true, true].map { keeper.ended(state, isKept: $0).isNews }
        #expect(news == [false, true, false, true, false])
    }
}
