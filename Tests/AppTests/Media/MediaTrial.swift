import Decode
import Foundation
import Glibc
import Signal
import Waiting

@testable import Workers

/// What the tests of pictures and streams use.
enum MediaTrial {
    /// The bytes that a worker wrote.
    static func bytes(of file: WorkerFile) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: file.size)
        guard pread(file.raw, &bytes, bytes.count, 0) == bytes.count else { throw NeverHappened("reading a result") }
        return bytes
    }

    /// Runs ffmpeg without output; the file in the last argument is overwritten.
    static func ffmpeg(_ words: [String]) async throws {
        let made = try await ChildProcess.run(Tool.ffmpeg.found(), ["-v", "error", "-nostdin", "-y"] + words)
        guard made.ending == .code(0) else { throw NeverHappened("ffmpeg \(words.joined(separator: " ")): \(made.err)") }
    }

    /// All samples of a file, one row for each channel.
    static func samples(_ descriptor: Int32, name: String) throws -> (format: StreamFormat, rows: [[Float]]) {
        var decoder = try AudioDecoder(descriptor: descriptor, nameHint: name)
        var block = SampleBlock(channels: decoder.format.channels)
        var rows = [[Float]](repeating: [], count: decoder.format.channels)
        while try decoder.next(into: &block) {
            for channel in rows.indices { rows[channel] += block.rows[channel] }
        }
        return (decoder.format, rows)
    }

    static func samples(_ path: String) throws -> (format: StreamFormat, rows: [[Float]]) {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        return try samples(file.fileDescriptor, name: path)
    }
}
