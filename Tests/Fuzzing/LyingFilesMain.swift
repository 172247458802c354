import Foundation

/// The long test of lying files. Arguments: PROGRAM PUBLIC MINUTES SEED FFMPEG FOLDER. Prints findings to standard output.
@main
struct LyingFilesMain {
    /// Number of files for each server.
    private static let batch = 40
    /// Longest time in seconds that other clients may wait for an answer on an idle machine.
    private static let mostStall = 0.25

    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 7, let minutes = Double(words[3]), let seed = UInt64(words[4]) else {
            print("usage: \(words[0]) PROGRAM PUBLIC MINUTES SEED FFMPEG FOLDER")
            exit(64)
        }
        let folder = words[6]
        var campaign = LyingFiles(
            program: words[1], publicFolder: words[2], sounds: try await HostileSounds.encode(with: words[5], in: folder),
            seed: seed)
        campaign.mostSeconds = 10
        let end = Date() + minutes * 60
        var findings: [String] = []
        var first = 0
        while Date() < end {
            let place = "\(folder)/\(first)"
            let outcome = try await campaign.run(first..<first + batch, in: place)
            var told = outcome.findings
            if outcome.longestStall > mostStall { told.append("others waited \(outcome.longestStall) s") }
            print(
                """
                files \(first) to \(first + batch - 1): \(outcome.tracks) tracks, answers \(outcome.statuses.sorted { $0.key < $1.key }), \
                longest \(outcome.longestAnswer) s, others waited \(outcome.longestStall) s, \(told.count) findings
                """)
            for finding in told { print("FINDING in \(place): \(finding)") }
            findings += told
            // Delete files without findings.
            if told.isEmpty { try FileManager.default.removeItem(atPath: place) }
            first += batch
        }
        print("\(first) files of seed \(seed): \(findings.count) findings")
        exit(findings.isEmpty ? 0 : 1)
    }
}
