import CLinux
import Glibc

/// A named pipe (FIFO) that is read as its writers come and go.
package final class NamedPipe: Sendable {
    package enum Reading: Equatable, Sendable {
        case bytes([UInt8])
        /// A writer has it open, and nothing is there.
        case nothing
        /// Nobody has it open for writing, and nothing is left.
        case noWriter
    }

    private let descriptor: Descriptor

    /// Waits for no writer.
    package init(at path: String) throws(SystemError) {
        let raw = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard raw >= 0 else { throw SystemError("opening \(path)") }
        descriptor = Descriptor(owning: raw)
        var status = stat()
        guard fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            throw SystemError("opening \(path)", code: ESPIPE)
        }
    }

    /// What is there, `most` bytes at most; never waits.
    package func read(_ most: Int) -> Reading {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
            count = Glibc.read(descriptor.raw, buffer.baseAddress, most)
            filled = max(0, count)
        }
        return count > 0 ? .bytes(bytes) : count == 0 ? .noWriter : .nothing
    }
}
