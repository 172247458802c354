import Foundation
import Glibc
import Testing
import Waiting

@testable import Web

/// Whether this process may mount, as root may outside a container.
private let canMount: Bool = {
    guard geteuid() == 0, let folder = try? TestFolder([:]) else { return false }
    defer { folder.remove() }
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    return umount2(folder.path, 0) == 0
}()

/// Small file systems in memory stand for full disks.
@Suite("A full disk", .serialized, .enabled(if: canMount)) struct FullDiskTests {
    private static func build(_ site: inout Site) {
        site.problemPrefixes = ["/api/"]
        site.routes.on(.put, "/api/file", body: .spooled(limit: 64 << 20)) { _ in Response(.created) }
        site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
    }

    /// Serves with the spool folder on its own file system. Unmounting it in the end proves that no file there is
    /// still open.
    private func withDisk(_ options: String, _ body: (TestServer) async throws -> Void) async throws {
        try await withServer(Self.build) { server in
            try #require(mount("tmpfs", server.spoolFolder, "tmpfs", 0, options) == 0)
            defer { umount2(server.spoolFolder, Int32(MNT_DETACH)) }
            try await body(server)
            try await eventually("every file is let go of") { umount2(server.spoolFolder, 0) == 0 }
        }
    }

    private func expectFull(_ answer: Answer, _ server: TestServer) async throws {
        #expect(answer.status == 507 && answer["connection"] == "close")
        #expect(answer["content-type"] == "application/problem+json" && !answer.text.contains(server.spoolFolder))
        #expect(try FileManager.default.contentsOfDirectory(atPath: server.spoolFolder).isEmpty)
        #expect(try await server.connect().get("/now").text == "now")
    }

    @Test("while a body arrives it is answered with 507, and no file of the body stays", arguments: [1 << 20, 4 << 20])
    func arriving(size: Int) async throws {
        try await withDisk("size=512k") { server in
            let client = try server.connect()
            try await client.send("PUT /api/file HTTP/1.1\r\nhost: x\r\ncontent-length: \(size)\r\n\r\n")
            _ = await client.sendWhatIsTaken(noise(size, seed: 6))
            try await expectFull(try await client.readAnswer(), server)
        }
    }

    @Test("so is a body whose last bytes do not fit, and one that does fit is accepted afterwards")
    func lastBytes() async throws {
        try await withDisk("size=64k") { server in
            func put(_ size: Int) async throws -> Answer {
                let client = try server.connect()
                try await client.send("PUT /api/file HTTP/1.1\r\nhost: x\r\ncontent-length: \(size)\r\n\r\n")
                try await client.send(noise(size, seed: 7))
                return try await client.readAnswer()
            }
            try await expectFull(try await put(100_000), server)
            #expect(try await put(10_000).status == 201)
        }
    }

    @Test("without space for one more file the answer comes before the body")
    func noFile() async throws {
        try await withDisk("size=64k,nr_inodes=1") { server in
            let client = try server.connect()
            let head = "PUT /api/file HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 1000\r\n\r\n"
            try await expectFull(try await client.ask(head), server)
        }
    }
}
