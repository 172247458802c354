import Music
import Testing

@Suite("MediaTime")
struct MediaTimeTests {
    @Test("seconds become the nearest microsecond", arguments: [(0.5, 500_000), (1.0 / 3, 333_333), (-2.000_000_6, -2_000_001)])
    func rounding(seconds: Double, microseconds: Int64) {
        #expect(MediaTime(seconds: seconds).microseconds == microseconds)
    }

    @Test("whole microseconds survive conversion to seconds", arguments: [0, 1, 59_999_999, 36_000_000_001] as [Int64])
    func roundTrip(microseconds: Int64) {
        #expect(MediaTime(seconds: MediaTime(microseconds: microseconds).seconds).microseconds == microseconds)
    }

    @Test("seconds from outside are valid up to 2^52 microseconds either way")
    func checking() throws {
        let most = Double(1 << 52) / 1_000_000
        #expect(MediaTime(checking: most)?.microseconds == 1 << 52)
        #expect(MediaTime(checking: -most)?.microseconds == -1 << 52)
        #expect(MediaTime(checking: 1.5)?.microseconds == 1_500_000)
        for seconds in [most + 1, -most - 1, 1e14, 1e300, .infinity, -.infinity, .nan, .greatestFiniteMagnitude] {
            #expect(MediaTime(checking: seconds) == nil, "\(seconds)")
        }
        #expect(MediaTime(checking: Int64.min) == nil && MediaTime(checking: Int64.max) == nil)
        #expect(MediaTime(checking: -42 as Int64)?.microseconds == -42)
    }

    @Test("no number of seconds traps, and neither does a sum of a thousand of the largest times")
    func furthest() {
        for seconds in [1e300, -1e300, .infinity, -.infinity, .nan] {
            #expect(abs(MediaTime(seconds: seconds).microseconds) <= 1 << 52)
        }
        let sum = (0..<1000).reduce(MediaTime.zero) { sum, _ in sum + MediaTime(seconds: .infinity) }
        #expect(sum.microseconds == 1000 << 52)
    }
}
