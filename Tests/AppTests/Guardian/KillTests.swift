import Foundation
import Testing

@Suite("Killed under its guardian") struct KillTests {
    /// The first rounds of the campaign that `Tests/Fuzzing/kills` runs at length.
    private static let seed: UInt64 = 3

    @Test("rooms continue in time, screens always have frames, and no acknowledged change is lost")
    func killed() async throws {
        let folder = try TemporaryFolder()
        let campaign = KillCampaign(
            program: try Downbeat.program, publicFolder: Downbeat.checkout.path + "/Public", folder: folder.path,
            seed: Self.seed)
        let outcome = try await campaign.run(rounds: 2)
        #expect(outcome.findings == [], "seed \(Self.seed)")
        #expect(outcome.refused == 0 && outcome.changes > 0 && outcome.rounds == 2)
    }
}
