import Foundation
import Glibc
import Music
import Testing

@testable import Catalog

@Suite("The file of the rooms")
struct RoomFileTests {
    /// Of the versions before the log.
    private static let older = """
        SELECT 'room ' || name || state || changed_at FROM room UNION ALL
        SELECT 'part ' || room || part || hex(value) FROM room_part UNION ALL
        SELECT 'entry ' || room || number || track || identity FROM room_entry UNION ALL
        SELECT 'screen ' || room || client || name || delay FROM room_screen
        """
    private static let everything = older + " UNION ALL SELECT 'log ' || room || number || entry FROM room_log ORDER BY 1"
    private static let rows = """
        INSERT INTO room VALUES ('main', '{"revision":7}', 1), ('attic', '{}', 2);
        INSERT INTO room_part VALUES ('main', 'order', x'0102'), ('attic', 'order', x'');
        INSERT INTO room_screen (room, client, name, delay) VALUES ('main', 'tv', 'TV', 20), ('main', 'lamp', 'Lamp', -3.5);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO room_entry SELECT 'main', i, i, 'music ' || i FROM n
        """

    private let folder: TemporaryFolder
    private var catalog: String { CatalogFile.path(in: folder.path) }
    private var rooms: String { RoomFile.file(in: folder.path).path }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Makes a data folder with rooms, and returns their contents.
    private func filled() async throws -> [String] {
        let file = try CatalogFile(in: folder.path, at: 1)
        try await file.rooms.script(Self.rows)
        try await file.rooms.script("INSERT INTO room_log VALUES ('main', 8, '{}'), ('main', 9, '{}')")
        // Data in a journal would hide the damage.
        try await file.rooms.clearJournal()
        try await file.catalog.clearJournal()
        return try await file.rooms.lines(Self.everything)
    }

    private func kept(in path: String, _ everything: String = everything) throws -> [String] {
        try Connection(path, .reading).rows(everything) { $0.text() }
    }

    @Test("imports the rooms of the previous version's data folder, after a backup")
    func migration() async throws {
        var before: [String] = []
        do {
            let old = try Connection(catalog, .writing)
            try old.script("PRAGMA journal_mode = WAL")
            try Migrations.run(on: old, through: 3)
            try old.script(Self.rows)
            // As after a tool that does not check foreign keys.
            try old.script("INSERT INTO room_part VALUES ('nobody', 'order', x'01')")
            before = try old.rows("\(Self.older) ORDER BY 1") { $0.text() }
        }
        for moment in [3, 4] {
            let file = try CatalogFile(in: folder.path, at: moment)
            #expect(try await file.rooms.lines(Self.everything) == before.filter { !$0.contains("nobody") })
            #expect(try await file.catalog.number("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'room%'") == 0)
            #expect(try await file.rooms.rooms().map(\.name) == ["attic", "main"])
        }
        let copy = try #require(BackupFile.all(in: folder.path).first)
        #expect(copy.version == 3 && BackupFile.all(in: folder.path).count == 1)
        #expect(try kept(in: copy.path, "\(Self.older) ORDER BY 1") == before)
    }

    @Test("of the first version keeps its rooms, and then places of screens", arguments: [false, true])
    func firstVersion(isTorn: Bool) async throws {
        let entered = try await filled().filter { !$0.hasPrefix("log") }
        // That version's file had no places.
        let old = try Connection(rooms, .writing)
        for column in ["x", "y", "width", "height", "settings"] { try old.script("ALTER TABLE room_screen DROP COLUMN \(column)") }
        try old.script("DROP TABLE room_log; PRAGMA user_version = 1; PRAGMA application_id = 0; PRAGMA wal_checkpoint (TRUNCATE)")
        // A crash during the change leaves it undone.
        if isTorn { try old.script("BEGIN; \(RoomTables.places); ROLLBACK") }
        for moment in [3, 4] {
            let file = try CatalogFile(in: folder.path, at: moment)
            #expect(file.roomsRecovery == nil)
            #expect(try await file.rooms.lines(Self.everything) == entered)
            #expect(try await file.rooms.number("PRAGMA user_version") == 4)
            let screens = try await file.rooms.rooms().last?.room.rows.screens ?? []
            #expect(screens.map(\.client) == ["tv", "lamp"] && screens.allSatisfy { $0.place == nil })
        }
    }

