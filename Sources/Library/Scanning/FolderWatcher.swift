import CLinux
import Glibc
import System

/// The work of a folder watch, all on one thread: a table of watched folders and what the kernel says of them (inotify(7)).
struct FolderWatcher {
    /// What changes a listing or a file's content. Times and modes alone do not make other music.
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
            | IN_EXCL_UNLINK)
    /// A few hundred changes at once.
    private static let bufferSize = 64 << 10
    /// wd, mask, cookie and the length of the name behind them, 32 bits each.
    private static let headSize = 16

    private let root: String
    private let ends: FolderWatch.Ends
    private let report: (FolderWatch.Report) -> Void
    private var changes: ChangeCollector
    private var folders: [Int32: [UInt8]] = [:]
    private var watches: [[UInt8]: Int32] = [:]
    private var isIncomplete = false

    init(root: String, ends: FolderWatch.Ends, changes: ChangeCollector, report: @escaping (FolderWatch.Report) -> Void) {
        self.root = root
        self.ends = ends
        self.changes = changes
        self.report = report
    }

    /// Watches until it is told to stop.
    mutating func run() {
        watch([])
        if watches[[]] == nil { tell("it cannot be read") }
        report(.ready(folders: folders.count))
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        while wait() {
            read(into: &buffer)
            if let changed = changes.take(at: MonotonicClock.now) { report(changed) }
        }
    }

    /// Waits for a change, or for the moment to tell of earlier ones; false when it is time to stop.
    private func wait() -> Bool {
        let now = MonotonicClock.now
        // Rounded up: woken a moment too early it would turn in circles until the time has come.
        let patience = changes.due.map { $0 > now ? Int32(clamping: ($0 - now) / 1000 + 1) : 0 } ?? -1
        var watched = [
            pollfd(fd: ends.stop.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ends.changes.raw, events: Int16(POLLIN), revents: 0),
        ]
        poll(&watched, 2, patience)
        return watched[0].revents == 0
    }

    private mutating func read(into buffer: inout [UInt8]) {
        let count = Glibc.read(ends.changes.raw, &buffer, buffer.count)
        var offset = 0
        while offset + Self.headSize <= count {
            let (watch, mask, length) = buffer.withUnsafeBytes { bytes in
                (
                    bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
                    bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                    Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                )
            }
            let name = buffer[(offset + Self.headSize)..<(offset + Self.headSize + length)].prefix { $0 != 0 }
            note(watch, mask, name)
            offset += Self.headSize + length
        }
    }

    private mutating func note(_ watch: Int32, _ mask: UInt32, _ name: ArraySlice<UInt8>) {
        func has(_ events: Int32...) -> Bool { events.contains { mask & UInt32($0) != 0 } }
        let now = MonotonicClock.now
        if has(IN_Q_OVERFLOW) {
            changes.noteOverflow(at: now)
            // Folders may have come, gone and moved unseen.
            forget([])
            self.watch([])
            return
        }
        guard let folder = folders[watch] else { return }
        if folder.isEmpty && has(IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT) {
            changes.note(folder, at: now)
            tell("it was moved, deleted or unmounted")
        }
        if has(IN_IGNORED) {
            folders[watch] = nil
            watches[folder] = nil
        }
        guard !name.isEmpty, !MusicNames.isSkipped(name) else { return }
        changes.note(folder, at: now)
        let path = FolderWalk.join(folder, name)
        if has(IN_MOVED_FROM, IN_DELETE) && watches[path] != nil { forget(path) }
        if has(IN_CREATE, IN_MOVED_TO) {
            // A link to a folder is not told as one, so that any new name is tried; most are files, and cost one call.
            for new in self.watch(path) { changes.note(new, at: now) }
        }
    }

    /// Watches the folder at a path and all below it; returns those that were not watched before.
    @discardableResult
    private mutating func watch(_ start: [UInt8]) -> [[UInt8]] {
        guard !isIncomplete else { return [] }
        var new: [[UInt8]] = []
        var walk = FolderWalk(root: root)
        var failure: Int32 = 0
        let descriptor = ends.changes.raw
        // Watched before it is read, so that whatever comes later than the reading is told.
        walk.run(
            from: start, behind: { _ in },
            enter: { path in
                guard failure == 0 else { return false }
                let full = Array(root.utf8) + [UInt8(ascii: "/")] + path + [0]
                let watch = full.withUnsafeBufferPointer { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { inotify_add_watch(descriptor, $0.baseAddress!, Self.events) }
                }
                if watch < 0 {
                    if errno == ENOSPC || errno == ENOMEM { failure = errno }
                    return false
                }
                // One that is known by another name keeps it.
                if let known = folders[watch] { return known == path }
                folders[watch] = path
                watches[path] = watch
                new.append(path)
                return true
            }, visit: { _, _, _ in })
        if failure != 0 { tellIncomplete(failure) }
        return new
    }

    /// Lets go of a folder or link that was moved or deleted, and of all below it: where it went, it is a new one.
    private mutating func forget(_ path: [UInt8]) {
        let below = path + [UInt8(ascii: "/")]
        for (watch, folder) in folders where path.isEmpty || folder == path || folder.starts(with: below) {
            inotify_rm_watch(ends.changes.raw, watch)
            folders[watch] = nil
            watches[folder] = nil
        }
    }

    private mutating func tellIncomplete(_ code: Int32) {
        tell(Self.reason(code, folders: folders.count))
    }

    private mutating func tell(_ reason: String) {
        guard !isIncomplete else { return }
        isIncomplete = true
        report(.incomplete("\(root) is not watched for changes any more: \(reason)"))
    }

    /// What to do about the kernel's refusal.
    static func reason(_ code: Int32, folders: Int) -> String {
        switch code {
        case ENOSPC: "\(folders) folders are all this system allows; raise fs.inotify.max_user_watches (sysctl) and start again"
        default: SystemError.text(of: code)
        }
    }
}
