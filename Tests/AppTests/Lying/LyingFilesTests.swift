import Foundation
import Testing

@Suite("Files with false headers") struct LyingFilesTests {
    /// The first cases of the campaign that `Tests/Fuzzing/lyingfiles` runs at length.
    private static let seed: UInt64 = 1
    private static let count = 26

    @Test("a server scans, queues, plays, streams and draws them, and keeps running", .needs(.ffmpeg))
    func lies() async throws {
        let folder = try TemporaryFolder()
        let campaign = LyingFiles(
            program: try Downbeat.program, publicFolder: Downbeat.checkout.path + "/Public",
            sounds: try await HostileSounds.encode(with: Tool.ffmpeg.found(), in: folder.path), seed: Self.seed)
        let outcome = try await campaign.run(0..<Self.count, in: folder.path)
        #expect(outcome.findings == [], "seed \(Self.seed)")
        // Some false values are believed, or change nothing.
        #expect(outcome.tracks > Self.count / 5)
        #expect((outcome.statuses[200] ?? 0) > outcome.tracks)
    }
}
