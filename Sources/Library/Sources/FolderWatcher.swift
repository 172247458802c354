import CLinux
import Glibc
import System

/// The part of a folder watch that runs on its thread: a table of watched folders, updated from inotify(7) events.
struct FolderWatcher {
    /// Events that change a listing or a file's content. Changed times and modes do not change the music.
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
            | IN_EXCL_UNLINK)
    /// Bytes of one read: a few hundred events.
    private static let bufferSize = 64 << 10
    /// Bytes of an event's header: wd, mask, cookie and the length of the name that follows, 32 bits each.
    private static let headSize = 16

    private let root: String
    private let ends: FolderWatch.Ends
    private let report: (SourceChange) -> Void
    private var changes: ChangeCollector
    private var folders: [Int32: [UInt8]] = [:]
    private var watches: [[UInt8]: Int32] = [:]
    private var isIncomplete = false

    init(root: String, ends: FolderWatch.Ends, changes: ChangeCollector, report: @escaping (SourceChange) -> Void) {
        self.root = root
        self.ends = ends
        self.changes = changes
        self.report = report
    }

    /// Watches until `stop`.
    mutating func run() {
        watch([])
        if watches[[]] == nil { tell("it cannot be read") }
        report(.ready(folders: folders.count))
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        while wait() {
            read(into: &buffer)
            if let changed = changes.take(at: MachineClock().now) { report(changed) }
        }
    }

    /// Waits for an event or until a report is due; false if the watch must stop.
    private func wait() -> Bool {
        let now = MachineClock().now
        // Rounded up: if it woke too early, it would spin until the report is due.
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
        let now = MachineClock().now
        if has(IN_Q_OVERFLOW) {
            changes.noteOverflow(at: now)
            // Folders may have been added, removed and moved unnoticed.
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
            // inotify does not say that a link leads to a folder, so every new name is tried; most are files, and cost one call.
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
        // Each folder is watched before it is read, so that every change after the read is reported.
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
                // A folder that is watched under another path keeps that path.
                if let known = folders[watch] { return known == path }
                folders[watch] = path
                watches[path] = watch
                new.append(path)
                return true
            }, visit: { _, _, _ in })
        if failure != 0 { tellIncomplete(failure) }
        return new
    }

    /// Removes the watches on a moved or deleted folder or link, and on all below it: at its new path it counts as new.
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

    /// The reason for inotify's refusal, and what to do about it.
    static func reason(_ code: Int32, folders: Int) -> String {
        switch code {
        case ENOSPC: "this system allows only \(folders) watched folders; raise fs.inotify.max_user_watches (sysctl) and restart"
        default: SystemError.text(of: code)
        }
    }
}
