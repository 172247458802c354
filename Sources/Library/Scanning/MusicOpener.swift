package import Catalog
package import Workers

/// The one way to a file of music: opened for reading, regular, none of the server's own or the kernel's, and, where the catalog knows it, the very
/// file that was scanned, by its size, its time and its inode. Links to music elsewhere are followed.
package struct MusicOpener: Sendable {
    /// Nil where there is no data folder to keep out of.
    var own: OwnFiles?
    /// Hears of a place whose file is not the one that was scanned, so that it can be scanned again.
    var doubt: @Sendable (_ folder: Int, _ path: [UInt8]) -> Void = { _, _ in }

    /// Opens a file that nothing is known of yet.
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
        guard own?.contain(file.raw) != true else { throw .refused("is a file that the server keeps for itself") }
        guard !KernelFiles.contain(file.raw) else { throw .refused("is a file of the kernel's, not music") }
    }
}
