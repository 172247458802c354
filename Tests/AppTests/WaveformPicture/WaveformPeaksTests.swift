import Foundation
import Music
import Testing

@testable import API
@testable import App

@Suite("Peaks of a waveform picture") struct WaveformPeaksTests {
    private typealias Peak = WaveformPeaks.Peak

    /// Points of lowest, highest and RMS: point n is from -n to 2n.
    private static func peaks(_ points: Int, from first: Double, pointsPerPeak: Double, count: Int) -> [Peak] {
        let numbers = (0..<points).flatMap { (point: Int) -> [Int16] in [Int16(-point), Int16(2 * point), 0] }
        return WaveformPeaks.peaks(of: PointWindow(numbers), from: first, pointsPerPeak: pointsPerPeak, count: count)
    }

    private static func peak(_ lowest: Int, _ highest: Int) -> Peak {
        Peak(lowest: Double(lowest) / 32768, highest: Double(highest) / 32768)
    }

    @Test("each peak covers the points that overlap its time")
    func covers() {
        #expect(Self.peaks(8, from: 0, pointsPerPeak: 4, count: 2) == [Self.peak(-3, 6), Self.peak(-7, 14)])
        #expect(Self.peaks(8, from: 1, pointsPerPeak: 1.5, count: 2) == [Self.peak(-2, 4), Self.peak(-3, 6)])
    }

    @Test("peaks finer than the points have the value of the point that contains them")
    func fine() {
        #expect(
            Self.peaks(3, from: 1, pointsPerPeak: 0.5, count: 4)
                == [Self.peak(-1, 2), Self.peak(-1, 2), Self.peak(-2, 4), Self.peak(-2, 4)])
    }

    @Test("after the end there is silence")
    func end() {
        #expect(Self.peaks(2, from: 1, pointsPerPeak: 1, count: 3) == [Self.peak(-1, 2), .silence, .silence])
        #expect(Self.peaks(2, from: 1e12, pointsPerPeak: 1e9, count: 2) == [.silence, .silence])
    }

    @Test("a track's own waveform is drawn at the times of its sound, whole and in part")
    func track() async throws {
        let folder = try TemporaryFolder()
        // A second of silence, one at half of full scale, one of silence.
        let samples = (0..<3 * 44_100).map { 44_100..<88_200 ~= $0 ? Float(0.5 * sin(Double($0) * 0.1)) : 0 }
        try folder.write(ClickTrack.wave(samples), to: "a.wav")
        let path = folder.path + "/a.downbeat"
        let made = try await Downbeat.run(["analyze", folder.path + "/a.wav", "--out", path])
        try #require(made.ending == .code(0), "\(made.err)")
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let waveform = try TrackAnalysis(descriptor: file.fileDescriptor).waveform
        var options = WaveformPicture.Options()
        (options.width, options.height) = (300, 200)
        var heights = WaveformPicture(of: waveform, options).bars.map { $0.bottom - $0.top }
        #expect(heights.count == 300)
        for x in [10, 90, 210, 290] { #expect(heights[x] == 1) }
        for x in [110, 150, 190] { #expect(abs(heights[x] - 100) < 1) }
        (options.start, options.end) = (0.5, 1.5)
        heights = WaveformPicture(of: waveform, options).bars.map { $0.bottom - $0.top }
        #expect(heights[140] == 1 && abs(heights[160] - 100) < 1)
        (options.start, options.end) = (100, nil)
        heights = WaveformPicture(of: waveform, options).bars.map { $0.bottom - $0.top }
        #expect(heights.allSatisfy { $0 == 1 })
    }
}
