import Foundation

/// The long test of hostile files. Arguments: PROGRAM COUNT SEED FFMPEG FOLDER. Prints findings to standard output.
@main
struct Hostile {
    /// Files in one run of the program.
    private static let batch = 100

    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 6, let count = Int(words[2]), let seed = UInt64(words[3]) else {
            print("usage: \(words[0]) PROGRAM COUNT SEED FFMPEG FOLDER")
            exit(64)
        }
        let folder = words[5]
        let campaign = HostileCampaign(
            program: words[1], sounds: try await HostileSounds.encode(with: words[4], in: folder), seed: seed)
        var all = try await campaign.run(HostileOddities.make(in: folder, sound: campaign.sounds[0]))
        for start in stride(from: 0, to: count, by: batch) {
            let files = try (start..<min(start + batch, count)).map { try campaign.writeCase($0, in: folder) }
            let outcome = try await campaign.run(files)
            all += outcome
            let kept = (outcome.findings + outcome.crashes).joined()
            // Delete files without findings.
            for file in files where !kept.contains(file) { try FileManager.default.removeItem(atPath: file) }
            print("\(min(start + batch, count)) of \(count): \(all.findings.count) findings, \(all.crashes.count) decoders crashed")
        }
        for (ending, number) in all.endings.sorted(by: { $0.value > $1.value }).prefix(30) { print("\(number)\t\(ending)") }
        for crash in all.crashes { print("decoder crashed: \(crash)") }
        for finding in all.findings { print("FINDING: \(finding)") }
        exit(all.findings.isEmpty ? 0 : 1)
    }
}
