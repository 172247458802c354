import Foundation
import Testing

/// `Tests/Fuzzing/datafolders` runs the same with more rounds and other seeds.
@Suite("Altered data folders") struct AlteredFolderTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["DATA_ROUNDS"].flatMap { Int($0) } ?? 8
    private static let seed = environment["DATA_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("with any of them the server starts or says why not, answers, and stops in order")
    func altered() async throws {
        let folder = try TemporaryFolder()
        let program = try Self.environment["DATA_PROGRAM"] ?? Downbeat.program
        let outcome = try await DataFolderCampaign(in: folder.path, seed: Self.seed, program: program).run(rounds: Self.rounds)
        #expect(outcome.findings == [], "seed \(Self.seed)")
        #expect(outcome.used + outcome.refused == Self.rounds && outcome.used > Self.rounds / 2)
        print("\(outcome.used) servers used, \(outcome.refused) refused to start; the slowest answer took \(outcome.slowest) s")
    }
}
