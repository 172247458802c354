import CLinux
import Glibc
import Synchronization
import System
import Workers

/// A disk cache of files that can be made again, with a size limit and LRU eviction.
///
/// Any thread may call it; calls block on the disk. A file appears under its key atomically, and stays readable after its
/// eviction for those who have it open. The modification times keep the order of uses across restarts, to the hour.
package final class FileCache: Sendable {
    /// Seconds between updates of a file's modification time: without it every play would write to the disk.
    static let markInterval = 3600
    /// The name prefix of files that are not yet, or no longer, part of the cache.
    private static let temporary = ".new-"
    /// A name in a folder has at most 255 bytes.
    private static let longestKey = 255

    private struct State {
        var ledger = RecencyLedger()
        var names = 0
        /// Keys that are not evicted, whether they are there or not.
        var pinned: Set<String> = []
    }

    private let folder: String
    /// The most bytes of its files.
    let budget: Int
    private let clock: any HouseClock
    private let state: Mutex<State>

    /// Opens a folder, creates it if it is missing, and removes the half-written files of an earlier run. Only one cache at a
    /// time may use a folder.
    init(folder: String, budget: Int, clock: any HouseClock) throws(SystemError) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SystemError("making the folder \(folder)") }
        self.folder = folder
        self.budget = budget
        self.clock = clock
        state = Mutex(State(ledger: try Self.read(folder)))
        let evicted = state.withLock { $0.ledger.evict(downTo: budget) }
        for key in evicted { unlink(path(of: key)) }
    }

    package var byteCount: Int { state.withLock { $0.ledger.byteCount } }
    var count: Int { state.withLock { $0.ledger.count } }

    func contains(_ key: String) -> Bool { state.withLock { $0.ledger[key] != nil } }

    /// Opens a file and counts this as a use; nil if there is none.
    func open(_ key: String) throws(SystemError) -> OpenFile? {
        let now = clock.second
        let (entry, isDue) = state.withLock { state in
            let isDue = state.ledger.touch(key, at: now, markingEvery: Self.markInterval)
            return (state.ledger[key], isDue)
        }
        guard let entry else { return nil }
        do {
            let file = try OpenFile(path: path(of: key))
            if isDue { Self.mark(file.raw, now) }
            return file
        } catch  where error.code == ENOENT {
            // The file was evicted meanwhile or deleted by hand. Its entry is removed, unless it is that of a newer file.
            state.withLock { if $0.ledger[key] == entry { $0.ledger.remove(key) } }
            return nil
        }
    }

    /// Stores a finished file under `key`, in place of the old one. An unnamed file is linked into the cache and must not change
    /// any more; any other is copied.
    ///
    /// False if it is not stored: it is larger than the whole cache, or, with `ifRoom`, would evict others.
    @discardableResult
    func put(_ key: String, _ file: WorkerFile, ifRoom: Bool = false) throws(SystemError) -> Bool {
        try put(key, size: file.size, ifRoom: ifRoom) { name throws(SystemError) in
            if Self.link(file.raw, to: name) { return }
            try Self.write(to: name) { raw throws(SystemError) in try NewFile.copy(file.raw, to: raw) }
        }
    }

    /// Stores bytes under `key`, by the same rules.
    @discardableResult
    func put(_ key: String, _ bytes: [UInt8], ifRoom: Bool = false) throws(SystemError) -> Bool {
        try put(key, size: bytes.count, ifRoom: ifRoom) { name throws(SystemError) in
            try Self.write(to: name) { raw throws(SystemError) in try NewFile.write(bytes, to: raw, at: 0) }
        }
    }

    /// From now on exactly these files are not evicted. What they take is not there for others.
    func pin(_ keys: Set<String>) {
        state.withLock { $0.pinned = keys }
    }

    /// Removes a file, if there is one.
    func remove(_ key: String) {
        let trash = state.withLock { state in
            guard state.ledger[key] != nil else { return nil as String? }
            state.ledger.remove(key)
            return discard(key, &state)
        }
        if let trash { unlink(trash) }
    }

    private func put(
        _ key: String, size: Int, ifRoom: Bool, _ make: (String) throws(SystemError) -> Void
    ) throws(SystemError) -> Bool {
        precondition(Self.isKey(key), "a key is made of a-z, 0-9, dots and hyphens: \(key)")
        func fits(_ state: State) -> Bool {
            size + state.ledger.byteCount(of: state.pinned.subtracting([key])) <= budget
                && (!ifRoom || state.ledger.byteCount(with: key, size: size) <= budget)
        }
        let name = state.withLock { fits($0) ? newName(&$0) : nil }
        guard let name else { return false }
        do {
            try make(name)
        } catch {
            unlink(name)
            throw error
        }
        let shard = folder + "/" + Self.shard(of: key)
        if mkdir(shard, 0o700) != 0 && errno != EEXIST {
            let error = SystemError("making the folder \(shard)")
            unlink(name)
            throw error
        }
        let now = clock.second
        let time = timespec(tv_sec: now, tv_nsec: 0)
        utimensat(AT_FDCWD, name, [time, time], 0)
        // Only renames happen under the lock; evicted files are deleted after it.
        let (isKept, trash, error) = state.withLock { state in
            guard fits(state) else { return (false, [name], nil as SystemError?) }
            guard rename(name, path(of: key)) == 0 else { return (false, [name], SystemError("naming a file in \(shard)")) }
            state.ledger.insert(key, size: size, markedAt: now)
            return (true, state.ledger.evict(downTo: budget, pinned: state.pinned).map { discard($0, &state) }, nil)
        }
        for name in trash { unlink(name) }
        if let error { throw error }
        return isKept
    }

    /// Renames a file to a temporary name, and returns that for deletion: a new file can have the old name at once.
    private func discard(_ key: String, _ state: inout State) -> String {
        let name = newName(&state)
        rename(path(of: key), name)
        return name
    }

    private func newName(_ state: inout State) -> String {
        state.names += 1
        return "\(folder)/\(Self.temporary)\(state.names)"
    }

    private func path(of key: String) -> String {
        "\(folder)/\(Self.shard(of: key))/\(key)"
    }
}

