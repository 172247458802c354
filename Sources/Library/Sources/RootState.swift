import Glibc
import System

/// The state of a music folder before a walk: an unplugged disk must not look like deleted music.
struct RootState: Equatable {
    enum Condition: Equatable {
        case readable
        case missing
        case notAFolder
        /// The kernel's error code.
        case unreadable(Int32)
    }

    let condition: Condition
    /// The device it is on; 0 if it cannot be read. If this differs from the last scan, a disk was mounted or unmounted.
    let device: UInt64
    /// True if it contains only skipped names, like a mount point without its disk.
    let isEmpty: Bool

    init(of path: String) {
        do {
            let listing = try FolderListing(Array(path.utf8))
            let entries = try listing.entries()
            device = listing.device
            isEmpty = entries.allSatisfy { MusicNames.isSkipped($0.name) }
            condition = .readable
        } catch {
            device = 0
            isEmpty = true
            switch error.code {
            case ENOENT: condition = .missing
            case ENOTDIR: condition = .notAFolder
            default: condition = .unreadable(error.code)
            }
        }
    }
}
