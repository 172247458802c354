import Decode
import Foundation
import Signal

/// Reads a sound file as the analysis hears it.
enum MonoFile {
    static let sampleRate = 44_100

    /// Gives the mono samples of a file, block by block.
    static func read(_ path: String, take: ([Float]) -> Void) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw BenchmarkOptions.Problem(text: "\(path) cannot be read")
        }
        var reader = try MonoReader(AudioDecoder(descriptor: file.fileDescriptor, nameHint: path), rate: sampleRate)
        while try reader.next() { take(reader.mono.rows[0]) }
        withExtendedLifetime(file) {}
    }
}
