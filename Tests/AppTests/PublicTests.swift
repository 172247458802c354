import Foundation
import Testing

@Suite("The page's modules")
struct PublicTests {
    @Test("pass their own tests under node", .needs(.node))
    func node() async throws {
        let folder = Downbeat.checkout.path + "/Tests/PublicTests"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".test.mjs") }
        try #require(!files.isEmpty)
        // They compute for 20 seconds, beside all other tests.
        let (ending, out, err) = try await ChildProcess.run(
            Tool.node.found(), ["--test", "--test-reporter", "tap"] + files.map { "\(folder)/\($0)" }, within: 300)
        #expect(ending == .code(0), "\(out)\(err)")
        #expect(out.contains("# fail 0"))
        #expect(!out.contains("# tests 0"))
    }

    @Test("parse as scripts in the form in which the server sends them", .needs(.node))
    func served() async throws {
        let folder = URL(fileURLWithPath: Downbeat.checkout.path + "/Public")
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String })
        let scripts = names.filter { $0.hasSuffix(".js") }
        try #require(scripts.count > 50)
        let reader = """
            const { SourceTextModule } = require("node:vm");
            Promise.all(process.argv.slice(1).map(async (address) => {
                new SourceTextModule(await (await fetch(address)).text(), { identifier: address });
            })).catch(({ stack }) => { console.error(stack); process.exitCode = 1; });
            """
        try await Downbeat.serving { server async throws in
            let addresses = scripts.map { "http://127.0.0.1:\(server.port)/\($0)" }
            let (ending, _, err) = try await ChildProcess.run(
                Tool.node.found(), ["--no-warnings", "--experimental-vm-modules", "-e", reader] + addresses)
            #expect(ending == .code(0), "\(err)")
        }
    }
}
