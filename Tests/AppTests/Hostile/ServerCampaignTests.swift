import Foundation
import Testing

@Suite("A server under attack")
struct ServerCampaignTests {
    @Test("keeps running through seconds of corrupted requests, messages and commands", .needs(.python))
    func attacked() async throws {
        let campaign = Downbeat.checkout.path + "/Tests/Fuzzing/server"
        let words = ["-B", campaign, "--program", try Downbeat.program, "--seconds", "6", "--seed", "7", "--only-deaths"]
        try await ChildProcess.running(Tool.python.found(), words) { process in
            let ending = try await process.end(within: 3 * patience)
            #expect(ending == .code(0), "\(process.transcript.text(0))\(process.transcript.text(1))")
        }
    }
}
