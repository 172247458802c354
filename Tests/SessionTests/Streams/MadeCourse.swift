import Music
import Session
import Yardstick

extension Course {
    /// The server's time: it has been up for 30 days.
    static let start = ServerTime(microseconds: 2_592_000_000_123)

    /// Track 42; its position `anchor` is due this many microseconds after the start.
    static func made(
        anchor: MediaTime = .zero, at moment: Int64 = 0, from: Int64 = 0, until: Int64? = nil, rate: Timeline.Rate = .playing,
        generation: Int = 512
    ) -> Course {
        Course(
            timeline: Timeline(
                42, generation: Generation(generation), anchor: anchor, anchorTime: .later(moment), rate: rate),
            entry: 3, from: .later(from), until: until.map { .later($0) })
    }
}

extension ServerTime {
    /// This many microseconds after the start.
    static func later(_ microseconds: Int64) -> ServerTime {
        ServerTime(microseconds: Course.start.microseconds + microseconds)
    }
}

extension BeatGrid {
    /// Beats at these times in seconds, in bars of four from the first one.
    static func made(_ seconds: [Double], from position: Int = 1) -> BeatGrid {
        BeatGrid(
            beats: seconds.enumerated().map { index, time in
                Beat(time: MediaTime(seconds: time), position: UInt8((position - 1 + index) % 4 + 1))
            }, meter: 4, confidence: 0.75)
    }
}
