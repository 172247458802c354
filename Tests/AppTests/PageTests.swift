import Foundation
import Testing

@Suite("The page's requirements")
struct PageTests {
    /// The parts that are reliable while the whole suite keeps the machine busy. The gate runs the others when nothing else runs.
    private static let parts = ["walk", "access", "layout", "docs"]
    /// Each takes half a minute on two busy cores.
    private static let limit: TimeInterval = 400

    @Test(
        "hold for touch, keyboard and screen readers, and at every size", .needs(.chromium), .needs(.node),
        .enabled(if: ProcessInfo.processInfo.environment["CI"] != "true", "the gate runs all of Tests/BrowserTests by itself"))
    func hold() async throws {
        let script = Downbeat.checkout.path + "/Tests/BrowserTests/run"
        let options = ["--modestly"] + Self.parts.flatMap { ["--only", $0] }
        let environment = ["DOWNBEAT": try Downbeat.program, "CHROMIUM": try Tool.chromium.found()]
        // Browsers use all cores, so they run at a low priority: tests with short timeouts come first.
        let words = ["-n", "15", try Tool.node.found(), script] + options
        try await ChildProcess.running("/usr/bin/nice", words, environment: environment) { child in
            let ending = try await child.end(within: Self.limit)
            let table = child.transcript.text(0)
            #expect(ending == .code(0), "\(table)\(child.transcript.text(1))")
            for part in Self.parts { #expect(table.contains("ok  \(part)"), "\(part) is not told of: \(table)") }
        }
    }
}
