import CLinux
import Catalog
import Glibc
import Web

/// The files of the library, opened for reading and nothing else.
enum MusicFile {
    /// Opens the file that is to be analyzed, and makes sure that it is still the one that was scanned.
    static func open(_ work: AnalysisWork) throws(WorkerFailure) -> WorkerFile {
        try open(path(folder: work.folder, work.path), work.stamp)
    }

    /// Opens the file of a track's place for a worker, and makes sure that it is still the one that was scanned.
    static func open(unchanged place: Track.Place, in folder: [UInt8]) throws(WorkerFailure) -> WorkerFile {
        try open(path(folder: folder, place.path), place.stamp)
    }

    private static func open(_ path: [UInt8], _ known: FileStamp) throws(WorkerFailure) -> WorkerFile {
        let file = try WorkerFile(reading: path)
        guard stamp(of: file.raw) == known else { throw .unreadable("has changed since it was scanned") }
        return file
    }

    /// Opens a track's file for an answer.
    static func open(_ place: Track.Place, in folder: [UInt8]) throws(SystemError) -> OpenFile {
        let raw = Glibc.open(
            path(folder: folder, place.path).map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard raw >= 0 else { throw SystemError("open") }
        return try OpenFile(Descriptor(owning: raw))
    }

    /// The whole path of a file.
    static func path(folder: [UInt8], _ path: [UInt8]) -> [UInt8] { folder + [UInt8(ascii: "/")] + path }

    static func stamp(of descriptor: Int32) -> FileStamp? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
    }

    /// What lies at a path now; nil where nothing does.
    static func stamp(folder: [UInt8], _ path: [UInt8]) -> FileStamp? {
        var status = stat()
        let path = Self.path(folder: folder, path).map { CChar(bitPattern: $0) } + [0]
        return stat(path, &status) == 0 ? FileStamp(status) : nil
    }
}

extension FileStamp {
    init(_ status: stat) {
        self.init(
            size: Int64(status.st_size), modified: status.modified, inode: Int64(bitPattern: UInt64(status.st_ino)))
    }
}

extension stat {
    /// Nanoseconds since 1970; the last that fits where a file claims to be of another millennium.
    var modified: Int64 {
        let (seconds, overflows) = Int64(st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflows else { return st_mtim.tv_sec < 0 ? .min : .max }
        let (sum, overflowsToo) = seconds.addingReportingOverflow(Int64(st_mtim.tv_nsec))
        return overflowsToo ? .max : sum
    }
}
