import CLinux
import Dispatch
import Glibc

/// A request body on disk, in a file without a name: it is gone when the last holder lets go, even after a crash.
package final class SpooledBody: Sendable {
    private let descriptor: Descriptor

    package var raw: Int32 { descriptor.raw }

    fileprivate init(folder: String) throws(SystemError) {
        descriptor = try Descriptor(namelessFileIn: folder)
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

    /// Appends, waiting for the disk: for `SpoolWriter` alone.
    fileprivate func append(_ bytes: [UInt8]) -> SystemError? {
        descriptor.write(bytes)
    }
}

/// One thread that waits for the disk, so that no loop has to.
final class SpoolWriter: Sendable {
    private let folder: String
    private let queue = DispatchQueue(label: "downbeat.spool")

    init(folder: String) {
        self.folder = folder
    }

    func begin() throws(SystemError) -> SpooledBody {
        try SpooledBody(folder: folder)
    }

    /// Appends to the body and then reports, from the writer's thread; nil means all is written.
    func append(_ bytes: [UInt8], to body: SpooledBody, then report: @escaping @Sendable (SystemError?) -> Void) {
        queue.async { report(body.append(bytes)) }
    }
}
