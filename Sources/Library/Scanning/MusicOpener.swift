package import Catalog
package import Workers

/// Opens music files, here alone: for reading, and only regular files that are neither the server's own nor the kernel's. A file
/// that the catalog knows must still have the size, time and inode that it had when it was scanned. Links to music elsewhere are
/// followed.
package struct MusicOpener: Sendable {
    /// Nil if there is no data folder to protect.
    var own: OwnFiles?
    /// Called with the place of a file that has changed since it was scanned, to have it scanned again.
    var doubt: @Sendable (_ folder: Int, _ path: [UInt8]) -> Void = { _, _ in }

    /// Opens a file that the catalog does not know.
    func open(_ path: [UInt8]) throws(WorkerFailure) -> WorkerFile {
        let file = try WorkerFile(reading: path)
        try check(file)
        return file
    }

    /// Opens the file that is to be analyzed.
    func open(_ work: AnalysisWork) throws(WorkerFailure) -> WorkerFile {
        try open(MusicFile.path(folder: work.folder, work.path), work.stamp)
    }

    /// Opens the file of a track in the music folder `root`.
    package func open(_ place: Track.Place, in root: [UInt8]) throws(WorkerFailure) -> WorkerFile {
        do {
            return try open(MusicFile.path(folder: root, place.path), place.stamp)
        } catch {
            if case .unreadable = error { doubt(place.folder, place.path) }
            throw error
        }
    }

    private func open(_ path: [UInt8], _ known: FileStamp) throws(WorkerFailure) -> WorkerFile {
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
