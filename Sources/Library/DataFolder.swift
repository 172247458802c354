package import CLinux
import Catalog
import Foundation
import Glibc
package import System
import Workers

/// The folder for all files that the server writes; while this object lives, no other server can use it.
package final class DataFolder: Sendable {
    private static let advice = "name another folder with --data DIR"
    /// Retries of the lock, 50 ms apart.
    private static let looksForLock = 20
    /// The most bytes read of a token file; a token and a line feed are far shorter.
    private static let mostTokenBytes = 4096

    package let path: String
    /// The owner's token.
    package let token: ControlToken
    /// Analysis files, one per recording.
    var analysis: String { path + "/analysis" }
    /// The cache of covers.
    var art: String { path + "/art" }
    /// The cache of tracks converted for browsers.
    var streams: String { path + "/streams" }
    /// The songs of the demo, which is served if nobody named a music folder.
    var demo: String { path + "/demo" }
    /// Uploaded sounds of the metronome.
    var clicks: String { path + "/clicks" }
    /// What a service has said of lyrics.
    var lyrics: String { path + "/lyrics" }
    /// The cache of files from other servers.
    var fetched: String { path + "/fetched" }
    /// What servers of music must still be told.
    var reports: String { path + "/server-reports.json" }
    /// Uploads of which only a part has come.
    var uploads: String { path + "/uploads" }
    /// Recordings of live sound that run, or were cut off.
    var recordings: String { path + "/recordings" }
    /// Backups of the catalog.
    var backups: String { path + "/backups" }
    /// Temporary files; emptied at each start.
    package var spool: String { Self.spool(in: path) }
    private let lock: Descriptor

    /// Creates the folder and its subfolders if they are missing, for their owner alone.
    /// `holder` is the process id written into the lock file: the process that a person stops to free the folder.
    package init(at path: String, holder: pid_t = getpid()) throws(Failure) {
        self.path = path
        try Self.makeFolder(path)
        lock = try Self.takeLock(of: path, for: holder)
        for name in ["analysis", "art", "streams", "clicks", "backups", "crashes", "recordings"] {
            try Self.makeFolder("\(path)/\(name)")
        }
        try Self.makeEmpty("\(path)/spool")
        token = try Self.readToken("\(path)/token")
    }

    /// The key that viewers need if the server requires one; created on first use.
    package func viewerKey() throws(Failure) -> ControlToken { try Self.readToken("\(path)/viewer-key") }

    /// The certificate authority of the server and its certificate; created on first use.
    package func certificates() throws(Failure) -> String {
        try Self.makeFolder(certificatesPath)
        return certificatesPath
    }

    var certificatesPath: String { path + "/tls" }

    /// Records of crashes.
    package var crashes: String { Self.crashes(in: path) }

    package static func spool(in data: String) -> String { data + "/spool" }

    package static func crashes(in data: String) -> String { data + "/crashes" }

    /// Whether its disk has no room for even a small file. Blocks.
    var isFull: Bool {
        do throws(WorkerFailure) {
            return try WorkerFile(namelessIn: spool).hasNoRoom
        } catch {
            return error.shortage == .disk
        }
    }

    /// The path of the data folder: `option`, or `downbeat` in the data folder of the XDG base directory specification.
    package static func location(option: String?, environment: [String: String]) throws(Failure) -> String {
        if let option, !option.isEmpty { return option }
        // The specification says to ignore a relative path.
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder + "/downbeat" }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/share/downbeat" }
        throw .unavailable("HOME is not set, so there is no default data folder: name one with --data DIR")
    }

    /// Creates a folder and its parents. An existing folder keeps its mode.
    private static func makeFolder(_ path: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // Ignored: `mkdir` below fails too, and its errno says more than Foundation's error.
        }
        var status = stat()
        if mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw .unavailable("cannot make the folder \(path) (\(SystemError.text(of: errno))): \(advice)")
        }
        guard stat(path, &status) == 0 else {
            throw .unavailable("cannot reach \(path) (\(SystemError.text(of: errno))): \(advice)")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .unavailable("\(path) is not a folder: \(advice)") }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            throw .unavailable("cannot write in \(path) (\(SystemError.text(of: errno))): make it writable, or \(advice)")
        }
    }

    private static func makeEmpty(_ path: String) throws(Failure) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            throw .unavailable("\(path) is a link, but must be a folder: its contents are deleted at each start")
        }
        try makeFolder(path)
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            }
        } catch {
            throw .unavailable("cannot empty \(path): \(error.localizedDescription)")
        }
    }

    /// Locks the folder with `flock`: the kernel releases the lock when the process ends, however it does.
    private static func takeLock(of path: String, for holder: pid_t) throws(Failure) -> Descriptor {
        let raw = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard raw >= 0 else {
            throw .unavailable("cannot write in \(path) (\(SystemError.text(of: errno))): make it writable, or \(advice)")
        }
        let file = Descriptor(owning: raw)
        var looks = 0
        while flock(file.raw, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            // A worker that a server spawned just before it ended holds the lock until it runs.
            if code == EWOULDBLOCK, looks < looksForLock {
                looks += 1
                usleep(50_000)
                continue
            }
            guard code == EWOULDBLOCK else {
                throw .unavailable("cannot lock \(path)/lock (\(SystemError.text(of: code))): \(advice)")
            }
            var bytes = [UInt8](repeating: 0, count: 20)
            let count = max(0, pread(file.raw, &bytes, bytes.count, 0))
            let digits = bytes[..<count].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            let process = digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
            throw .unavailable("another downbeat\(process) uses \(path): stop it, or \(advice)")
        }
        // For people and for the error above; only the lock itself counts.
        let text = Array(
            "\(holder) started \(Date(timeIntervalSince1970: Double(MachineClock().second)).formatted(.iso8601))\n".utf8)
        ftruncate(file.raw, 0)
        _ = pwrite(file.raw, text, text.count, 0)
        return file
    }

    private static func readToken(_ path: String) throws(Failure) -> ControlToken {
        guard let bytes = try readSecret(path, atMost: mostTokenBytes) else {
            let token = ControlToken.random()
            try writeSecret(Array((token.text + "\n").utf8), to: path)
            return token
        }
        guard let token = ControlToken(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        else {
            throw .unavailable("\(path) holds no token: delete it, and a new one is made at the next start")
        }
        return token
    }

    /// The bytes of a small file, or as many as are read at most; nil if there is none.
    private static func readSecret(_ path: String, atMost limit: Int) throws(Failure) -> [UInt8]? {
        let raw = open(path, O_RDONLY | O_CLOEXEC)
        if raw < 0 && errno == ENOENT { return nil }
        guard raw >= 0 else { throw .unavailable("cannot read \(path) (\(SystemError.text(of: errno)))") }
        let file = Descriptor(owning: raw)
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(file.raw, &bytes, bytes.count)
        guard count >= 0 else { throw .unavailable("cannot read \(path) (\(SystemError.text(of: errno)))") }
        // The file may have been copied with a wider mode. If the mode cannot be narrowed, its contents still count.
        fchmod(file.raw, 0o600)
        return Array(bytes[..<count])
    }

    /// Writes a small file, for its owner alone. What it holds counts from now on, so it must survive a power cut.
    private static func writeSecret(_ bytes: [UInt8], to path: String) throws(Failure) {
        do throws(SystemError) {
            try NewFile.write(bytes, to: path, isSecret: true)
        } catch {
            throw .unavailable("cannot write \(path) (\(SystemError.text(of: error.code)))")
        }
        do throws(CatalogError) {
            try Durability.settle(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        } catch {
            throw .unavailable("cannot write \(path) (\(error))")
        }
    }

    /// A server that has this folder, for the command line.
    package struct Running: Sendable {
        package let bind: String
        package let port: UInt16
        package let basePath: String
        package let token: ControlToken
    }

    /// Notes where the server listens; the note counts while the folder is locked.
    package func note(bind: String, port: UInt16, basePath: String) throws(Failure) {
        try Self.writeSecret(Array("\(bind)\n\(port)\n\(basePath)\n".utf8), to: path + "/address")
    }

    /// The server that uses a folder; nil if none does.
    package static func running(in path: String) throws(Failure) -> Running? {
        let raw = open("\(path)/lock", O_RDONLY | O_CLOEXEC)
        guard raw >= 0 else { return nil }
        let lock = Descriptor(owning: raw)
        guard flock(lock.raw, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
        guard let note = try readSecret(path + "/address", atMost: mostTokenBytes) else { return nil }
        let lines = String(decoding: note, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, let port = UInt16(lines[1]) else { return nil }
        return Running(bind: String(lines[0]), port: port, basePath: String(lines[2]), token: try readToken(path + "/token"))
    }

    /// The file of the links that people were given.
    package var linksPath: String { path + "/links.json" }

    package func readLinks(atMost limit: Int) throws(Failure) -> [UInt8]? { try Self.readSecret(linksPath, atMost: limit) }

    package func write(links bytes: [UInt8]) throws(Failure) { try Self.writeSecret(bytes, to: linksPath) }

    /// The file of the music servers that the owner added, with their logins.
    var serversPath: String { path + "/servers.json" }

    func readServers(atMost limit: Int) throws(Failure) -> [UInt8]? { try Self.readSecret(serversPath, atMost: limit) }

    func write(servers bytes: [UInt8]) throws(Failure) { try Self.writeSecret(bytes, to: serversPath) }
}
