import Music
import Testing

@Suite("MediaTime")
struct MediaTimeTests {
    @Test("seconds become the nearest microsecond", arguments: [(0.5, 500_000), (1.0 / 3, 333_333), (-2.000_000_6, -2_000_001)])
    func rounding(seconds: Double, microseconds: Int64) {
        #expect(MediaTime(seconds: seconds).microseconds == microseconds)
    }

    @Test("whole microseconds survive the way through seconds", arguments: [0, 1, 59_999_999, 36_000_000_001] as [Int64])
    func roundTrip(microseconds: Int64) {
        #expect(MediaTime(seconds: MediaTime(microseconds: microseconds).seconds).microseconds == microseconds)
    }
}
