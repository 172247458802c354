import Foundation
import Glibc
import Testing

@testable import Catalog

@Suite("Backups of the catalog")
struct BackupTests {
    private static let day = 24 * 3_600
    /// 2026-11-22 20:15:30 UTC.
    private static let now = 1_795_378_530
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var names: [String] { BackupFile.all(in: folder.path).map(\.name) }

    @Test("have names that contain their times")
    func names() async throws {
        _ = try CatalogFile(in: folder.path, at: Self.now)
        #expect(try await CatalogBackup(in: folder.path).renew(at: Self.now))
        let file = try #require(BackupFile.all(in: folder.path).first)
        #expect(file.name == "catalog-20261122T201530Z.sqlite" && file.moment == Self.now && file.version == nil)
        for name in [
            "draft.sqlite", "catalog-2026.sqlite", "catalog-20261122T201530Z-old.sqlite", "catalog-x0261122T201530Z.sqlite",
        ] {
            try folder.write([], to: "backups/\(name)")
        }
        #expect(names == [file.name])
    }

    @Test("are accessible only to their owner, like the catalog, whatever the folder's permissions")
    func modes() async throws {
        chmod(folder.path, 0o755)
        let file = try CatalogFile(in: folder.path, at: Self.now)
        try await file.catalog.set("key", to: "value")
        #expect(try await CatalogBackup(in: folder.path).renew(at: Self.now))
        let path = CatalogFile.path(in: folder.path)
        for path in [path, "\(path)-wal", "\(path)-shm", try #require(BackupFile.all(in: folder.path).first?.path)] {
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(path)")
        }
    }

    @Test("one a day is made, the last seven are kept, and a wrong clock loses none of them")
    func kept() async throws {
        _ = try CatalogFile(in: folder.path, at: Self.now)
        let backup = CatalogBackup(in: folder.path)
        // A clock that begins in 1970, one that is far ahead, and then the right one.
        #expect(try await backup.renew(at: 1_000))
        #expect(try await backup.renew(at: Self.now + 1_000 * Self.day))
        for number in 0..<10 {
            let moment = Self.now + number * Self.day
            #expect(try await backup.renew(at: moment), "\(number)")
            #expect(try await !backup.renew(at: moment + Self.day - 1), "\(number)")
            let all = BackupFile.all(in: folder.path)
            #expect(all.count == min(3 + number, 7), "\(number)")
            #expect(all.contains { $0.moment == moment })
        }
        #expect(BackupFile.all(in: folder.path).map(\.moment) == (3..<10).reversed().map { Self.now + $0 * Self.day })
    }

