import Session
import Testing

@Suite("A client's rate limit")
struct CommandAllowanceTests {
    private typealias Verdict = CommandAllowance.Verdict

    private func verdicts(_ times: [Int64]) -> [Verdict] {
        var allowance = CommandAllowance()
        return times.map { allowance.take(at: ServerTime(microseconds: 1_000_000_000 + $0)) }
    }

    @Test("after a pause 40 commands are allowed at once, and one more every 50 ms")
    func burst() {
        let atOnce = Array(repeating: 0 as Int64, count: 41)
        #expect(verdicts(atOnce) == Array(repeating: .allowed, count: 40) + [.tooFast])
        #expect(verdicts(atOnce + [49_999, 50_000, 50_000]).suffix(3) == [.tooFast, .allowed, .tooFast])
        let again = Array(repeating: 2_000_000 as Int64, count: 41)
        #expect(verdicts(atOnce + again).suffix(41) == Array(repeating: .allowed, count: 40) + [.tooFast])
    }

    @Test("20 commands a second are always allowed")
    func steady() {
        #expect(verdicts((0..<10_000).map { $0 * 50_000 }).allSatisfy { $0 == .allowed })
    }

    @Test("no period has more than 40 commands and 20 a second, whatever their times", arguments: 0..<20 as Range<UInt64>)
    func law(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        var now: Int64 = 0
        let times = (0..<500).map { _ in
            now += .random(in: 0...(.random(using: &numbers) ? 5000 : 120_000), using: &numbers)
            return now
        }
        let allowed = zip(times, verdicts(times)).filter { $0.1 == .allowed }.map(\.0)
        for first in allowed.indices {
            for last in first..<allowed.count {
                let most = 40 + (allowed[last] - allowed[first]) / 50_000
                guard last - first + 1 > most else { continue }
                Issue.record("seed \(seed): \(last - first + 1) within \(allowed[last] - allowed[first]) us")
                return
            }
        }
    }

    @Test("a client that is refused 200 times without a second's pause is closed")
    func hopeless() {
        let flood = (0..<239).map { Int64($0) }
        #expect(verdicts(flood).last == .tooFast)
        #expect(verdicts(flood + [239]).last == .hopeless)
        #expect(verdicts(flood + [1_000_238, 1_000_239]).suffix(2) == [.allowed, .allowed])
        let fast = (0..<4000).map { Int64($0) * 10_000 }
        #expect(verdicts(fast).contains(.hopeless), "what is allowed now and then is no pause")
    }
}
