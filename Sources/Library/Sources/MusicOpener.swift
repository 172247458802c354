import Catalog
import Workers

/// Opens music files, here alone: for reading, and only regular files that are neither the server's own nor the kernel's. A file
/// that the catalog knows must still have the size, time and inode that it had when it was scanned. Links to music elsewhere are
/// followed.
struct MusicOpener: Sendable {
    /// Nil if there is no data folder to protect.
    var own: OwnFiles?

    /// Opens a file that the catalog does not know.
    func open(_ path: [UInt8]) throws(WorkerFailure) -> WorkerFile {
        let file = try WorkerFile(reading: path)
        try check(file)
        return file
    }

    /// Opens a file that was scanned with this stamp.
    func open(_ path: [UInt8], _ known: FileStamp) throws(WorkerFailure) -> WorkerFile {
        let file = try WorkerFile(reading: path)
        guard MusicFile.stamp(of: file.raw) == known else { throw .unreadable("has changed since it was scanned") }
        try check(file)
        return file
    }

    private func check(_ file: WorkerFile) throws(WorkerFailure) {
        guard own?.contain(file.raw) != true else { throw .refused("belongs to the server itself") }
        guard !KernelFiles.contain(file.raw) else { throw .refused("is a file of the kernel's, not music") }
    }
}
