import CLinux
import Dispatch
import Glibc
import Synchronization
package import System

/// A request body on disk, in a file without a name: it is gone when the last holder lets go, even after a crash.
package final class SpooledBody: Sendable {
    private let folder: String
    /// -1 until the writer has opened the file.
    private let descriptor = Atomic<Int32>(-1)

    package var raw: Int32 { descriptor.load(ordering: .acquiring) }

    fileprivate init(folder: String) {
        self.folder = folder
    }

    deinit {
        let raw = raw
        // To give back the room of a large file takes long, and the last holder may be a loop.
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

    /// Appends, waiting for the disk, and opens the file before: for `SpoolWriter` alone.
    fileprivate func append(_ bytes: [UInt8]) -> SystemError? {
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

/// One thread that waits for the disk, so that no loop has to.
final class SpoolWriter: Sendable {
    private let folder: String
    private let queue = DispatchQueue(label: "downbeat.spool")

    init(folder: String) {
        self.folder = folder
    }

    /// A body whose file is made with the first `append`.
    func body() -> SpooledBody {
        SpooledBody(folder: folder)
    }

    /// Appends to the body and then reports, from the writer's thread; nil means all is written.
    func append(_ bytes: [UInt8], to body: SpooledBody, then report: @escaping @Sendable (SystemError?) -> Void) {
        queue.async { report(body.append(bytes)) }
    }
}