    @Test("one is made before a migration, has the old data, and is kept when daily ones are deleted")
    func migration() async throws {
        let path = CatalogFile.path(in: folder.path)
        do {
            let first = try Connection(path, .writing)
            try Migrations.run(on: first, through: 1)
            try first.run("INSERT INTO setting (key, value) VALUES (?, ?)", Value("key"), Value("value"))
        }
        let file = try CatalogFile(in: folder.path, at: Self.now)
        #expect(file.recovery == nil)
        let copy = try #require(BackupFile.all(in: folder.path).first)
        #expect(copy.name == "catalog-20261122T201530Z-version-1.sqlite" && copy.version == 1)
        let old = try Connection(copy.path, .reading)
        #expect(try old.number("PRAGMA user_version") == 1)
        #expect(try old.row("SELECT value FROM setting WHERE key = 'key'") { $0.text() } == "value")
        #expect(try Connection(path, .reading).number("PRAGMA user_version") == Migrations.current)
        let backup = CatalogBackup(in: folder.path)
        for number in 0..<9 { #expect(try await backup.renew(at: Self.now + number * Self.day)) }
        #expect(names.contains(copy.name) && names.count == 8)
        // It can be restored, and is migrated again.
        try await file.catalog.set("key", to: "later")
        #expect(try CatalogRestore.restore(copy.path, in: folder.path, at: 3) == "\(path).replaced-3")
        #expect(try await CatalogFile(in: folder.path, at: 4).catalog.setting("key") == "value")
    }

    @Test("no backup is made for a catalog that needs no migration")
    func noMigration() throws {
        _ = try CatalogFile(in: folder.path, at: 1)
        _ = try CatalogFile(in: folder.path, at: 2)
        #expect(names == [])
    }

    @Test("what is not a catalog, is damaged, or is newer replaces nothing", arguments: ["text", "empty", "half", "newer", "none"])
    func refused(kind: String) async throws {
        do {
            let file = try CatalogFile(in: folder.path, at: 1)
            try await file.catalog.set("key", to: String(repeating: "value", count: 10_000))
            try await file.catalog.script("PRAGMA wal_checkpoint (TRUNCATE)")
        }
        let path = CatalogFile.path(in: folder.path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let copy = folder.path + "/copy"
        switch kind {
        case "text": try folder.write(Array("no database, but a letter".utf8), to: "copy")
        case "empty": try folder.write([], to: "copy")
        case "half": try folder.write(Array(before.prefix(before.count / 2)), to: "copy")
        case "newer": try Connection(copy, .writing).script("CREATE TABLE future (x); PRAGMA user_version = 99")
        default: break
        }
        #expect(throws: CatalogError.self) { try CatalogRestore.restore(copy, in: folder.path, at: 2) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
                !$0.contains("replaced") && !$0.contains("draft")
            })
    }

    @Test("the copy from before a newer version's migration comes back, and later ones of other versions do not")
    func migrated() async throws {
        let folder = try TemporaryFolder()
        _ = try CatalogFile(in: folder.path, at: 1)
        let catalog = folder.path + "/catalog.sqlite"
        #expect(throws: CatalogError.self) { try CatalogRestore.restoreMigrated(in: folder.path, at: 5) }
        try BackupFile(in: folder.path, at: 2, version: Migrations.current).make(of: catalog)
        try BackupFile(in: folder.path, at: 3).make(of: catalog)
        try Connection(catalog, .writing).script("CREATE TABLE future (x); PRAGMA user_version = 99")
        #expect(throws: CatalogError.tooNew(version: 99)) { try CatalogFile(in: folder.path, at: 4) }
        _ = try CatalogRestore.restoreMigrated(in: folder.path, at: 5)
        _ = try CatalogFile(in: folder.path, at: 6)
    }

    @Test("a trial migrates a copy of an older catalog, and leaves the catalog as it is")
    func trial() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/catalog.sqlite"
        do { try Migrations.run(on: Connection(path, .writing), through: Migrations.current - 1) }
        try CatalogTrial.run(in: folder.path, scratch: folder.path)
        #expect(try Migrations.version(of: Connection(path, .reading)) == Migrations.current - 1)
        #expect(access(folder.path + "/trial.sqlite", F_OK) != 0)
        try Connection(path, .writing).script("PRAGMA user_version = 99")
        #expect(throws: CatalogError.tooNew(version: 99)) { try CatalogTrial.run(in: folder.path, scratch: folder.path) }
    }

    @Test("a newer version's catalog and its journal are not changed")
    func newer() throws {
        let path = CatalogFile.path(in: folder.path)
        let writer = try Connection(path, .writing)
        try writer.script(
            "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE future (x); PRAGMA user_version = 99")
        // As after a crash: the journal stays, since its writer does not close it.
        let other = try TemporaryFolder()
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + ending, toPath: "\(other.path)/catalog.sqlite\(ending)")
        }
        func bytes(_ ending: String) throws -> Data {
            try Data(contentsOf: URL(fileURLWithPath: "\(other.path)/catalog.sqlite\(ending)"))
        }
        let before = try (bytes(""), bytes("-wal"))
        #expect(throws: CatalogError.tooNew(version: 99)) { try CatalogFile(in: other.path, at: 1) }
        #expect(try bytes("") == before.0)
        #expect(try bytes("-wal") == before.1)
        withExtendedLifetime(writer) {}
    }
}
