import Foundation
import Testing

@testable import Decode

/// A copy of a file that is written piece by piece while it is read, and a pipe that counts its bytes as an eventfd does.
private final class ArrivingCopy {
    private static let lost: UInt64 = 1 << 62

    let folder: TemporaryFolder
    let path: String
    let arriving: ArrivingBytes
    private let bell = Pipe()

    /// The last `tail` bytes are there from the start; of the others, this part comes.
    init(of source: String, tail: Int, part: Double = 1) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: source)))
        let end = Int(Double(bytes.count) * part)
        folder = try TemporaryFolder()
        let start = max(0, bytes.count - tail)
        // What is not there reads as zeros: to decode them would be heard.
        path = try folder.write([UInt8](repeating: 0, count: start) + bytes[start...], to: "copy")
        arriving = ArrivingBytes(bell: bell.fileHandleForReading.fileDescriptor, tail: start, lost: Self.lost)
        // The thread holds both ends, too, since the reader may end first.
        let (path, bell) = (path, bell)
        Thread.detachNewThread {
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            var (done, piece) = (0, 1)
            func tell(_ count: UInt64) { withUnsafeBytes(of: count) { bell.fileHandleForWriting.write(Data($0)) } }
            while done < end {
                let next = min(done + piece, end)
                try? file.seek(toOffset: UInt64(done))
                file.write(Data(bytes[done..<next]))
                tell(UInt64(next - done))
                (done, piece) = (next, piece % 5_000 * 3 + 1)
            }
            if end < bytes.count { tell(Self.lost) }
        }
    }
}

@Suite("A file that is read while it comes", .needsFFmpeg)
struct ArrivingTests {
    @Test("decodes to the same samples and tags as when all of it is there", arguments: Encoding.onePerEnding, [0, 4_096])
    func same(_ encoding: Encoding, tail: Int) async throws {
        let source = try await CodecTests.timed.path(encoding.name)
        let whole = try Decoded(source)
        let copy = try ArrivingCopy(of: source, tail: tail)
        let decoded = try withExtendedLifetime(copy) {
            try Decoded(copy.path, nameHint: encoding.name, arriving: copy.arriving)
        }
        #expect(decoded.rows == whole.rows && decoded.tags == whole.tags && decoded.damage == whole.damage)
        #expect(decoded.format.estimatedDuration == whole.format.estimatedDuration)
    }

    @Test("ends with a failed read when the rest does not come", arguments: ["flac.flac", "lame.mp3"])
    func lost(name: String) async throws {
        let source = try await CodecTests.timed.path(name)
        let copy = try ArrivingCopy(of: source, tail: 64, part: 0.5)
        let decoded = try withExtendedLifetime(copy) { try Decoded(copy.path, nameHint: name, arriving: copy.arriving) }
        #expect(decoded.damage?.readingFailed == EIO && decoded.count < 60_000)
        let nothing = try ArrivingCopy(of: source, tail: 0, part: 0)
        #expect(throws: DecodeError.unreadable(errno: EIO)) {
            try withExtendedLifetime(nothing) { try Decoded(nothing.path, nameHint: name, arriving: nothing.arriving) }
        }
    }
}
