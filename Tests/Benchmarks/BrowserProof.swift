import Foundation
import Glibc

/// Runs the scripts of Tests/BrowserTests/proof, `run` and `soak`, with the `downbeat` beside this program. They need real pages,
/// so node drives them.
enum BrowserProof {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("BrowserTests/proof").path
    private static let numbers = ["screens", "seconds", "minutes"]
    private static let words = ["music", "out"]

    /// Replaces this process by the script, with the options that were given.
    static func run(_ script: String, _ options: BenchmarkOptions) throws {
        var command = ["node", "\(folder)/\(script)"]
        for name in numbers { if let number = options.given(name) { command += ["--\(name)", "\(number)"] } }
        for name in words { if let word = options.word(name) { command += ["--\(name)", word] } }
        setenv("DOWNBEAT", options.word("server") ?? RunningServer.program, 1)
        var arguments = command.map { strdup($0) } + [nil]
        execvp(command[0], &arguments)
        throw BenchmarkOptions.Problem(text: "node cannot be started: \(String(cString: strerror(errno)))")
    }
}
