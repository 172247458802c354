import Foundation
import Glibc
import Music
import Testing

@testable import Catalog

/// Damage to the file may not lose what users entered.
@Suite("A damaged catalog", .serialized)
struct DamageTests {
    /// A closed catalog with some hundred rows that users entered, and their contents.
    private func filled(_ folder: TemporaryFolder) async throws -> [String] {
        let file = try CatalogFile(in: folder.path, at: 1)
        try await file.catalog.hurry()
        let music = try await file.catalog.serve(folders: [Array("/music".utf8)], at: 1)[0].id
        let files = (1...150).map { number in FoundFile("\(number).mp3", number) { $0.title = "Song \(number)" } }
        _ = try await file.catalog.record(files, in: music, at: 1, isThere: { _, _, _ in true }, isElsewhere: { _, _ in false })
        try await file.catalog.enter()
        // Data in the journal would hide the damage.
        try await file.catalog.script("PRAGMA wal_checkpoint (TRUNCATE)")
        return try await file.catalog.entered()
    }

    private func path(_ folder: TemporaryFolder) -> String { "\(folder.path)/catalog.sqlite" }

    private func overwrite(_ path: String, _ pages: [Int], with random: inout SeededGenerator) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        for page in pages {
            try file.seek(toOffset: UInt64(page * 4_096))
            try file.write(contentsOf: Data(random.bytes(4_096)))
        }
        try file.close()
    }

    @Test("whichever pages are overwritten, with yesterday's backup nothing that users entered is lost", arguments: 0..<50)
    func pages(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        #expect(try await CatalogBackup(in: folder.path).renew(at: 2))
        let count = try Data(contentsOf: URL(fileURLWithPath: path(folder))).count / 4_096
        let pages = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) }
        try overwrite(path(folder), pages, with: &random)
        let comment: Comment = "seed \(seed): \(pages) of \(count)"
        do {
            let file = try CatalogFile(in: folder.path, at: 3)
            #expect(try await file.catalog.entered() == entered, comment)
            #expect(try await file.catalog.number("SELECT count(*) FROM pragma_foreign_key_check") == 0, comment)
            if let recovery = file.recovery { #expect(access(recovery.setAside, F_OK) == 0, comment) }
        }
        let again = try CatalogFile(in: folder.path, at: 4)
        #expect(again.recovery == nil, comment)
        #expect(try await again.catalog.entered() == entered, comment)
    }

    @Test("an empty file counts as damage if there is a backup, and as a new catalog if there is none", arguments: [false, true])
    func empty(hasCopy: Bool) async throws {
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        if hasCopy { #expect(try await CatalogBackup(in: folder.path).renew(at: 2)) }
        #expect(truncate(path(folder), 0) == 0)
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect((file.recovery != nil) == hasCopy)
        #expect(try await file.catalog.entered() == (hasCopy ? entered : []))
    }

    @Test("another name in the schema counts as damage, although SQLite accepts it", arguments: ["catalog.sqlite", "rooms.sqlite"])
    func names(name: String) async throws {
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        #expect(try await CatalogBackup(in: folder.path).renew(at: 2))
        do {
            let connection = try Connection("\(folder.path)/\(name)", .writing)
            let (table, from, to) = name == "rooms.sqlite" ? ("room", "state", "stete") : ("content", "identity", "idontity")
            try connection.script(
                """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET sql = replace(sql, '\(from)', '\(to)') WHERE name = '\(table)';
                PRAGMA writable_schema = RESET
                """)
        }
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect((file.recovery != nil) == (name == "catalog.sqlite") && (file.roomsRecovery != nil) == (name == "rooms.sqlite"))
        #expect(try await file.catalog.entered() == entered)
    }

    @Test("without a backup, an overwritten leaf page loses only its own rows", arguments: 0..<15)
    func leaves(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        let leaves = try Connection(path(folder), .reading).rows(
            """
            SELECT pageno, ncell FROM dbstat WHERE pagetype = 'leaf' AND length(path) > 1 \
            AND name IN ('correction', 'marker', 'playlist_entry', 'setting') ORDER BY pageno
            """
        ) { (page: $0.int("pageno"), cells: $0.int("ncell")) }
        let leaf = try #require(leaves.randomElement(using: &random))
        try overwrite(path(folder), [leaf.page - 1], with: &random)
        let file = try CatalogFile(in: folder.path, at: 3)
        let found = try await file.catalog.entered()
        #expect(file.recovery != nil, "seed \(seed)")
        // Entries after a gap are renumbered, so compare their contents.
        #expect(Set(found).isSubset(of: entered), "seed \(seed)")
        // In a table with WITHOUT ROWID, inner pages contain some rows, too.
        #expect(found.count >= entered.count - leaf.cells - 1, "seed \(seed): \(found.count) of \(entered.count)")
    }

    enum Damage: CaseIterable, Sendable {
        case header, half, page, noDatabase, version, noVersion, format
    }

    @Test("an unreadable file is set aside and replaced by the backup", arguments: Damage.allCases)
    func whole(damage: Damage) async throws {
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        #expect(try await CatalogBackup(in: folder.path).renew(at: 2))
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(folder))))
        switch damage {
        case .header: bytes.replaceSubrange(0..<100, with: Array(repeating: 7, count: 100))
        case .half: bytes.removeLast(bytes.count / 2)
        case .page: bytes.removeLast(bytes.count - 4_096)
        case .noDatabase: bytes = Array("no database at all, but a letter".utf8)
        case .format: bytes[47] = 99  // of the schema
        case .noVersion: bytes.replaceSubrange(60..<64, with: [0, 0, 0, 0])
        case .version: bytes.replaceSubrange(60..<64, with: [0xFF, 0xFF, 0xFF, 0xFE])
        }
        try folder.write(bytes, to: "catalog.sqlite")
        let file = try CatalogFile(in: folder.path, at: 3)
        let recovery = try #require(file.recovery)
        #expect(recovery.setAside == "\(path(folder)).damaged-3")
        #expect(FileManager.default.fileExists(atPath: recovery.setAside))
        #expect(try await file.catalog.entered() == entered)
    }

    @Test("a number after which no row could be added counts as damage", arguments: ["content", "marker"])
    func greatNumber(table: String) async throws {
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        #expect(try await CatalogBackup(in: folder.path).renew(at: 2))
        do {
            let file = try CatalogFile(in: folder.path, at: 2)
            try await file.catalog.script(
                """
                PRAGMA foreign_keys = OFF; UPDATE \(table) SET id = 9223372036854775807 WHERE id = 1;
                PRAGMA wal_checkpoint (TRUNCATE)
                """)
        }
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.recovery?.damage == "the numbers of \(table) are used up")
        #expect(try await file.catalog.entered() == entered)
        #expect(try CatalogFile(in: folder.path, at: 4).recovery == nil)
    }

    @Test("rows that were deleted after the backup are not restored from it")
    func deleted() async throws {
        let folder = try TemporaryFolder()
        _ = try await filled(folder)
        #expect(try await CatalogBackup(in: folder.path).renew(at: 2))
        do {
            let file = try CatalogFile(in: folder.path, at: 2)
            try await file.catalog.script("DELETE FROM marker; DELETE FROM setting; PRAGMA wal_checkpoint (TRUNCATE)")
        }
        let leaf = try Connection(path(folder), .reading).number(
            "SELECT pageno FROM dbstat WHERE name = 'correction' AND pagetype = 'leaf' AND length(path) > 1 LIMIT 1")
        var random = SeededGenerator(seed: 1)
        try overwrite(path(folder), [leaf - 1], with: &random)
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.recovery?.carried["marker"] == nil)
        #expect(file.recovery?.carried["correction"] == 150)
    }

    @Test("an empty file is a new catalog")
    func empty() async throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "catalog.sqlite")
        let file = try CatalogFile(in: folder.path, at: 1)
        #expect(file.recovery == nil)
        #expect(try await file.reader.census() == Census())
    }

    @Test("a crash between setting the file aside and replacing it loses nothing")
    func crash() async throws {
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        try FileManager.default.moveItem(atPath: path(folder), toPath: "\(path(folder)).draft")
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.recovery == nil)
        #expect(try await file.catalog.entered() == entered)
    }

    @Test("an older version's file is migrated, whole or damaged", arguments: [false, true])
    func older(isDamaged: Bool) async throws {
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        try asFirstVersion(folder)
        if isDamaged {
            var random = SeededGenerator(seed: 1)
            let pages = try Data(contentsOf: URL(fileURLWithPath: path(folder))).count / 4_096
            try overwrite(path(folder), [pages - 1], with: &random)
        }
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect((file.recovery != nil) == isDamaged)
        #expect(try await file.catalog.number("SELECT count(*) FROM track WHERE cover_beside = 0") > (isDamaged ? 75 : 149))
        // The first version had no songs and no looks.
        let old = entered.filter { line in !["song", "set list", "practice", "look"].contains { line.hasPrefix($0) } }
        if !isDamaged { #expect(try await file.catalog.entered() == old) }
    }

    /// Moves the rows of a catalog into one of the first version.
    private func asFirstVersion(_ folder: TemporaryFolder) throws {
        try FileManager.default.moveItem(atPath: path(folder), toPath: "\(path(folder)).later")
        let first = try Connection(path(folder), .writing)
        try Migrations.run(on: first, through: 1)
        try first.script("ATTACH '\(path(folder)).later' AS later")
        for table in [
            "folder", "content", "artist", "album", "track", "correction", "marker", "playlist", "playlist_entry", "setting",
        ] {
            let columns = try first.rows("SELECT name FROM pragma_table_info('\(table)')") { $0.text() }.joined(separator: ", ")
            try first.script("INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM later.\(table)")
        }
        try first.script(
            "INSERT INTO track_words (rowid, title, artist, album) SELECT id, title_key, artist_key, album_key FROM track; DETACH later"
        )
    }

    @Test(
        "another rule in the schema counts as damage, although SQLite accepts it",
        arguments: [
            ("track", "REFERENCES folder", "REFERENCES f0lder"),
            ("folder", "is_online INTEGER NOT NULL DEFAULT 1", "is_online INTEGER NOT NULL DEFAULT ''"),
            ("content", "'running', 'done'", "'running', 'dune'"),
        ])
    func rules(table: String, from: String, to: String) async throws {
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        do {
            let connection = try Connection(path(folder), .writing)
            let change = "replace(sql, '\(from.replacing("'", with: "''"))', '\(to.replacing("'", with: "''"))')"
            try connection.script("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = \(change) WHERE name = '\(table)'")
            try connection.script("PRAGMA writable_schema = OFF; PRAGMA wal_checkpoint (TRUNCATE)")
        }
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.recovery?.damage == "its schema was altered")
        #expect(try await file.catalog.entered() == entered)
        #expect(try await file.catalog.serve(folders: [Array("/music".utf8)], at: 4).count == 1)
    }

    @Test("an index that points to a row that is not there counts as damage")
    func index() async throws {
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        let page = try Connection(path(folder), .reading).number(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_folder_1'")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path(folder)))
        // The number of the first row is written as no byte at all.
        let entry = try #require(bytes.range(of: Data("/music".utf8), in: (page - 1) * 4_096..<page * 4_096))
        bytes[entry.lowerBound + 3] = UInt8(ascii: "x")
        try bytes.write(to: URL(fileURLWithPath: path(folder)))
        let file = try CatalogFile(in: folder.path, at: 3)
        #expect(file.recovery != nil)
        #expect(try await file.catalog.entered() == entered)
    }

    @Test("what turned out to be damaged while it was used is checked at the next start, and once")
    func suspected() async throws {
        let folder = try TemporaryFolder()
        _ = try await filled(folder)
        let connection = try Connection(path(folder), .reading, notesDamage: true)
        var random = SeededGenerator(seed: 1)
        try overwrite(path(folder), Array(1..<Data(contentsOf: URL(fileURLWithPath: path(folder))).count / 4_096), with: &random)
        #expect(throws: CatalogError.self) { try connection.rows("SELECT title FROM track ORDER BY title_key") { $0.text() } }
        #expect(access("\(path(folder)).suspect", F_OK) == 0)
        #expect(try CatalogFile(in: folder.path, at: 3).recovery != nil)
        #expect(access("\(path(folder)).suspect", F_OK) != 0)
    }

    @Test("columns are found by their names in any spelling of the schema")
    func spelling() throws {
        let connection = try Connection(":memory:", .writing)
        try connection.script("CREATE TABLE track (Id INTEGER, TITLE TEXT); INSERT INTO track VALUES (7, 'song')")
        let found = try connection.row("SELECT track.id, track.title FROM track") { ($0.int("id"), $0.text("title")) }
        #expect(found?.0 == 7 && found?.1 == "song")
    }

    @Test("a newer version's file is refused and not changed")
    func newer() async throws {
        let folder = try TemporaryFolder()
        try Connection(path(folder), .writing).script("CREATE TABLE future (x); PRAGMA user_version = 99")
        let before = try Data(contentsOf: URL(fileURLWithPath: path(folder)))
        #expect(throws: CatalogError.tooNew(version: 99)) { try CatalogFile(in: folder.path, at: 1) }
        #expect(throws: CatalogError.tooNew(version: 99)) { try CatalogFile.reader(in: folder.path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path(folder))) == before)
    }

    @Test("a full disk is reported, and the old data stays")
    func full() async throws {
        let folder = try TemporaryFolder()
        let entered = try await filled(folder)
        let file = try CatalogFile(in: folder.path, at: 3)
        try await file.catalog.script("PRAGMA max_page_count = 1")
        await #expect(throws: CatalogError.diskFull) {
            for number in 0..<1_000 { try await file.catalog.set("new \(number)", to: String(repeating: "x", count: 4_000)) }
        }
        try await file.catalog.script("DELETE FROM setting WHERE key LIKE 'new %'")
        #expect(try await file.catalog.entered() == entered)
    }

    @Test("a backup is made once a day, and again if an older one is incomplete")
    func copies() async throws {
        let folder = try TemporaryFolder()
        _ = try await filled(folder)
        let backup = CatalogBackup(in: folder.path)
        let day = 24 * 3_600
        try FileManager.default.createDirectory(atPath: folder.path + "/backups", withIntermediateDirectories: true)
        try folder.write("half a copy", to: "backups/draft.sqlite")
        #expect(try await backup.renew(at: day))
        #expect(try await !backup.renew(at: day + 10))
        #expect(try await !backup.renew(at: 2 * day - 1))
        #expect(try await backup.renew(at: 2 * day))
        // A clock that was set back does not prevent it.
        #expect(try await backup.renew(at: day / 2))
        #expect(try await !backup.renew(at: day / 2 + 1))
    }
}

