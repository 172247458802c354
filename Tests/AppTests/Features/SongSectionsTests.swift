import Music
import Testing
import Yardstick

@testable import API

@Suite("Sections and segments of a track")
struct SongSectionsTests {
    private static let seconds = 96.0

    /// 48 bars of two seconds, of which the middle third sounds different from the others.
    private func song(_ level: (_ bar: Int, _ band: Int) -> UInt8) throws -> (TrackAnalysis, BeatGrid) {
        let bytes = (0..<Int(Self.seconds * 60) + 1).flatMap { frame in
            (0..<SpectrumFrame.byteCount).map { byte -> UInt8 in
                switch byte {
                case SpectrumFrame.onset: frame % 30 == 0 ? 120 : 4
                default: level(frame / 120, byte)
                }
            }
        }
        let beats = (0..<Int(Self.seconds * 2)).map {
            Beat(time: MediaTime(microseconds: Int64($0) * 500_000), position: UInt8($0 % 4 + 1))
        }
        return (
            try MadeAnalysis.track(frames: bytes, duration: MediaTime(seconds: Self.seconds)),
            BeatGrid(beats: beats, meter: 4, confidence: 0.9)
        )
    }

    @Test("a section begins where the sound changes for long, and nowhere else")
    func changes() throws {
        let (analysis, grid) = try song { bar, band in (16..<32).contains(bar) == (band < 32) ? 200 : 120 }
        let sections = SongSections(analysis, grid: grid, duration: analysis.duration).sections
        #expect(sections.map(\.start.seconds) == [0, 32, 64])
        #expect(sections.map(\.end.seconds) == [32, 64, 96])
        #expect(sections.allSatisfy { $0.confidence == 1 })
    }

    @Test("a track that stays the same, and one without bars, is one section")
    func same() throws {
        let (analysis, grid) = try song { bar, band in UInt8(100 + band + bar % 2) }
        for grid in [grid, .none] {
            let sections = SongSections(analysis, grid: grid, duration: analysis.duration).sections
            #expect(sections.map(\.start.seconds) == [0] && sections[0].end == analysis.duration)
        }
    }

    @Test("segments begin at onsets and cover the track")
    func segments() throws {
        let (analysis, _) = try song { _, _ in 150 }
        let segments = SoundCourse(analysis).segments
        #expect(segments.map(\.range.lowerBound) == Array(stride(from: 0, to: analysis.frameCount, by: 30)))
        #expect(segments.last?.range.upperBound == analysis.frameCount)
        #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
    }

    @Test("the mean level of equal frames is theirs")
    func levels() throws {
        let (analysis, _) = try song { _, _ in 128 }
        let course = SoundCourse(analysis)
        #expect(abs(course.meanLevel(0..<100) - Double(SpectrumFrame.level(ofByte: 128))) < 1e-4)
        #expect(course.meanLevel(5..<5) == Double(SpectrumFrame.lowestLevel))
    }
}