    @Test("of the second version keeps its places, and then settings of screens", arguments: [false, true])
    func placesVersion(isTorn: Bool) async throws {
        let entered = try await filled().filter { !$0.hasPrefix("log") }
        let old = try Connection(rooms, .writing)
        try old.script(
            "DROP TABLE room_log; ALTER TABLE room_screen DROP COLUMN settings; UPDATE room_screen SET x = 1, y = 2, width = 3, height = 4"
        )
        try old.script("PRAGMA user_version = 2; PRAGMA application_id = 0; PRAGMA wal_checkpoint (TRUNCATE)")
        if isTorn { try old.script("BEGIN; \(RoomTables.settings); ROLLBACK") }
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.roomsRecovery == nil)
        #expect(try await file.rooms.lines(Self.everything) == entered)
        let place = WallPlace(x: 1, y: 2, width: 3, height: 4)
        let screens = try #require(try await file.rooms.rooms().last?.room.rows.screens)
        #expect(screens.map(\.place) == [place, place] && screens.map(\.settings) == [nil, nil])
    }

    @Test(
        "of the third version keeps its rooms, until their first snapshot takes the place of their rows", arguments: [false, true])
    func rowsVersion(isTorn: Bool) async throws {
        let entered = try await filled().filter { !$0.hasPrefix("log") }
        let old = try Connection(rooms, .writing)
        try old.script("DROP TABLE room_log; PRAGMA user_version = 3; PRAGMA application_id = 0; PRAGMA wal_checkpoint (TRUNCATE)")
        if isTorn { try old.script("BEGIN; \(RoomTables.log); ROLLBACK") }
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.roomsRecovery == nil)
        #expect(try await file.rooms.lines(Self.everything) == entered)
        // An older program that starts again gets its own form back.
        let copy = try #require(BackupFile.all(in: folder.path).first)
        #expect(try copy.version == Migrations.current && kept(in: copy.path, "\(Self.older) ORDER BY 1") == entered)
        #expect(try Connection(copy.path, .reading).number("SELECT count(*) FROM sqlite_schema WHERE name = 'room_log'") == 0)
        try await file.rooms.write(room: "main", at: 6, .snapshot("new", through: 1, isWhole: true))
        let room = try #require(try await file.rooms.rooms().last?.room)
        #expect(room.rows == OlderRoomRows(state: "new") && room.log.isEmpty)
    }

    @Test("whose version was damaged into an older one is set aside, and nothing is lost")
    func wrongVersion() async throws {
        let entered = try await filled()
        try Connection(rooms, .writing).script("PRAGMA user_version = 1; PRAGMA wal_checkpoint (TRUNCATE)")
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.roomsRecovery?.setAside == "\(rooms).damaged-3")
        #expect(try await file.rooms.lines(Self.everything) == entered)
    }

    @Test("is set aside if an index points to a row that is not there, and nothing is lost")
    func wrongIndex() async throws {
        let entered = try await filled()
        let page = try Connection(rooms, .reading).number(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_room_1'")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: rooms))
        let entry = try #require(bytes.range(of: Data("attic\u{2}".utf8), in: (page - 1) * 1_024..<page * 1_024))
        bytes[entry.upperBound - 1] = 77
        try bytes.write(to: URL(fileURLWithPath: rooms))
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.roomsRecovery?.setAside == "\(rooms).damaged-3")
        #expect(try await file.rooms.rooms().map(\.name) == ["attic", "main"])
        #expect(try await file.rooms.lines(Self.everything) == entered)
    }

    @Test("imports the rooms of the second version")
    func secondVersion() async throws {
        do {
            let old = try Connection(catalog, .writing)
            try Migrations.run(on: old, through: 2)
            try old.script("INSERT INTO room VALUES ('main', '{\"revision\":7}', 1), ('attic', '{}', 2)")
        }
        let store = try CatalogFile(in: folder.path, at: 3).rooms
        try await store.write(room: "main", at: 4, .snapshot("new", through: 1, isWhole: true))
        #expect(try await store.rooms().map(\.room.rows.state) == ["{}", "new"])
    }

    @Test("imports them again after a crash between copying and cleaning up")
    func crash() async throws {
        let entered = try await filled()
        let half = try Connection(catalog, .writing)
        try half.script(RoomTables.schema)
        try half.sealSchema()
        try RoomTables.copy(from: Connection(rooms, .reading), to: half)
        try Connection(rooms, .writing).script("DELETE FROM room_entry WHERE number > 100")
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(try await file.rooms.lines(Self.everything) == entered)
        #expect(try await file.catalog.number("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'room%'") == 0)
    }

    @Test("is part of the daily backup, is restored with it, and the replaced file can be restored, too")
    func restoring() async throws {
        let entered = try await filled()
        #expect(try await CatalogBackup(in: folder.path).renew(at: 2))
        let copy = try #require(BackupFile.all(in: folder.path).first)
        #expect(try kept(in: copy.path) == entered)
        let later = try CatalogFile(in: folder.path, at: 3).rooms
        try await later.forget(room: "main")
        let rest = try await later.lines(Self.everything)
        let replaced = try #require(try CatalogRestore.restore(copy.path, in: folder.path, at: 4))
        #expect(replaced == "\(catalog).replaced-4" && access("\(rooms).replaced-4", F_OK) == 0)
        #expect(try await CatalogFile(in: folder.path, at: 5).rooms.lines(Self.everything) == entered)
        _ = try CatalogRestore.restore(replaced, in: folder.path, at: 6)
        #expect(try await CatalogFile(in: folder.path, at: 7).rooms.lines(Self.everything) == rest)
        // A catalog that was copied without its rooms changes none.
        try FileManager.default.copyItem(atPath: catalog, toPath: "\(folder.path)/alone.sqlite")
        _ = try CatalogRestore.restore("\(folder.path)/alone.sqlite", in: folder.path, at: 8)
        #expect(try await CatalogFile(in: folder.path, at: 9).rooms.lines(Self.everything) == rest)
    }

    @Test("is unchanged if the catalog is lost and a new one is made")
    func catalogLost() async throws {
        let entered = try await filled()
        for ending in ["", "-wal", "-shm"] { unlink(catalog + ending) }
        for moment in [3, 4] {
            let file = try CatalogFile(in: folder.path, at: moment)
            #expect(try await file.rooms.lines(Self.everything) == entered)
        }
    }

    @Test(
        "is set aside if damaged, and restored from the backup",
        arguments: ["header", "pages", "empty", "text", "version", "future"])
    func damaged(kind: String) async throws {
        let entered = try await filled()
        #expect(try await CatalogBackup(in: folder.path).renew(at: 2))
        var random = SeededGenerator(seed: 1)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: rooms)))
        switch kind {
        case "header": bytes.replaceSubrange(0..<100, with: Array(repeating: 7, count: 100))
        case "pages": bytes.replaceSubrange(4_096..<8_192, with: random.bytes(4_096))
        case "empty": bytes = []
        // No version of this program will ever have this number.
        case "future": bytes.replaceSubrange(60..<64, with: [0, 0xC2, 0, 1])
        case "text": bytes = Array("no database at all, but a letter".utf8)
        default: bytes.replaceSubrange(60..<64, with: [0, 0, 0, 0])
        }
        try folder.write(bytes, to: "rooms.sqlite")
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.recovery == nil && file.roomsRecovery?.setAside == "\(rooms).damaged-3")
        #expect(try await file.rooms.lines(Self.everything) == entered)
        #expect(try await file.rooms.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test("survives damage to the catalog, and is restored from the backup if it is lost, too", arguments: [false, true])
    func damagedCatalog(isLost: Bool) async throws {
        let entered = try await filled()
        #expect(try await CatalogBackup(in: folder.path).renew(at: 2))
        try folder.write("no database at all, but a letter", to: "catalog.sqlite")
        if isLost {
            unlink(rooms)
        } else {
            try Connection(rooms, .writing).script("PRAGMA foreign_keys = ON; DELETE FROM room WHERE name = 'attic'")
        }
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.recovery != nil)
        #expect(try await file.rooms.lines(Self.everything) == (isLost ? entered : entered.filter { !$0.contains(" attic") }))
    }

    @Test("of a newer version is refused, and neither it nor the catalog is changed")
    func newer() async throws {
        _ = try await filled()
        try Connection(rooms, .writing).script("PRAGMA user_version = 99; PRAGMA wal_checkpoint (TRUNCATE)")
        let before = try [catalog, rooms].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        #expect(throws: CatalogError.tooNew(version: 99)) { try CatalogFile(in: folder.path, at: 3) }
        #expect(try [catalog, rooms].map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == before)
    }

    @Test("is written while another connection writes the catalog, without waiting for the disk; the catalog waits")
    func apart() async throws {
        let file = try CatalogFile(in: folder.path, at: 1)
        let scan = try Connection(catalog, .writing)
        try scan.script("BEGIN IMMEDIATE; INSERT INTO setting VALUES ('half', 'done')")
        try await file.rooms.write(room: "main", at: 2, .snapshot("new", through: 1, isWhole: true))
        try scan.script("ROLLBACK")
        #expect(try await file.rooms.number("PRAGMA synchronous") == 1)
        #expect(try await file.catalog.number("PRAGMA synchronous") == 2)
        #expect(try Connection(rooms, .reading).number("SELECT count(*) FROM room") == 1)
    }

    @Test("is accessible only to its owner")
    func mode() async throws {
        let file = try CatalogFile(in: folder.path, at: 1)
        try await file.rooms.write(room: "main", at: 2, .snapshot("new", through: 1, isWhole: true))
        for path in [rooms, "\(rooms)-wal", "\(rooms)-shm"] {
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(path)")
        }
    }
}
