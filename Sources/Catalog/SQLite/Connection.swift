internal import CSQLite
internal import Glibc

/// An open database, for one thread at a time, with a cache of compiled statements.
final class Connection {
    enum Access {
        case writing
        /// Read-only; sees what others commit.
        case reading
        /// Read-only, and without the file of the journal's index, for which a full disk has no room: nobody may write meanwhile.
        case frozen
    }

    /// Timeout in milliseconds for another process that writes, such as a backup tool.
    private static let patience: Int32 = 5_000
    /// Size of the statement cache, at about 10 KB each: ordinary use needs half as many.
    private static let mostStatements = 256

    /// The file whose damage is noted for the next start.
    private let watched: String?
    let access: Access
    private let handle: OpaquePointer
    private(set) var statements: [String: CompiledStatement] = [:]

    /// With `notesDamage` the next start checks the file thoroughly if it turns out to be damaged.
    init(_ path: String, _ access: Access, notesDamage: Bool = false) throws(CatalogError) {
        var opened: OpaquePointer?
        let flags = access == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(
            path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, access == .frozen ? "unix-none" : nil)
        guard let opened else { throw CatalogError(code: code, words: String(cString: sqlite3_errstr(code))) }
        guard code == SQLITE_OK else {
            let words = String(cString: sqlite3_errmsg(opened))
            sqlite3_close_v2(opened)
            throw CatalogError(code: code, words: words)
        }
        handle = opened
        self.access = access
        watched = notesDamage ? path : nil
        sqlite3_busy_timeout(opened, Self.patience)
        // Keeps the index in memory. Without locks of files, it excludes nobody.
        if access == .frozen { try script("PRAGMA locking_mode = EXCLUSIVE") }
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement.handle) }
        sqlite3_close_v2(handle)
    }

    /// Runs one or more statements that take no values, uncached.
    func script(_ sql: String) throws(CatalogError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw problem(code) }
    }

    /// Runs one statement to completion.
    func run(_ sql: String, _ values: Value...) throws(CatalogError) {
        try each(sql, values) { _ in false }
    }

    /// Maps every row.
    func rows<Item>(_ sql: String, _ values: [Value] = [], _ read: (Row) -> Item) throws(CatalogError) -> [Item] {
        var items: [Item] = []
        try each(sql, values) { row in
            items.append(read(row))
            return true
        }
        return items
    }

    /// The first row, if there is one.
    func row<Item>(_ sql: String, _ values: Value..., read: (Row) -> Item) throws(CatalogError) -> Item? {
        var item: Item?
        try each(sql, values) { row in
            item = read(row)
            return false
        }
        return item
    }

    /// The number that a statement returns; 0 if it returns none.
    func number(_ sql: String, _ values: Value...) throws(CatalogError) -> Int {
        var number = 0
        try each(sql, values) { row in
            number = row.int()
            return false
        }
        return number
    }

    /// Passes each row to `body` until it returns false. A statement must not be run again inside its own loop.
    func each(_ sql: String, _ values: [Value], _ body: (Row) -> Bool) throws(CatalogError) {
        let compiled = try compiled(sql)
        let statement = compiled.handle
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), of: statement) }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw problem(code) }
            guard body(Row(statement: statement, columns: compiled.columns)) else { return }
        }
    }

    /// A transaction: what `body` changes is on the disk when this returns, or rolled back when it throws.
    func transaction<Result>(_ body: () throws(CatalogError) -> Result) throws(CatalogError) -> Result {
        guard access != .frozen else { throw .diskFull }
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // Some errors have already rolled back.
            if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Checkpoints the write-ahead log into the file.
    func clearJournal() throws(CatalogError) {
        guard try number("PRAGMA wal_checkpoint (TRUNCATE)") == 0 else { throw .busy }
    }

    /// Runs several reads in one read transaction, so that they see the same state.
    func snapshot<Result>(_ body: () throws(CatalogError) -> Result) throws(CatalogError) -> Result {
        try run("BEGIN")
        // Ending a read transaction changes nothing, so its errors do not matter.
        defer { try? run("COMMIT") }
        return try body()
    }

    /// The key of the last inserted row.
    var insertedID: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// The number of rows that the last statement changed.
    var changedRows: Int { Int(sqlite3_changes(handle)) }

    private func compiled(_ sql: String) throws(CatalogError) -> CompiledStatement {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw problem(code) }
        if statements.count >= Self.mostStatements { forgetStatements() }
        let compiled = CompiledStatement(statement)
        statements[sql] = compiled
        return compiled
    }

    private func forgetStatements() {
        for (sql, statement) in statements where sqlite3_stmt_busy(statement.handle) == 0 {
            sqlite3_finalize(statement.handle)
            statements[sql] = nil
        }
    }

    private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer) throws(CatalogError) {
        let code =
            switch value {
            case .none: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .real(let number): sqlite3_bind_double(statement, index, number)
            case .text(let text): bind(text, at: index, of: statement)
            case .bytes(let bytes):
                // An empty array may have no address, and a blob without one would be NULL.
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), downbeat_sqlite_transient())
            }
        guard code == SQLITE_OK else { throw problem(code) }
    }

    private func bind(_ text: String, at index: Int32, of statement: OpaquePointer) -> Int32 {
        // Unlike an array's bytes, a C string has an address even when it is empty.
        text.withCString { characters in
            sqlite3_bind_text64(
                statement, index, characters, UInt64(text.utf8.count), downbeat_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
    }

    private func problem(_ code: Int32) -> CatalogError {
        // A full disk or quota may also be reported as a failed write.
        if code & 0xff == SQLITE_IOERR, [ENOSPC, EDQUOT].contains(sqlite3_system_errno(handle)) { return .diskFull }
        if access == .frozen, code & 0xff == SQLITE_READONLY { return .diskFull }
        let error = CatalogError(code: code, words: String(cString: sqlite3_errmsg(handle)))
        if case .corrupt = error, let watched { DatabaseFile.suspect(watched) }
        return error
    }
}
