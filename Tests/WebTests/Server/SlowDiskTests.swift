import CLinux
import Dispatch
import Glibc
import Synchronization
import System
import Testing
import Waiting

@testable import Web

/// A disk that blocks every read until it is released, and records the reads.
private final class SlowDisk: Sendable {
    struct Read: Sendable, Equatable {
        let range: Range<Int>
        let thread: Int32
    }

    private let gate = DispatchSemaphore(value: 0)
    private let noted = Mutex<[Read]>([])
    let fails: Bool

    var reads: [Read] { noted.withLock { $0 } }

    init(fails: Bool = false) {
        self.fails = fails
    }

    func release() {
        for _ in 0..<10_000 { gate.signal() }
    }

    func open(_ path: String) throws -> OpenFile {
        let disk = Disk(isCold: { _, _ in true }, read: { [self] in read($0, $1) })
        return try OpenFile(Descriptor(owning: Glibc.open(path, O_RDONLY | O_CLOEXEC)), on: disk)
    }

    private func read(_ raw: Int32, _ range: Range<Int>) -> [UInt8]? {
        noted.withLock { $0.append(Read(range: range, thread: downbeat_thread_id())) }
        gate.wait()
        return fails ? nil : Disk.real.read(raw, range)
    }
}

@Suite("A slow disk", .serialized) struct SlowDiskTests {
    private static let song = noise(1_000_000, seed: 12)

    private func withSong(on disk: SlowDisk, _ body: (TestServer) async throws -> Void) async throws {
        let song = Self.song
        try await withFolder(["song": song, "other": song]) { folder in
            try await withServer { site in
                site.routes.on(.get, "/song") { request in
                    Response(try disk.open(folder + "/song"), type: "audio/ogg", etag: "\"a\"", for: request.head)
                }
                site.routes.on(.get, "/other") { Response(try OpenFile(path: folder + "/other"), type: "audio/ogg", for: $0.head) }
                site.routes.immediate(.get, "/thread") { _ in Response(.ok, "\(downbeat_thread_id())") }
            } _: { server in
                // A test that fails must not leave the pool's threads waiting.
                defer { disk.release() }
                try await body(server)
            }
        }
    }

    @Test("never blocks the loop: a file on it waits, everything else is answered, and then it arrives whole")
    func loopGoesOn() async throws {
        let disk = SlowDisk()
        try await withSong(on: disk) { server in
            let clients = try (0..<DiskThreads.readers / 2).map { _ in try server.connect() }
            for client in clients { try await client.send("GET /song HTTP/1.1\r\nhost: x\r\n\r\n") }
            try await eventually("each waits for the disk") { disk.reads.count == clients.count }
            let other = try server.connect()
            let loop = Int32(try await other.get("/thread").text)
            #expect(isSame(try await other.get("/other").body[...], Self.song[...]))
            #expect(disk.reads.count == clients.count)
            disk.release()
            for client in clients { #expect(isSame(try await client.readAnswer().body[...], Self.song[...])) }
            #expect(disk.reads.allSatisfy { $0.thread != loop && $0.range.count <= Outbox.coldPart })
            #expect(disk.reads.reduce(0) { $0 + $1.range.count } == Self.song.count * clients.count)
        }
    }

    @Test("blocks a bounded number of threads, and waiting reads get their turn")
    func bounded() async throws {
        let disk = SlowDisk()
        try await withSong(on: disk) { server in
            let clients = try (0..<DiskThreads.readers + 5).map { _ in try server.connect() }
            for client in clients {
                try await client.send("GET /song HTTP/1.1\r\nhost: x\r\nrange: bytes=5000-104999\r\n\r\n")
            }
            try await eventually("every reader waits") { disk.reads.count == DiskThreads.readers }
            #expect(try await server.connect().get("/thread").status == 200)
            #expect(disk.reads.count == DiskThreads.readers)
            disk.release()
            for client in clients {
                #expect(isSame(try await client.readAnswer().body[...], Self.song[5000..<105_000]))
            }
            #expect(Set(disk.reads.map(\.thread)).count <= DiskThreads.readers)
        }
    }

    @Test("a client that leaves meanwhile, and a read that fails, end that connection alone")
    func ends() async throws {
        let disk = SlowDisk(fails: true)
        try await withSong(on: disk) { server in
            let (leaving, staying) = (try server.connect(), try server.connect())
            for client in [leaving, staying] { try await client.send("GET /song HTTP/1.1\r\nhost: x\r\n\r\n") }
            try await eventually("both wait for the disk") { disk.reads.count == 2 }
            await leaving.reset()
            disk.release()
            #expect(try await staying.readToEnd().count < Self.song.count)
            #expect(try await server.connect().get("/thread").status == 200)
        }
    }

    @Test("never blocks the loop on a real slow file system, either")
    func realFileSystem() async throws {
        // Root outside a container may mount.
        guard let slow = try SlowFileSystem(Self.song) else { return }
        defer { slow.unmount() }
        let path = slow.folder.path + "/song"
        try await withServer { site in
            site.routes.on(.get, "/song") { Response(try OpenFile(path: path), type: "audio/ogg", for: $0.head) }
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            defer { slow.letGo() }
            let client = try server.connect()
            try await client.send("GET /song HTTP/1.1\r\nhost: x\r\n\r\n")
            try await eventually("the file waits") { slow.waiting > 0 }
            for _ in 0..<3 { #expect(try await server.connect().get("/now").text == "now") }
            slow.letGo()
            #expect(isSame(try await client.readAnswer().body[...], Self.song[...]))
            #expect(isSame(try await client.get("/song").body[...], Self.song[...]))
        }
    }

    @Test("an uncached part between cached ones is found")
    func hole() async throws {
        try await withFolder(["song": Self.song]) { folder in
            let file = try OpenFile(path: folder + "/song")
            // Without read-ahead, the kernel caches only the parts that are read.
            posix_fadvise(file.raw, 0, 0, POSIX_FADV_RANDOM)
            fsync(file.raw)
            // The kernel keeps pages that something else uses at the moment.
            try await eventually("the middle of the file is evicted") {
                posix_fadvise(file.raw, 0, 0, POSIX_FADV_DONTNEED)
                return file.isCold(500_000..<500_001)
            }
            _ = file.read(0..<4096)
            _ = file.read(999_000..<1_000_000)
            // File systems in memory evict nothing, but cannot report what is cached either.
            #expect(file.isCold(0..<1_000_000))
            #expect(!file.isCold(0..<0))
            #expect(isSame(file.read(1..<1_000_000)![...], Self.song[1...]))
            #expect(file.read(0..<1_000_001) == nil)
        }
    }
}
