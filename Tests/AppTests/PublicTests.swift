import Foundation
import Testing

@Suite("The page's modules")
struct PublicTests {
    @Test("pass their own tests under node", .needs(.node))
    func node() async throws {
        let folder = Downbeat.checkout.path + "/Tests/PublicTests"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".test.mjs") }
        try #require(!files.isEmpty)
        let (ending, out, err) = try await ChildProcess.run(
            Tool.node.found(), ["--test", "--test-reporter", "tap"] + files.map { "\(folder)/\($0)" })
        #expect(ending == .code(0), "\(out)\(err)")
        #expect(out.contains("# fail 0"))
        #expect(!out.contains("# tests 0"))
    }
}
