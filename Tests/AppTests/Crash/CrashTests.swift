import Foundation
import Testing

@Suite("Ended without warning") struct CrashTests {
    /// The first moments of the campaign that `Tests/Fuzzing/crash` runs at length.
    private static let seed: UInt64 = 1

    @Test("a server loses nothing that it acknowledged, keeps nothing by half, and goes on")
    func killed() async throws {
        let folder = try TemporaryFolder()
        let campaign = try CrashCampaign(
            program: try Downbeat.program, publicFolder: Downbeat.checkout.path + "/Public", folder: folder.path, seed: Self.seed)
        let outcome = try await campaign.run(rounds: 8)
        #expect(outcome.findings == [], "seed \(Self.seed)")
        #expect(outcome.changes > 0)
        #expect(outcome.done > 0)
    }
}
