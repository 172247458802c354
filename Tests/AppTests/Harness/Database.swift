import CSQLite
import Waiting

/// Opens a catalog's file directly, without foreign keys and constraints, to change it as a person with an SQLite tool could.
final class Database {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            throw NeverHappened("a catalog at \(path)")
        }
        try run("PRAGMA foreign_keys = OFF")
        try run("PRAGMA ignore_check_constraints = ON")
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw NeverHappened("\(sql.prefix(200)): \(String(cString: sqlite3_errmsg(handle)))")
        }
    }

    /// The first column of every row, as text.
    func texts(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw NeverHappened("\(sql.prefix(200)): \(String(cString: sqlite3_errmsg(handle)))")
        }
        defer { sqlite3_finalize(statement) }
        var texts: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
        }
        return texts
    }
}
