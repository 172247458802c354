import Foundation
import Testing

/// `downbeat serve` as a process of its own, with as few descriptors as a test wants.
final class ChildServer: Sendable {
    private struct NotStarted: Error {
        let output: String
    }

    private let process = Process()
    private let folder: TestFolder
    private var output: String { folder.path + "/log" }

    init(descriptors: Int) throws {
        // The tests run from the folder that the programs are built into.
        let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = (here as NSString).deletingLastPathComponent + "/downbeat"
        folder = try TestFolder(["public/index.html": Array("<!doctype html>".utf8)])

        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c",
            "ulimit -n \(descriptors); exec \"$0\" serve --port 0 --bind 127.0.0.1 --loops 1 --public \"$1\" 2>\"$2\"",
            program, folder.path + "/public", folder.path + "/log",
        ]
        try process.run()
    }

    /// The port it listens on, once it says so.
    func port() async throws -> UInt16 {
        var found: UInt16?
        try await eventually("the child listens") {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            found = text.firstMatch(of: #/http://127\.0\.0\.1:(\d+)/#).flatMap { UInt16($0.1) }
            return found != nil
        }
        guard let found else { throw NotStarted(output: (try? String(contentsOfFile: output, encoding: .utf8)) ?? "") }
        return found
    }

    /// Changes its soft limit while it runs.
    func limitDescriptors(to count: Int) throws {
        let tool = Process()
        tool.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
        tool.arguments = ["--pid", "\(process.processIdentifier)", "--nofile=\(count):64"]
        try tool.run()
        tool.waitUntilExit()
        #expect(tool.terminationStatus == 0)
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
        folder.remove()
    }
}
