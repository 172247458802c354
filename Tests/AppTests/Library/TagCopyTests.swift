import CLinux
import Foundation
import Glibc
import Testing

@testable import Library
@testable import Workers

/// What other programs write must never be lost by an edit.
@Suite("Copies of files whose tags are edited") struct TagCopyTests {
    private let folder: TemporaryFolder
    private let path: String
    private let before = [UInt8](repeating: 7, count: 10_000)
    private let edited = [UInt8](repeating: 9, count: 10_000)

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.write(before, to: "song.mp3")
    }

    private func lease() throws -> ReadLease { try ReadLease(of: try WorkerFile(reading: path), isAlone: false) }

    /// A copy with other bytes than its original.
    private func copy(_ lease: ReadLease) throws -> TagCopy {
        let original = try WorkerFile(reading: path)
        let copy = try TagCopy.make(of: original, lease, at: try TagCopy.Place(of: original, within: [folder.path]))
        let file = try copy.file()
        withExtendedLifetime(file) { #expect(pwrite(file.raw, edited, edited.count, 0) == edited.count) }
        return copy
    }

    private var bytes: [UInt8] { get throws { try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) } }

    private var inode: UInt64 {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    /// The names in the folder, which an edit must leave as they were.
    private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) } }

    /// Asks for the file as a program does that wants to write; true if it must wait.
    private func mustWait() -> Bool {
        let raw = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        if raw >= 0 { close(raw) }
        return raw < 0 && errno == EWOULDBLOCK
    }

    @Test("a copy takes the place of a file that nobody writes")
    func alone() throws {
        let lease = try lease()
        var copy = try copy(lease)
        try copy.complete(keepsTime: false)
        try copy.putInPlace()
        #expect(try bytes == edited && names == ["song.mp3"] && lease.stands())
    }

    @Test("a file that is open for writing, or mapped so, has no lease", arguments: [false, true], [false, true])
    func openForWriting(isMapped: Bool, isAlone: Bool) throws {
        let raw = Glibc.open(path, O_RDWR | O_CLOEXEC)
        let map = isMapped ? mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, raw, 0) : nil
        if isMapped { close(raw) }
        #expect(throws: TagRefusal.isBeingWritten) { try ReadLease(of: try WorkerFile(reading: path), isAlone: isAlone) }
        if let map { munmap(map, 4096) } else { close(raw) }
        // A program that another test just starts has the file, too, until it runs.
        var free: ReadLease?
        while free == nil { free = try? lease() }
        #expect(free?.stands() == true)
    }

    @Test("who opens a file for writing after it was copied finds it as it was, and nothing else in its place")
    func openedAfterCopy() throws {
        let inode = inode
        do {
            let lease = try lease()
            var copy = try copy(lease)
            try copy.complete(keepsTime: false)
            #expect(mustWait())
            #expect(throws: TagRefusal.isBeingWritten) { try copy.putInPlace() }
            #expect(!mustWait(), "the edit gives way at once")
        }
        #expect(try bytes == before && names == ["song.mp3"] && self.inode == inode)
    }

    @Test("who finds a file by its name just before the exchange finds it under its name after it")
    func openedAtExchange() throws {
        let inode = inode
        do {
            let lease = try lease()
            var copy = try copy(lease)
            try copy.complete(keepsTime: false)
            #expect(mustWait())
            #expect(throws: TagRefusal.isBeingWritten) { try copy.exchange() }
        }
        #expect(try bytes == before && names == ["song.mp3"] && self.inode == inode)
    }

    @Test("a new mode that a file gets meanwhile is not taken back")
    func newMode() throws {
        let lease = try lease()
        var copy = try copy(lease)
        chmod(path, 0o604)
        try copy.complete(keepsTime: false)
        #expect(throws: TagRefusal.changedMeanwhile) { try copy.putInPlace() }
        #expect(try bytes == before)
    }

    @Test("another program that waits to write goes on while the edit still works, and keeps what it writes")
    func givesWay() async throws {
        let lease = try lease()
        let path = path
        try await ChildProcess.running("/bin/sh", ["-c", #"printf later >> "$0""#, path]) { (process) async throws in
            let (work, end) = AsyncStream<Void>.makeStream()
            await #expect(throws: TagRefusal.isBeingWritten) {
                try await lease.during {
                    for await _ in work {}
                    try Task.checkCancellation()
                }
            }
            end.finish()
            #expect(try await process.end() == .code(0))
        }
        #expect(try bytes == before + Array("later".utf8))
    }

    @Test(
        "where the kernel cannot prove that nobody writes, a file is left alone, with the reason",
        arguments: [
            (0, 0xEF53, true, nil), (0, 0x6573_5546, true, nil), (0, 0x6573_5546, false, .cannotTellWriters),
            (EAGAIN, 0xEF53, true, .isBeingWritten), (EAGAIN, 0x6573_5546, false, .isBeingWritten),
            (EAGAIN, 0x6969, false, .cannotTellWriters), (EINVAL, 0x6969, false, .cannotTellWriters),
            (EACCES, 0xEF53, true, .mayNotAskForWriters),
        ] as [(Int32, UInt64, Bool, TagRefusal?)])
    func kinds(code: Int32, kind: UInt64, isOnDisk: Bool, refusal: TagRefusal?) {
        #expect(ReadLease.refusal(code: code, kind: kind, isOnDisk: isOnDisk) == refusal)
    }
}
