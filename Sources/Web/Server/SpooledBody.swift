import CLinux
import Glibc
import Synchronization
package import System

/// What takes a body while it comes.
package protocol BodySink: AnyObject, Sendable {
    /// Appends, blocking, on a disk thread; one at a time. Nil means that all is written.
    func append(_ bytes: [UInt8]) -> SystemError?
}

/// A request body on disk, in an unnamed file: the kernel removes it with the last reference, even after a crash.
package final class SpooledBody: BodySink {
    private let folder: String
    /// -1 until the writer has opened the file.
    private let descriptor = Atomic<Int32>(-1)

    package var raw: Int32 { descriptor.load(ordering: .acquiring) }

    fileprivate init(folder: String) {
        self.folder = folder
    }

    deinit {
        let raw = raw
        // Closing frees the blocks of a large file, which is slow, and the last reference may be on a loop.
        if raw >= 0 { DiskThreads.close(raw) }
    }

    /// Bytes written so far.
    package var count: Int {
        var status = stat()
        return fstat(raw, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Opens what was written for reading, for as long as the file object lives.
    package func open() throws(SystemError) -> OpenFile {
        try OpenFile(sharing: raw)
    }

    /// Creates the file first if needed.
    package func append(_ bytes: [UInt8]) -> SystemError? {
        if raw < 0 {
            do {
                descriptor.store(try Descriptor(namelessFileIn: folder).release(), ordering: .releasing)
            } catch {
                return error
            }
        }
        return Descriptor.write(bytes, to: raw)
    }
}

/// Writes request bodies to a folder, on the disk threads.
final class SpoolWriter: Sendable {
    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// A body whose file is created by the first `append`.
    func body() -> SpooledBody {
        SpooledBody(folder: folder)
    }

    /// Appends to the body, then reports from a disk thread; nil means that all is written. One append per body at a time.
    func append(_ bytes: [UInt8], to body: any BodySink, then report: @escaping @Sendable (SystemError?) -> Void) {
        DiskThreads.write { report(body.append(bytes)) }
    }
}
