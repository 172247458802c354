import Glibc
import System

/// How a music folder stands before it is walked: an unplugged disk must not look like deleted music.
struct RootState: Equatable {
    enum Condition: Equatable {
        case readable
        case missing
        case notAFolder
        /// The kernel's reason.
        case unreadable(Int32)
    }

    let condition: Condition
    /// Which device it lies on; 0 where it cannot be read. Another than before means that a disk came or went.
    let device: UInt64
    /// True where nothing is in it but what is skipped, as in a mount point without its disk.
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
