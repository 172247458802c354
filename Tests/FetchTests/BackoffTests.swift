import Fetch
import Testing

@Suite("Back-off")
struct BackoffTests {
    @Test("waits double, stay between half and whole of their step, and never pass the longest")
    func waits() throws {
        let backoff = Backoff(first: .milliseconds(100), longest: .seconds(1), attempts: 100)
        for failures in 1..<100 {
            let step = min(Duration.milliseconds(100) * (1 << min(failures - 1, 10)), .seconds(1))
            for chance in [0, 0.25, 0.999] {
                let wait = try #require(backoff.wait(after: failures, chance: chance))
                #expect(wait >= step / 2 && wait <= step)
            }
        }
    }

    @Test("it gives up after its attempts")
    func end() {
        let backoff = Backoff(attempts: 3)
        #expect(backoff.wait(after: 2, chance: 0.5) != nil)
        #expect(backoff.wait(after: 3, chance: 0.5) == nil)
        #expect(backoff.wait(after: .max, chance: 0.5) == nil)
        #expect(Backoff(attempts: .max).wait(after: 1 << 40, chance: 0) != nil)
    }

    @Test("a server may ask for a longer wait, up to the longest, but for no shorter one")
    func asked() throws {
        let backoff = Backoff(first: .seconds(1), longest: .seconds(10), attempts: 3)
        #expect(backoff.wait(after: 1, chance: 0, asked: .seconds(5)) == .seconds(5))
        #expect(backoff.wait(after: 1, chance: 0, asked: .seconds(500)) == .seconds(10))
        #expect(backoff.wait(after: 1, chance: 0, asked: .zero) == .milliseconds(500))
        #expect(backoff.wait(after: 1, chance: .nan, asked: nil) == .milliseconds(500))
    }
}
