import Foundation

/// The long crash test. Arguments: PROGRAM PUBLIC ROUNDS SEED FOLDER. Prints findings to standard output.
@main
struct Crash {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 6, let rounds = Int(words[3]), let seed = UInt64(words[4]) else {
            print("usage: \(words[0]) PROGRAM PUBLIC ROUNDS SEED FOLDER")
            exit(64)
        }
        let campaign = try CrashCampaign(program: words[1], publicFolder: words[2], folder: words[5], seed: seed)
        let outcome = try await campaign.run(rounds: rounds)
        print(
            """
            \(outcome.rounds) times ended; \(outcome.changes) changes acknowledged, \(outcome.verified) analysis files verified
            at rest \(outcome.done) analyses are done, \(outcome.interrupted) were interrupted too often
            """)
        for finding in outcome.findings { print("FINDING: \(finding)") }
        exit(outcome.findings.isEmpty ? 0 : 1)
    }
}