extension Catalog {
    fileprivate func enter() throws {
        try change { () throws(CatalogError) in
            try connection.script(
                """
                INSERT INTO correction SELECT identity, 'steps ' || id || hex(zeroblob(100)), 1 FROM content;
                INSERT INTO marker (identity, start, label) SELECT identity, id, 'marker ' || id || hex(zeroblob(50)) FROM content;
                INSERT INTO playlist (name, changed_at) VALUES ('one', 1), ('two', 1);
                INSERT INTO playlist_entry (playlist, position, track, identity, title)
                    SELECT playlist.id, track.id - 1, track.id, identity, title FROM playlist, track
                    JOIN content ON content.id = track.content;
                INSERT INTO song (title, artist, notes, rhythm, follows_track, kit, identity, words, title_key, changed_at)
                    SELECT 'song ' || id, '', '', '{}', 0, 'wood', identity, '', '', 1 FROM content;
                INSERT INTO set_list (title, changed_at) VALUES ('one', 1), ('two', 1);
                INSERT INTO look (name, settings, changed_at) VALUES ('one', '{}', 1), ('two', '{}', 1);
                INSERT INTO set_list_song SELECT set_list.id, song.id - 1, song.id FROM set_list, song;
                INSERT INTO practice SELECT 'Ann', id, id, id, '', 900, id, 1 FROM song;
                INSERT INTO setting SELECT 'key ' || id, 'value' || hex(zeroblob(100)) FROM track;
                """)
        }
    }

    /// A line for each row that users entered.
    fileprivate func entered() throws -> [String] {
        try connection.rows(
            """
            SELECT 'correction ' || identity || steps FROM correction UNION ALL
            SELECT 'marker ' || id || identity || start || label FROM marker UNION ALL
            SELECT 'playlist ' || id || name FROM playlist UNION ALL
            SELECT 'entry ' || playlist || identity || title FROM playlist_entry UNION ALL
            SELECT 'song ' || id || title || identity FROM song UNION ALL
            SELECT 'set list ' || id || title FROM set_list UNION ALL
            SELECT 'set list song ' || set_list || ' ' || song FROM set_list_song UNION ALL
            SELECT 'practice ' || name || item || day || seconds FROM practice UNION ALL
            SELECT 'look ' || id || name || settings FROM look UNION ALL
            SELECT 'setting ' || key || value FROM setting ORDER BY 1
            """
        ) { $0.text() }
    }
}
