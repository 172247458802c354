import Foundation
import Glibc
import Music
import Testing

@testable import Catalog

@Suite("A full or read-only disk", .serialized)
struct DiskTests {
    /// A small disk in memory, mounted on a folder until this object is deleted.
    private final class Disk {
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0)
        }

        deinit {
            umount2(folder.path, Int32(MNT_DETACH))
        }

        func forbidWriting() {
            mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil)
        }
    }

    /// Whether this process may mount a disk.
    private static let mayMount = (try? Disk()) != nil

    @Test("a full disk is reported, no old data is lost, and writing works again when there is space", .enabled(if: mayMount))
    func full() async throws {
        let disk = try Disk()
        let file = try CatalogFile(in: disk.folder.path, at: 1)
        try await file.catalog.set("first", to: "stays")
        var last = 0
        await #expect(throws: CatalogError.diskFull) {
            for number in 1...1_000 {
                try await file.catalog.set("\(number)", to: String(repeating: "x", count: 4_000))
                last = number
            }
        }
        #expect(last > 0)
        await #expect(throws: CatalogError.diskFull) { try await CatalogBackup(in: disk.folder.path).renew(at: 2) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(disk.folder.path)/backups") == [])
        #expect(try await file.catalog.setting("first") == "stays")
        #expect(try await file.catalog.setting("\(last)")?.count == 4_000)
        #expect(try await file.catalog.setting("\(last + 1)") == nil)
        #expect(try await file.catalog.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == 0)
    }

    @Test("a read-only folder is reported as such", .enabled(if: mayMount))
    func readOnly() throws {
        let disk = try Disk()
        disk.forbidWriting()
        #expect(throws: CatalogError.readOnly) { try CatalogFile(in: disk.folder.path, at: 1) }
    }
}
