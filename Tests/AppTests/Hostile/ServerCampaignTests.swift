import Foundation
import Testing
import Waiting

@Suite("A server under attack")
struct ServerCampaignTests {
    @Test("keeps running through thousands of corrupted requests, messages and commands", .needs(.python))
    func attacked() async throws {
        let campaign = Downbeat.checkout.path + "/Tests/Fuzzing/server"
        let words = ["-B", campaign, "--program", try Downbeat.program, "--operations", "2500", "--seed", "7", "--only-deaths"]
        try await ChildProcess.running(Tool.python.found(), words) { process in
            let ending = try await process.end()
            #expect(ending == .code(0), "\(process.transcript.text(0))\(process.transcript.text(1))")
        }
    }
}
