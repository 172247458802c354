import Testing

@testable import Live

@Suite("The clock of a source")
struct PaceTests {
    /// Reads a source for so many seconds, ten times a second: what waits after each. Its clock runs fast by `fast`; it writes in blocks of so many seconds.
    private func waiting(fast: Double, block: Double, seconds: Int, begin: Double = 0) -> (waits: [Double], speeds: [Double]) {
        var pace = Pace()
        var (given, taken) = (begin, 0.0)
        var waits: [Double] = []
        var speeds: [Double] = []
        for step in 1...seconds * 10 {
            let now = Double(step) / 10
            given = begin + (now * (1 + fast) / block).rounded(.down) * block
            // What is read of what is wanted; the rest is late.
            let before = taken
            taken = min(given, before + 0.1 * pace.speed)
            let late = max(0, before + 0.1 * pace.speed - given)
            pace.hear(given - taken - late, after: 0.1)
            if late > 0 { taken = given }
            waits.append(given - taken - late)
            speeds.append(pace.speed)
        }
        return (waits, speeds)
    }

    @Test(
        "twenty minutes of a clock that is off by 500 ppm leave what waits where it was, and the speed never leaves 0.1 %",
        arguments: [500e-6, -500e-6, 0, 100e-6], [0.01, 0.093])
    func drift(_ fast: Double, _ block: Double) {
        let (waits, speeds) = waiting(fast: fast, block: block, seconds: 1_200, begin: 0.2)
        let early = waits[50..<150].reduce(0, +) / 100
        let late = waits.suffix(100).reduce(0, +) / 100
        #expect(abs(late - early) < 0.04)
        #expect(waits.allSatisfy { $0 > -0.1 && $0 < 0.4 })
        #expect(speeds.allSatisfy { abs($0 - 1) <= Pace.most })
        #expect(abs(speeds.suffix(1_000).reduce(0, +) / 1_000 - 1 - fast) < 50e-6)
    }

    @Test("a source that waits for its reader is read at its own rate")
    func blocked() {
        var pace = Pace()
        for _ in 0..<6_000 { pace.hear(0.37, after: 0.1) }
        #expect(pace.speed == 1)
    }

    @Test("a jump is no matter of clocks")
    func jump() {
        var pace = Pace()
        for _ in 0..<200 { pace.hear(0, after: 0.1) }
        for _ in 0..<300 { pace.hear(2, after: 0.1) }
        #expect(pace.speed == 1)
    }
}
