import Foundation
import Glibc
import Testing

@testable import Workers

/// The real program in a child process, on a port that the system chooses unless one is given.
struct Downbeat: Sendable {
    /// The checkout that these tests were built from.
    static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The path of the program, which lies beside the test program.
    static var program: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("downbeat").path
        }
    }

    /// The program of its workers, which lies beside it. All tests share its zygote.
    static var worker: WorkerProgram {
        get throws { try openWorker.get() }
    }

    private static let openWorker = Result { try WorkerProgram(at: try program + "-worker") }

    let process: ChildProcess
    let port: UInt16
    /// The data folder.
    let data: String

    /// The control token, which a request that changes something must send.
    var token: String {
        get throws { String(try String(contentsOfFile: data + "/token", encoding: .utf8).prefix { $0 != "\n" }) }
    }

    /// The backups of the catalog in a data folder, the oldest first.
    static func backups(in data: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: data + "/backups")) ?? []
        return names.filter { $0.hasPrefix("catalog-") }.sorted().map { "\(data)/backups/\($0)" }
    }

    /// Runs a server on the loopback interface while `body` runs, with a limit of `descriptors` descriptors. Its data folder is
    /// `data`, or else a temporary one; then it also has an empty music folder, and so no demo. `program` is that of these tests unless
    /// another file is named.
    static func serving<Value: Sendable>(
        _ options: [String] = [], program: String? = nil, port: UInt16 = 0, data: String? = nil, descriptors: Int? = nil,
        environment: [String: String] = [:],
        _ body: (Downbeat) async throws -> Value
    ) async throws -> Value {
        let folder = try data == nil ? TemporaryFolder() : nil
        let noMusic = try data == nil ? TemporaryFolder() : nil
        defer { withExtendedLifetime((folder, noMusic)) {} }
        let data = data ?? folder!.path
        // With a catalog, changed times would mean changed files.
        if !FileManager.default.fileExists(atPath: data + "/catalog.sqlite") { options.forEach(Self.age) }
        let standard = [
            "--bind", "127.0.0.1", "--port", "\(port)", "--log", "json", "--public", checkout.path + "/Public", "--data", data,
        ]
        var command = [try program ?? Self.program] + standard + (noMusic.map { ["--music", $0.path] } ?? []) + options
        if let descriptors { command = ["/bin/sh", "-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\""] + command }
        return try await ChildProcess.running(command[0], Array(command.dropFirst()), environment: environment) { process in
            let port = try await Self.port(of: process)
            return try await body(Downbeat(process: process, port: port, data: data))
        }
    }

    /// Makes the files of a folder a minute older, unless it is read-only: a scan leaves out for two seconds what may still be being copied.
    static func age(_ folder: String) {
        var own = stat()
        guard folder.hasPrefix("/"), stat(folder, &own) == 0, own.st_mode & S_IWUSR != 0,
            let files = FileManager.default.enumerator(atPath: folder)
        else { return }
        for case let file as String in files {
            let path = "\(folder)/\(file)"
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec > time(nil) - 3 else {
                continue
            }
            var times = [status.st_atim, status.st_mtim]
            times[1].tv_sec -= 60
            utimensat(AT_FDCWD, path, times, 0)
        }
    }

    /// Waits for the log line that contains the port; other lines may precede it.
    private static func port(of process: ChildProcess) async throws -> UInt16 {
        var number = 0
        while true {
            let line = try await process.errorLine(number)
            let fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
            if let port = fields["url"].flatMap({ URL(string: $0) })?.port { return UInt16(port) }
            number += 1
        }
    }

    /// Runs the program until it exits.
    static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> (ending: Transcript.Ending, out: String, err: String) {
        try await ChildProcess.run(try program, arguments, environment: environment)
    }
}
