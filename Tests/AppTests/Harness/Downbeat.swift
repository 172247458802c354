import Foundation
import Testing

/// The real program, started as a person would, on a port that the system chose.
struct Downbeat: Sendable {
    /// The checkout that these tests were built from.
    static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The program lies beside the tests' own.
    static var program: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("downbeat").path
        }
    }

    let process: ChildProcess
    let port: UInt16

    /// Serves on this machine's loopback while `body` runs, with as few descriptors as `descriptors` says.
    static func serving<Value: Sendable>(
        _ options: [String] = [], port: UInt16 = 0, descriptors: Int? = nil, _ body: (Downbeat) async throws -> Value
    ) async throws -> Value {
        let standard = [
            "--bind", "127.0.0.1", "--port", "\(port)", "--log", "json", "--public", checkout.path + "/Public",
        ]
        var command = [try program] + standard + options
        if let descriptors { command = ["/bin/sh", "-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\""] + command }
        return try await ChildProcess.running(command[0], Array(command.dropFirst())) { process in
            let line = try await process.errorLine(0)
            let fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
            guard let address = fields["url"].flatMap({ URL(string: $0) }), let port = address.port else {
                throw NeverHappened("a line that tells the port; the first was \(line)")
            }
            return try await body(Downbeat(process: process, port: UInt16(port)))
        }
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> (ending: Transcript.Ending, out: String, err: String) {
        try await ChildProcess.run(try program, arguments, environment: environment)
    }
}
