import Foundation
import Music
import Testing

@Suite("The documented reader")
struct AnalysisReaderTests {
    @Test("reads the same analysis with Python as the program does", .needs(.numpy))
    func python() async throws {
        let folder = try TemporaryFolder()
        try folder.write(ClickTrack(seconds: 10).wave, to: "click.wav")
        let text = try String(contentsOf: Downbeat.checkout.appendingPathComponent("Sources/Analysis/README.md"), encoding: .utf8)
        let script = try #require(text.components(separatedBy: "```python\n").last?.components(separatedBy: "```").first)
        #expect(script.split(separator: "\n", omittingEmptySubsequences: false).count <= 31, "30 lines and the last one's end")
        try folder.write(script, to: "read.py")
        let path = folder.path + "/click.downbeat"
        let made = try await Downbeat.run(["analyze", folder.path + "/click.wav", "--out", path])
        try #require(made.ending == .code(0), "\(made.err)")
        let read = try await ChildProcess.run(Tool.numpy.found(), [folder.path + "/read.py", path])
        try #require(read.ending == .code(0), "\(read.err)")

        let seen = try JSONDecoder().decode(Reading.self, from: Data(read.out.utf8))
        let opened = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let analysis = try TrackAnalysis(descriptor: opened.fileDescriptor)
        #expect(seen.seconds == analysis.duration.seconds)
        #expect(!seen.beats.isEmpty && seen.beats == analysis.foundGrid.beats.map(\.time.seconds))
        #expect(seen.positions == analysis.foundGrid.beats.map { Int($0.position) })
        #expect(seen.frames == analysis.frameCount)
        #expect(seen.lufs == analysis.loudness.integrated)
        let loudest = analysis.withFrames(0..<analysis.frameCount) { bytes in
            stride(from: 64, to: bytes.count, by: SpectrumFrame.byteCount).map { Int(bytes[$0]) }.max()
        }
        #expect(seen.loudest == loudest)
        let sum = analysis.waveform.withPoints(of: analysis.waveform.levels[0]) { span in
            span.indices.reduce(0) { $0 + Int(span[$1]) }
        }
        #expect(seen.points == sum)
    }

    private struct Reading: Decodable {
        let seconds: Double
        let beats: [Double]
        let positions: [Int]
        let frames: Int
        let loudest: Int
        let lufs: Double
        let points: Int
    }
}
