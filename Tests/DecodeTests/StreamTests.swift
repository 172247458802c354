import Foundation
import Testing

@testable import Decode

@Suite("A stream from a pipe", .needsFFmpeg)
struct StreamTests {
    /// The index of these containers is at the end of the file.
    private static let indexed = ["aac.m4a", "opus.mp4", "apple.caf"]

    @Test(
        "decodes to the same samples as a file, and at most some padding after them",
        arguments: Encoding.onePerEnding.filter { !indexed.contains($0.name) })
    func same(_ encoding: Encoding) async throws {
        let source = try await CodecTests.timed.path(encoding.name)
        let file = try Decoded(source)
        let stream = try Self.piped(try Data(contentsOf: URL(fileURLWithPath: source)))
        #expect(stream.rows.map { Array($0.prefix(file.count)) } == file.rows && stream.damage == nil)
        #expect(stream.count - file.count < 2_000)
    }

    @Test("may begin in the middle of a frame, and with a large picture")
    func starts() async throws {
        let source = try await CodecTests.timed.path("bare.mp3")
        let sound = try Data(contentsOf: URL(fileURLWithPath: source))
        let whole = try Decoded(source).count
        #expect(try Self.piped(sound.dropFirst(1_000)).count > whole * 8 / 10)
        // An ID3v2 header states its length in groups of seven bits.
        let length = 10 << 20
        let size = [21, 14, 7, 0].map { UInt8(length >> $0 & 0x7F) }
        let tag = Data("ID3".utf8) + [4, 0, 0] + size + Data(count: length)
        #expect(try Self.piped(tag + sound).count > whole * 9 / 10)
    }

    @Test("of WAV ends where its header says, and after that nothing is heard")
    func end() async throws {
        let source = try await CodecTests.timed.path("law.wav")
        let sound = try Data(contentsOf: URL(fileURLWithPath: source))
        let more = Data("note".utf8) + [0, 16, 0, 0] + Data(repeating: 0x55, count: 4096)
        #expect(try Self.piped(sound + more).rows == (try Decoded(source).rows))
    }

    @Test("without a byte is empty")
    func empty() {
        #expect(throws: DecodeError.empty) { try Self.piped(Data()) }
    }

    /// Decodes bytes as they come out of a pipe.
    private static func piped(_ bytes: Data) throws -> Decoded {
        let pipe = Pipe()
        Thread.detachNewThread {
            try? pipe.fileHandleForWriting.write(contentsOf: bytes)
            try? pipe.fileHandleForWriting.close()
        }
        return try withExtendedLifetime(pipe) { try Decoded(AudioDecoder(stream: pipe.fileHandleForReading.fileDescriptor)) }
    }
}