extension FileCache {
    private static func isKey(_ text: some StringProtocol) -> Bool {
        (1...longestKey).contains(text.utf8.count) && !text.hasPrefix(".")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// The subfolder of a key: its first two hex digits, as keys begin with a kind of checksum.
    private static func shard(of key: String) -> String {
        let start = key.prefix(2)
        return start.count == 2 && start.allSatisfy(\.isHexDigit) ? String(start) : "other"
    }

    /// Reads the files of an earlier run in the order of their use, and removes half-written ones.
    private static func read(_ folder: String) throws(SystemError) -> RecencyLedger {
        var found: [(key: String, size: Int, time: timespec)] = []
        do {
            for entry in try FolderListing(Array(folder.utf8)).entries() {
                guard let name = String(validating: entry.name, as: UTF8.self) else { continue }
                if name.hasPrefix(temporary) { unlink("\(folder)/\(name)") }
                guard entry.kind == .folder else { continue }
                let shard = try FolderListing(Array("\(folder)/\(name)".utf8))
                for file in try shard.entries() where file.kind == .file {
                    // Files that the cache did not make are left alone.
                    guard let key = String(validating: file.name, as: UTF8.self), isKey(key), self.shard(of: key) == name
                    else { continue }
                    let status = try shard.status(of: file)
                    found.append((key, Int(status.st_size), status.st_mtim))
                }
            }
        } catch {
            throw SystemError("reading \(folder)", code: error.code)
        }
        found.sort { ($0.time.tv_sec, $0.time.tv_nsec, $0.key) < ($1.time.tv_sec, $1.time.tv_nsec, $1.key) }
        var ledger = RecencyLedger()
        for (key, size, time) in found { ledger.insert(key, size: size, markedAt: time.tv_sec) }
        return ledger
    }

    /// Links an unnamed file to a name. False if it cannot be: it is on another file system, or once had a name.
    private static func link(_ source: Int32, to name: String) -> Bool {
        var status = stat()
        guard fstat(source, &status) == 0, status.st_nlink == 0, fsync(source) == 0 else { return false }
        return linkat(AT_FDCWD, "/proc/self/fd/\(source)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    }

    private static func write(to name: String, _ fill: (Int32) throws(SystemError) -> Void) throws(SystemError) {
        let raw = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard raw >= 0 else { throw SystemError("writing a file") }
        let file = Descriptor(owning: raw)
        try fill(file.raw)
        guard fsync(file.raw) == 0 else { throw SystemError("writing a file") }
    }

    private static func mark(_ raw: Int32, _ now: Int) {
        let time = timespec(tv_sec: now, tv_nsec: 0)
        futimens(raw, [time, time])
    }
}
