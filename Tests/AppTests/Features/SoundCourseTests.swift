import Music
import Testing
import Yardstick

@testable import API

@Suite("Segments of a track")
struct SoundCourseTests {
    private static let seconds = 96.0

    /// A track with an onset every half second.
    private func song(level: UInt8) throws -> TrackAnalysis {
        let bytes = (0..<Int(Self.seconds * 60) + 1).flatMap { frame in
            (0..<SpectrumFrame.byteCount).map { byte -> UInt8 in
                byte == SpectrumFrame.onset ? frame % 30 == 0 ? 120 : 4 : level
            }
        }
        return try MadeAnalysis.track(frames: bytes, duration: MediaTime(seconds: Self.seconds))
    }

    @Test("segments begin at onsets and cover the track")
    func segments() throws {
        let analysis = try song(level: 150)
        let segments = SoundCourse(analysis).segments
        #expect(segments.map(\.range.lowerBound) == Array(stride(from: 0, to: analysis.frameCount, by: 30)))
        #expect(segments.last?.range.upperBound == analysis.frameCount)
        #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
    }

    @Test("the mean level of equal frames is theirs")
    func levels() throws {
        let analysis = try song(level: 128)
        let course = SoundCourse(analysis)
        #expect(abs(course.meanLevel(0..<100) - Double(SpectrumFrame.level(ofByte: 128))) < 1e-4)
        #expect(course.meanLevel(5..<5) == Double(SpectrumFrame.lowestLevel))
    }
}
