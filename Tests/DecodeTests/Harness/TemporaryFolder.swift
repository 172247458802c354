import Foundation

/// A folder of a test's own that vanishes with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/downbeat-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // What is left in the system's temporary folder harms nobody.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and gives its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Encodes `wave` with ffmpeg's `options` into a file called `name` and gives its path.
    func encode(_ wave: WaveFile, _ options: [String], to name: String) async throws -> String {
        let source = try write(wave.bytes, to: "source-of-\(name).wav")
        try await FFmpeg.run(["-i", source] + options + ["\(path)/\(name)"])
        return "\(path)/\(name)"
    }
}
