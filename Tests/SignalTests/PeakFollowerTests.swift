import Glibc
import Signal
import Testing

@Suite("Peak follower")
struct PeakFollowerTests {
    @Test("covers 1 - 1/e of a step in its time, up and down, at any rate", arguments: [50.0, 60, 44_100])
    func timeConstants(rate: Double) {
        var follower = PeakFollower(attack: 0.1, release: 0.4, rate: rate)
        for _ in 0..<Int(rate * 0.1) { follower.follow(1) }
        #expect(abs(follower.level - Float(1 - exp(-1.0))) < 1e-3)
        for _ in 0..<Int(rate * 4) { follower.follow(1) }
        #expect(abs(follower.level - 1) < 1e-3)
        for _ in 0..<Int(rate * 0.4) { follower.follow(0) }
        #expect(abs(follower.level - Float(exp(-1.0))) < 1e-3)
    }

    @Test("without an attack it stands on a peak at once")
    func instant() {
        var follower = PeakFollower(attack: 0, release: 1, rate: 60)
        let level = follower.follow(0.7)
        #expect(level == 0.7)
    }

    @Test("never leaves the range of what it has seen")
    func bounds() {
        var random = SeededNumbers(seed: 5)
        var follower = PeakFollower(attack: 0.01, release: 0.3, rate: 60)
        var (low, high) = (Float(0), Float(0))
        for _ in 0..<1000 {
            let value = random.next()
            (low, high) = (min(low, value), max(high, value))
            let level = follower.follow(value)
            #expect(level >= low && level <= high)
        }
    }
}
