import Foundation
import Testing

/// The `ffmpeg` command, which encodes what the tests decode.
enum FFmpeg {
    static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").components(separatedBy: ":").map { "\($0)/ffmpeg" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// True in CI, where a missing tool must be an error.
    static var isRequired: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

    /// Seconds of CPU time; a process that needs more counts as hanging.
    private static let timeLimit = "20"

    /// Runs it without output; the file in the last argument is overwritten.
    static func run(_ arguments: [String]) async throws {
        let path = try #require(path, "ffmpeg is not installed: .ci/setup --test does it")
        try await Command.run(path, ["-v", "error", "-nostdin", "-timelimit", timeLimit, "-y"] + arguments)
    }
}

extension TemporaryFolder {
    /// Encodes `wave` with ffmpeg's `options` into a file called `name` and returns its path.
    func encode(_ wave: WaveFile, _ options: [String], to name: String) async throws -> String {
        let source = try write(wave.bytes, to: "source-of-\(name).wav")
        try await FFmpeg.run(["-i", source] + options + ["\(path)/\(name)"])
        return "\(path)/\(name)"
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test if ffmpeg is missing; under CI=true it runs and fails.
    static var needsFFmpeg: Self {
        .enabled(if: FFmpeg.path != nil || FFmpeg.isRequired, "ffmpeg is not installed: .ci/setup --test does it")
    }
}
