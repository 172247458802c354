import Foundation
import Music
import Session
import Testing
import Yardstick

@Suite("Messages of beats")
struct BeatMessageTests {
    @Test("a beat message is exactly this text")
    func beat() {
        let beats = ScoreBeats(.made([0.5, 1, 1.468_75, 2], from: 4))
        let sent = ServerTime(microseconds: 7)
        let text = { String(decoding: BeatMessage.bytes(beats, on: .made(), beat: $0, sent: sent), as: UTF8.self) }
        #expect(
            text(0)
                == #"{"type":"beat","sent":7,"due":2592000500123,"generation":512,"source":"recording:0000000000000000000000000000002a","#
                + #""beat":0,"bar":0,"position":4,"bpm":120}"#)
        #expect(
            text(1)
                == #"{"type":"beat","sent":7,"due":2592001000123,"generation":512,"source":"recording:0000000000000000000000000000002a","#
                + #""beat":1,"bar":1,"position":1,"bpm":120}"#)
        // Three intervals in 1.5 seconds.
        #expect(text(2).hasSuffix(#""position":2,"bpm":120}"#) && text(3).hasSuffix(#""position":3,"bpm":120}"#))
    }

    @Test("a single beat has no tempo")
    func alone() {
        let beats = ScoreBeats(.made([1]))
        let bytes = BeatMessage.bytes(beats, on: .made(), beat: 0, sent: Course.start)
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(#""bpm":null}"#))
    }
}

@Suite("Messages of grids")
struct GridMessageTests {
    /// 5,000 beats at 120 BPM from half a second on.
    private static let long = BeatGrid.made((0..<5000).map { 0.5 + Double($0) / 2 })

    private struct Grid: Decodable {
        let type: String
        let sent: Int64
        let generation: Int
        let track: Int
        let bpm: Double?
        let meter: Int
        let confidence: Double
        let first: Int
        let total: Int
        let beats: [Double]
        let positions: [Int]
        let bars: [Int]
    }

    private func score(_ grid: BeatGrid) throws -> any Score {
        StoredScore(try MadeAnalysis.track(frames: [], duration: MediaTime(seconds: 3)), grid: grid)
    }

    private func message(_ grid: BeatGrid, _ course: Course = .made(), at moment: Int64) throws -> Grid {
        let bytes = GridMessage.bytes(try score(grid), on: course, track: 42, at: .later(moment), sent: Course.start)
        return try JSONDecoder().decode(Grid.self, from: Foundation.Data(bytes))
    }

    @Test("a track without a grid has an empty list")
    func none() throws {
        let score = try score(.none)
        let sent = ServerTime(microseconds: 7)
        let text = String(decoding: GridMessage.bytes(score, on: .made(), track: 42, at: .later(0), sent: sent), as: UTF8.self)
        #expect(
            text
                == #"{"type":"grid","sent":7,"generation":512,"source":"recording:0000000000000000000000000000002a","piece":"0000000000000000000000000000002a","track":42,"bpm":null,"meter":0,"confidence":0,"barConfidence":0,"first":0,"#
                + #""total":0,"beats":[],"positions":[],"bars":[],"edition":0,"final":null}"#)
        #expect(GridMessage.validUntil(score, on: .made(), at: .later(0)) == nil)
    }

    @Test("a short grid is sent whole, and is valid to the end")
    func short() throws {
        let grid = BeatGrid.made([0.5, 1, 1.5, 2.000_001, 2.5], from: 4)
        let message = try message(grid, at: 1_000_000)
        #expect(message.type == "grid" && message.sent == Course.start.microseconds && message.generation == 512)
        #expect(message.track == 42 && message.bpm == 120 && message.meter == 4 && message.confidence == 0.75)
        #expect(message.first == 0 && message.total == 5 && message.beats == [0.5, 1, 1.5, 2.000_001, 2.5])
        #expect(message.positions == [4, 1, 2, 3, 4] && message.bars == [0, 1, 1, 1, 1])
        #expect(GridMessage.validUntil(try score(grid), on: .made(), at: .later(0)) == nil)
    }

    @Test("a window begins ten seconds back, and is replaced a minute before its last beat")
    func window() throws {
        let message = try message(Self.long, at: 100_500_000)
        #expect(message.first == 180 && message.beats.first == 90.5 && message.beats.count == 2000 && message.total == 5000)
        #expect(message.positions.count == 2000 && message.bars.first == 46 && message.bars.last == 545)
        let score = try score(Self.long)
        // The window's last beat is number 2179, at 1090 s.
        #expect(GridMessage.validUntil(score, on: .made(), at: .later(100_500_000)) == .later(1_030_000_000))
    }

    @Test("there is always a next beat in the windows, to the end of the track")
    func chain() throws {
        let score = try score(Self.long)
        var moment: Int64 = 0
        var ends: [Int] = []
        while true {
            let window = try message(Self.long, at: moment)
            ends.append(window.first + window.beats.count)
            guard let next = GridMessage.validUntil(score, on: .made(), at: .later(moment)) else { break }
            #expect(window.beats[window.beats.count - 1] - 60 == Double(next.microseconds - Course.start.microseconds) / 1e6)
            moment = next.microseconds - Course.start.microseconds
        }
        #expect(ends == [2000, 3859, 5000])
    }

    @Test("while paused the window is around the position, and is not replaced")
    func still() throws {
        let course = Course.made(anchor: MediaTime(seconds: 500.5), rate: .still)
        #expect(try message(Self.long, course, at: 77_000_000).first == 980)
        #expect(GridMessage.validUntil(try score(Self.long), on: course, at: .later(77_000_000)) == nil)
    }

    @Test("after the end the last two beats remain, so that beats can be extrapolated")
    func behind() throws {
        let message = try message(Self.long, at: 9_000_000_000)
        #expect(message.first == 4998 && message.beats == [2499.5, 2500])
    }

    @Test("a grid with a beat every microsecond is replaced at most once a second")
    func broken() throws {
        let beats = (0..<5000).map { Beat(time: MediaTime(microseconds: Int64($0)), position: 0) }
        let score = try score(BeatGrid(beats: beats, meter: 0, confidence: 1))
        #expect(GridMessage.validUntil(score, on: .made(), at: .later(50)) == .later(1_000_050))
    }
}
