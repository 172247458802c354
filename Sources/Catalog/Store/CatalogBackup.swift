import Glibc

/// A copy of the catalog beside it, from which a damaged one takes what it no longer gives itself.
package actor CatalogBackup {
    /// What people entered since the last copy is what damage may cost them; a copy of a large catalog takes a second.
    private static let mostAge = 24 * 3_600

    private let path: String
    private let thread = CatalogThread("downbeat.catalog.backup")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Copies the catalog in `folder`, which must have been opened without damage.
    package init(in folder: String) {
        path = CatalogFile.path(in: folder)
    }

    /// Makes a new copy where there is none of the last day, and says whether it did; `now` is in seconds since 1970.
    ///
    /// Works beside writers and readers and on a thread of its own. The last copy stays until the new one is whole.
    package func renew(at now: Int) throws(CatalogError) -> Bool {
        let copy = Self.path(besides: path)
        var status = stat()
        if stat(copy, &status) == 0, (0..<Self.mostAge).contains(now - status.st_mtim.tv_sec) { return false }
        let draft = "\(copy).draft"
        for ending in ["", "-journal"] { unlink(draft + ending) }
        let source = try Connection(path, .reading)
        do {
            try source.run("VACUUM INTO ?", Value(draft))
        } catch {
            unlink(draft)
            throw error
        }
        try Self.settle(draft, at: now)
        guard rename(draft, copy) == 0 else { throw .readOnly }
        return true
    }

    static func path(besides path: String) -> String {
        "\(path.dropLast(".sqlite".count)).backup.sqlite"
    }

    /// Waits until a file is on the disk, and dates it.
    private static func settle(_ path: String, at now: Int) throws(CatalogError) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .readOnly }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw errno == ENOSPC ? .diskFull : .readOnly }
        let moment = timespec(tv_sec: now, tv_nsec: 0)
        futimens(descriptor, [moment, moment])
    }
}
