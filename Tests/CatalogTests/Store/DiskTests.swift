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
        #expect(last > 0 && file.catalog.disk.isFull)
        await #expect(throws: CatalogError.diskFull) { try await CatalogBackup(in: disk.folder.path).renew(at: 2) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(disk.folder.path)/backups") == [])
        #expect(try await file.catalog.setting("first") == "stays")
        #expect(try await file.catalog.setting("\(last)")?.count == 4_000)
        #expect(try await file.catalog.setting("\(last + 1)") == nil)
        await file.noteRoom()
        #expect(!file.catalog.disk.isFull)
        #expect(try await file.catalog.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == 0)
    }

    @Test(
        "a catalog and rooms that a crash left on a full disk are read without a byte being written, and written again when there is room"
    )
    func frozen() async throws {
        let (crashed, copy) = (try TemporaryFolder(), try TemporaryFolder())
        do {
            let file = try CatalogFile(in: crashed.path, at: 1)
            try await file.catalog.clearJournal()
            try await file.catalog.set("key", to: "in the journal")
            // What a crash leaves: the journal, and its index.
            for name in try FileManager.default.contentsOfDirectory(atPath: crashed.path) where name.contains("sqlite") {
                try FileManager.default.copyItem(atPath: "\(crashed.path)/\(name)", toPath: "\(copy.path)/\(name)")
            }
        }
        let before = try Self.contents(copy.path)
        let file = try CatalogFile(in: copy.path, at: 2, isDiskFull: true)
        #expect(try await file.catalog.setting("key") == "in the journal")
        #expect(try await file.reader.folders().isEmpty)
        #expect(try await file.rooms.rooms().isEmpty)
        #expect(try await file.surveyor.census().tracks == 0)
        await #expect(throws: CatalogError.diskFull) { try await file.catalog.set("key", to: "new") }
        await #expect(throws: CatalogError.diskFull) { try await file.rooms.forget(room: "main") }
        await file.noteRoom()
        #expect(file.isFrozen && file.catalog.disk.isFull && file.rooms.disk.isFull)
        #expect(try Self.contents(copy.path) == before)

        try await file.thaw()
        let version = try await file.reader.version()
        try await file.catalog.set("key", to: "new")
        #expect(try await file.catalog.setting("key") == "new")
        #expect(try await file.reader.version() != version)
        #expect(!file.catalog.disk.isFull)
        #expect(try await file.catalog.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == 0)
    }

    private static func contents(_ folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) })
    }

    @Test("a read-only folder is reported as such", .enabled(if: mayMount))
    func readOnly() throws {
        let disk = try Disk()
        disk.forbidWriting()
        #expect(throws: CatalogError.readOnly) { try CatalogFile(in: disk.folder.path, at: 1) }
    }
}
