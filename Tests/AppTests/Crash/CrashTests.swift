import Foundation
import Testing

@Suite("Killed with SIGKILL") struct CrashTests {
    /// The first rounds of the campaign that `Tests/Fuzzing/crash` runs at length.
    private static let seed: UInt64 = 1

    @Test("a server loses no acknowledged change, leaves nothing half done, and continues")
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
