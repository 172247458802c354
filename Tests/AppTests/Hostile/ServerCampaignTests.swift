import Foundation
import Testing

@Suite("A server under attack")
struct ServerCampaignTests {
    @Test("outlives seconds of spoiled requests, messages and commands", .needs(.python))
    func attacked() async throws {
        let campaign = Downbeat.checkout.path + "/Tests/Fuzzing/server"
        let (ending, out, err) = try await ChildProcess.run(
            Tool.python.found(),
            ["-B", campaign, "--program", Downbeat.program, "--seconds", "6", "--seed", "7", "--only-deaths"])
        #expect(ending == .code(0), "\(out)\(err)")
    }
}
