import CLinux
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Catalog
@testable import Library
@testable import Workers

@Suite("Opening music files") struct MusicOpenerTests {
    private let folder: TemporaryFolder
    private let data: DataFolder
    private let opener: MusicOpener
    private var root: [UInt8] { Array(folder.path.utf8) }

    init() throws {
        folder = try TemporaryFolder()
        data = try DataFolder(at: folder.path + "/data")
        for name in [
            "catalog.sqlite", "analysis/a.downbeat", "streams/b.flac", "spool/c", "backups/d.sqlite", "viewer-key",
            "crashes/e.crash.txt",
        ] {
            try folder.write(Array(name.utf8), to: "data/\(name)")
        }
        opener = MusicOpener(own: OwnFiles(data))
    }

    private static func bytes(_ path: String) -> [UInt8] { Array(path.utf8) }

    /// The folder as the source with id 7.
    private func sources(doubt: @escaping @Sendable (Int, [UInt8]) -> Void = { _, _ in }) throws -> MusicSources {
        let sources = MusicSources(doubt: doubt)
        sources.set([7: FolderSource(root: root, opener: opener, desk: ProbeDesk(jobs: 1, program: try Downbeat.worker))])
        return sources
    }

    /// A track with the current stamp of its file.
    private func scanned(_ name: String) throws -> Track.Place {
        let stamp = try #require(MusicFile.stamp(folder: root, Self.bytes(name)))
        return Track.Place(folder: 7, path: Self.bytes(name), stamp: stamp)
    }

    private func isRefused(_ path: String) -> Bool {
        do throws(WorkerFailure) {
            _ = try opener.open(Self.bytes("\(folder.path)/\(path)"))
            return false
        } catch {
            if case .refused = error { return true }
            return false
        }
    }

    @Test(
        "the server's own files are not opened under any name",
        arguments: [
            "token", "viewer-key", "lock", "catalog.sqlite", "analysis/a.downbeat", "streams/b.flac", "spool/c", "backups/d.sqlite",
            "crashes/e.crash.txt",
        ])
    func own(name: String) throws {
        let path = "\(data.path)/\(name)"
        #expect(isRefused("data/\(name)"))
        try #require(symlink(path, folder.path + "/link.mp3") == 0)
        #expect(isRefused("link.mp3"))
        try #require(symlink(folder.path + "/link.mp3", folder.path + "/again.mp3") == 0)
        #expect(isRefused("again.mp3"))
        try #require(symlink(folder.path, folder.path + "/round") == 0)
        #expect(isRefused("round/data/../data/\(name)"))
        // Folders of files that are made from music contain only copies of music.
        guard !name.contains("/") || name.hasPrefix("backups/") else { return }
        try #require(link(path, folder.path + "/hard.mp3") == 0)
        #expect(isRefused("hard.mp3"))
    }

    @Test(
        "the kernel's files are not opened",
        arguments: ["/proc/self/environ", "/proc/kcore", "/proc/version", "/sys/kernel/mm/ksm/run", "/sys/kernel/notes"])
    func kernel(path: String) throws {
        // Not every machine has all of them.
        guard access(path, R_OK) == 0 else { return }
        #expect(throws: WorkerFailure.refused("is a file of the kernel's, not music")) { try opener.open(Self.bytes(path)) }
        try #require(symlink(path, folder.path + "/kernel.mp3") == 0)
        #expect(isRefused("kernel.mp3"))
    }

    @Test(
        "devices, pipes, sockets and folders are never opened", arguments: ["/dev/zero", "/dev/tty", "/dev/null", "/dev/shm"])
    func devices(path: String) throws {
        try #require(symlink(path, folder.path + "/device.mp3") == 0)
        #expect(throws: WorkerFailure.self) { try opener.open(Self.bytes(folder.path + "/device.mp3")) }
    }

