import CLinux
import Foundation
import Glibc
import System

/// Watches all folders of a music folder on a thread of its own, from when it is made until it is let go.
final class FolderWatch: Sendable {
    /// What it tells, from its own thread, one report after the other.
    enum Report: Equatable, Sendable {
        /// So many folders are watched: what is read from now on cannot change unseen.
        case ready(folders: Int)
        /// In these folders, relative to the root, something came, went or changed. New folders are among them.
        case changed([[UInt8]])
        /// More changed at once than the system keeps: read everything again. The watch goes on.
        case overflowed
        /// From now on changes are missed, here is why, in one sentence: read everything again now and then. Told once.
        case incomplete(String)
    }

    private let ends: Ends

    /// Begins to watch, unless the system has no room for one more watch. `quiet` and `longest` are seconds: of peace before
    /// a report, and of waiting for it at most.
    init(root: String, quiet: Double = 0.7, longest: Double = 5, report: @escaping @Sendable (Report) -> Void) throws(SystemError) {
        let ends = try Ends()
        self.ends = ends
        Thread.detachNewThread {
            var watcher = FolderWatcher(
                root: root, ends: ends, changes: ChangeCollector(quiet: quiet, longest: longest), report: report)
            watcher.run()
        }
    }

    deinit {
        stop()
    }

    /// Ends the watch; a report that is just being made may still come.
    func stop() {
        var one: UInt64 = 1
        _ = write(ends.stop.raw, &one, 8)
    }

    /// What the thread waits for.
    final class Ends: Sendable {
        let stop: Descriptor
        let changes: Descriptor

        init() throws(SystemError) {
            let stop = eventfd(0, Int32(EFD_CLOEXEC))
            guard stop >= 0 else { throw SystemError("eventfd") }
            let stopEnd = Descriptor(owning: stop)
            let changes = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            guard changes >= 0 else {
                let code = errno
                let advice = code == EMFILE ? " (raise fs.inotify.max_user_instances with sysctl)" : ""
                throw SystemError("watching folders for changes\(advice)", code: code)
            }
            self.stop = stopEnd
            self.changes = Descriptor(owning: changes)
        }
    }
}
