import Foundation

/// The long test of the guardian. Arguments: PROGRAM PUBLIC ROUNDS SEED FOLDER. Prints findings to standard output.
@main
struct Kills {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 6, let rounds = Int(words[3]), let seed = UInt64(words[4]) else {
            print("usage: \(words[0]) PROGRAM PUBLIC ROUNDS SEED FOLDER")
            exit(64)
        }
        let campaign = KillCampaign(
            program: words[1], publicFolder: words[2], folder: words[5], seed: seed)
        let outcome = try await campaign.run(rounds: rounds)
        func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1000).rounded())) ms" }
        func figures(_ values: [Double]) -> String {
            let parts = [(0.5, "median"), (0.95, "p95"), (1, "most")].map { share, name in
                "\(milliseconds(KillCampaign.Outcome.quantile(values, share))) (\(name))"
            }
            return parts.joined(separator: ", ")
        }
        print(
            """
            \(outcome.rounds) times ended; \(outcome.changes) changes acknowledged, none of them lost unless a finding says so
            another process after \(figures(outcome.starts))
            an answer after \(figures(outcome.waits)); \(outcome.refused) of \(outcome.connections) connections refused
            an answer after a thread was stuck: \(figures(outcome.stuckWaits))
            the music was off by \(outcome.drift) µs at most; frames of before reached \(outcome.overlap / 1000) ms, at least, into those of after
            where the answer came in time
            """)
        for finding in outcome.findings { print("FINDING: \(finding)") }
        exit(outcome.findings.isEmpty && outcome.refused == 0 ? 0 : 1)
    }
}
