import CLinux
import Foundation
import Glibc
import System

/// Watches all folders of a music folder on its own thread, from init to deinit.
final class FolderWatch: Sendable {
    private let ends: Ends

    /// Starts to watch; throws if the system allows no more watches. Reports come from the watch's thread, one after the other:
    /// `quiet` seconds after the last change, but at most `longest` seconds after the first.
    init(
        root: String, quiet: Double = 0.7, longest: Double = 5, report: @escaping @Sendable (SourceChange) -> Void
    ) throws(SystemError) {
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

    /// Ends the watch; a report that is being made may still come.
    func stop() {
        var one: UInt64 = 1
        _ = write(ends.stop.raw, &one, 8)
    }

    /// The descriptors that the thread polls.
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
