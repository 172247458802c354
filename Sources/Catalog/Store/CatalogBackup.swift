import Glibc

/// Daily backups of the catalog, to repair a damaged catalog and to restore by hand.
package actor CatalogBackup {
    /// Seconds between two copies: the most that damage can cost.
    private static let mostAge = 24 * 3_600
    private static let mostKept = 7

    private let folder: String
    private let thread = CatalogThread("downbeat.catalog.backup")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Copies the catalog in `folder`, which must have been opened without damage.
    package init(in folder: String) {
        self.folder = folder
    }

    /// Makes a new copy if there is none of the last day; returns whether it did. `now` is in seconds since 1970.
    ///
    /// Works concurrently with writers and readers, on its own thread. Older copies are deleted when the new one is on the disk.
    package func renew(at now: Int) throws(CatalogError) -> Bool {
        // A copy dated in the future comes from a wrong clock, so it does not count as today's.
        let known = daily
        if known.contains(where: { (0..<Self.mostAge).contains(now - $0.moment) }) { return false }
        try BackupFile(in: folder, at: now).make(of: CatalogFile.path(in: folder))
        let past = daily.filter { $0.moment <= now }
        for file in past.dropFirst(Self.mostKept) { unlink(file.path) }
        let room = max(0, Self.mostKept - past.count)
        for file in daily.filter({ $0.moment > now }).dropFirst(room) { unlink(file.path) }
        return true
    }

    private var daily: [BackupFile] { BackupFile.all(in: folder).filter { $0.version == nil } }
}
