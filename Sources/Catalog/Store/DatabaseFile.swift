internal import CSQLite
import Glibc

/// The files of a database, which are created, replaced and set aside together.
struct DatabaseFile {
    /// Databases are readable by their owner only, since they contain paths that viewers may not see.
    static let mode: mode_t = 0o600

    let path: String

    /// The path of a new one under construction. The next start uses it if there is no other, after a crash between two renames.
    var draft: DatabaseFile { DatabaseFile(path: "\(path).draft") }

    var exists: Bool { access(path, F_OK) == 0 }

    var isEmpty: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == 0
    }

    func remove() {
        for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
    }

    func move(to other: DatabaseFile) throws(CatalogError) {
        guard rename(path, other.path) == 0 else { throw .readOnly }
    }

    func takeDraft() throws(CatalogError) {
        if !exists, draft.exists { try draft.move(to: self) }
    }

    /// Renames the files and returns the new name.
    func setAside(as reason: String, at now: Int) throws(CatalogError) -> String {
        var other = DatabaseFile(path: "\(path).\(reason)-\(now)")
        while other.exists { other = DatabaseFile(path: other.path + "-again") }
        // The last changes may still be in the journal, so it is renamed too.
        for ending in ["-wal", "-shm", ""] {
            let file = DatabaseFile(path: path + ending)
            if file.exists { try file.move(to: DatabaseFile(path: other.path + ending)) }
        }
        return other.path
    }

    func protect() {
        for ending in ["", "-wal", "-shm"] { chmod(path + ending, Self.mode) }
    }

    /// Files up to this size are checked thoroughly at each start, which takes some milliseconds.
    private static let quicklyChecked = 16 << 20

    /// Exists from the moment when damage was found while the file was in use until it has been checked.
    private var suspicion: String { path + ".suspect" }

    /// Notes that the file must be checked thoroughly at the next start.
    static func suspect(_ path: String) {
        let raw = open("\(path).suspect", O_WRONLY | O_CREAT | O_CLOEXEC, mode)
        if raw >= 0 { close(raw) }
    }

    private var isChecked: Bool {
        var status = stat()
        return access(suspicion, F_OK) != 0 && stat(path, &status) == 0 && status.st_size > Self.quicklyChecked
    }

    /// Opens it for writing with durable commits. Damage is detected here; in the indexes of a large file only if it was suspected.
    func writer(version: (Connection) throws(CatalogError) -> Int, _ pragmas: String) throws(CatalogError) -> Connection {
        let check = isChecked ? "quick_check" : "integrity_check"
        defer { unlink(suspicion) }
        do throws(CatalogError) {
            let connection = try Connection(path, .writing, notesDamage: true)
            // Checked before anything is written, so that the file of a newer version stays unchanged.
            _ = try version(connection)
            try connection.script(
                "\(pragmas); PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY"
            )
            let findings = try connection.rows("PRAGMA \(check) (1)") { $0.text() }
            guard findings == ["ok"] else { throw .corrupt(findings.first ?? "no answer") }
            try connection.checkSchema()
            return connection
        } catch .failed(let code, let words) where code & 0xff == SQLITE_ERROR {
            // The statements themselves are correct, so the file is not.
            throw .corrupt(words)
        }
    }

    /// Throws for the file of a newer version. Opens it read-only, since a writer would change its journal.
    func refuseNewer(_ version: (Connection) throws(CatalogError) -> Int) throws(CatalogError) {
        guard exists else { return }
        do throws(CatalogError) {
            _ = try version(Connection(path, .reading))
        } catch .tooNew(let version) {
            throw .tooNew(version: version)
        } catch {
            // Damage is detected again, and handled, when it is opened for writing.
        }
    }
}

extension Connection {
    /// Versions count up by one: a greater number is damage, not the version of a newer program.
    private static let greatestVersion = 100

    /// The version of the schema. Throws `tooNew` for one greater than `current`, which this program must leave as it is.
    func version(atMost current: Int) throws(CatalogError) -> Int {
        let version = try number("PRAGMA user_version")
        guard (0...Self.greatestVersion).contains(version) else { throw .corrupt("its version is \(version)") }
        guard version <= current else { throw .tooNew(version: version) }
        return version
    }

    /// Notes a checksum of the schema's text in the file, as its application's number, in the transaction that has changed the schema.
    func sealSchema() throws(CatalogError) {
        try script("PRAGMA application_id = \(schemaSum())")
    }

    /// Throws if the schema's text is not what was noted: SQLite takes an altered one for another type or rule. Notes it in files of
    /// versions that did not.
    func checkSchema() throws(CatalogError) {
        switch try number("PRAGMA application_id") {
        case 0 where try number("SELECT count(*) FROM sqlite_schema") > 0: try sealSchema()
        case 0, try schemaSum(): break
        default: throw .corrupt("its schema was altered")
        }
    }

    /// An FNV-1a hash, folded to the 31 bits that fit; never zero. Statistics, which SQLite makes itself, are left out.
    private func schemaSum() throws(CatalogError) -> Int {
        var hash: UInt32 = 2_166_136_261
        let texts = """
            SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' \
            ORDER BY type, name
            """
        for byte in try rows(texts, [], { $0.text() }).joined(separator: "\n").utf8 {
            hash = (hash ^ UInt32(byte)) &* 16_777_619
        }
        return Int(hash >> 1 | 1)
    }

    /// The names of all columns, each after its table's.
    func columns() throws(CatalogError) -> [String] {
        try rows(
            """
            SELECT entry.name || '.' || field.name FROM sqlite_schema entry, pragma_table_info(entry.name) field
                WHERE entry.type = 'table' AND entry.name NOT LIKE 'sqlite%'
            """
        ) { $0.text() }
    }

    /// Throws if one of these is missing.
    func checkColumns(_ names: [String]) throws(CatalogError) {
        let own = Set(try columns())
        if let missing = names.first(where: { !own.contains($0) }) { throw .corrupt("it has no \(missing)") }
    }

    /// Numbers of rows count up by one: a greater one is damage, after which nothing could be added.
    static let greatestNumber = 1 << 53

    /// Throws if a table that counts its rows has a number that no row can have got.
    func checkNumbers() throws(CatalogError) {
        let tables = try rows("SELECT name FROM sqlite_sequence") { $0.text() }
        for table in tables {
            let last = try number(
                "SELECT max(seq, coalesce((SELECT max(id) FROM \"\(table)\"), 0)) FROM sqlite_sequence WHERE name = ?", Value(table)
            )
            guard last <= Self.greatestNumber else { throw .corrupt("the numbers of \(table) are used up") }
        }
    }
}
