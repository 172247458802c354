import Glibc

/// What not even a power cut takes back.
package enum Durability {
    /// Waits until a file, or the names in a folder, are on the disk.
    package static func settle(_ path: String) throws(CatalogError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .readOnly }
        defer { close(descriptor) }
        // Some file systems cannot settle a folder, and say so.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw errno == ENOSPC ? .diskFull : .readOnly }
    }
}
