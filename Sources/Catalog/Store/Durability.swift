import Glibc

/// Makes files survive a power cut.
package enum Durability {
    /// Syncs a file, or the names in a folder, to disk.
    package static func settle(_ path: String) throws(CatalogError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .readOnly }
        defer { close(descriptor) }
        // Some file systems cannot sync a folder, and return EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw errno == ENOSPC ? .diskFull : .readOnly }
    }
}