    @Test("files in /dev/shm are not opened either")
    func sharedMemory() throws {
        let path = "/dev/shm/downbeat-\(UInt64.random(in: 0 ... .max)).mp3"
        guard FileManager.default.createFile(atPath: path, contents: Data("music".utf8)) else { return }
        defer { unlink(path) }
        try #require(symlink(path, folder.path + "/memory.mp3") == 0)
        #expect(isRefused("memory.mp3"))
    }

    @Test("links to the kernel's folders are not followed, and links to pipes and devices are not listed")
    func walk() throws {
        for (name, target) in [
            ("proc", "/proc"), ("sys", "/sys/kernel"), ("self", "/proc/self/root/proc"), ("tty.mp3", "/dev/tty"),
        ] {
            try #require(symlink(target, "\(folder.path)/\(name)") == 0)
        }
        try #require(mkfifo(folder.path + "/pipe.mp3", 0o600) == 0)
        try folder.write(Self.bytes("music"), to: "song.mp3")
        var found: [String] = []
        var folders = 0
        let unread = try MusicWalk(root: folder.path).run(
            check: { folders += 1 }, deliver: { found += $0.map { String(decoding: $0.path, as: UTF8.self) } })
        #expect(found.sorted() == ["data/streams/b.flac", "song.mp3"])
        #expect(unread == [])
        #expect(folders < 20)
    }

    @Test("if the token is a link, its target is not opened either")
    func linkedToken() throws {
        let secret = try folder.write(Self.bytes(String(repeating: "a", count: 32)), to: "secret")
        unlink(data.path + "/token")
        try #require(symlink(secret, data.path + "/token") == 0)
        let opener = MusicOpener(own: OwnFiles(data))
        #expect(throws: WorkerFailure.self) { try opener.open(Self.bytes(secret)) }
    }

    @Test("music is opened through links, under two names, and in its own folder within the data folder")
    func music() throws {
        try FileManager.default.createDirectory(atPath: data.path + "/uploads", withIntermediateDirectories: true)
        for name in ["song.mp3", "data/uploads/song.mp3"] {
            let path = try folder.write(Self.bytes(name), to: name)
            try #require(symlink(path, path + ".link") == 0)
            try #require(link(path, path + ".hard") == 0)
            for ending in ["", ".link", ".hard"] {
                #expect(try opener.open(Self.bytes(path + ending)).size == name.utf8.count)
                #expect(try sources().openFetched(scanned(name + ending)).size == name.utf8.count)
            }
        }
    }

    @Test(
        "only the scanned file is opened, and a replaced one is reported",
        arguments: [
            "link", "hard link", "pipe", "folder", "rename", "growth", "touch", "nothing",
        ])
    func swapped(kind: String) throws {
        let path = try folder.write(Self.bytes("music"), to: "song.mp3")
        let other = try folder.write(Self.bytes("other"), to: "other.mp3")
        let place = try scanned("song.mp3")
        let doubts = Doubts()
        let sources = try sources { doubts.hear($0, $1) }
        #expect(try sources.openFetched(place).size == 5)
        #expect(doubts.heard == [])
        if kind != "growth", kind != "touch" { unlink(path) }
        let isDone =
            switch kind {
            case "link": symlink(data.path + "/token", path) == 0
            case "hard link": link(data.path + "/token", path) == 0
            case "pipe": mkfifo(path, 0o600) == 0
            case "folder": mkdir(path, 0o700) == 0
            case "rename": rename(other, path) == 0
            case "growth": truncate(path, 6) == 0
            case "touch": utimensat(AT_FDCWD, path, [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)], 0) == 0
            default: true
            }
        try #require(isDone)
        var failure: WorkerFailure?
        do throws(WorkerFailure) {
            _ = try sources.openFetched(place)
        } catch {
            failure = error
        }
        guard case .unreadable = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(doubts.heard == ["7 song.mp3"])
    }
}

/// The reported places.
final class Doubts: Sendable {
    private let places = Mutex<[String]>([])

    var heard: [String] { places.withLock { $0 } }

    func hear(_ folder: Int, _ path: [UInt8]) {
        places.withLock { $0.append("\(folder) \(String(decoding: path, as: UTF8.self))") }
    }
}
