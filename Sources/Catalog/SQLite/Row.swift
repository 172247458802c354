internal import CSQLite

/// The current row of a statement, read from left to right; valid until the next step.
struct Row {
    let statement: OpaquePointer
    private var column: Int32 = 0

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    mutating func integer() -> Int64 { sqlite3_column_int64(statement, next()) }
    mutating func int() -> Int { Int(integer()) }
    mutating func bool() -> Bool { integer() != 0 }
    /// Zero for an infinity, which is never stored; SQLite has no NaN.
    mutating func real() -> Double {
        let real = sqlite3_column_double(statement, next())
        return real.isFinite ? real : 0
    }

    mutating func text() -> String {
        let column = next()
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))), as: UTF8.self)
    }

    mutating func bytes() -> [UInt8] {
        let column = next()
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// The raw value of the next column.
    mutating func value() -> Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(integer())
        case SQLITE_FLOAT: .real(real())
        case SQLITE_TEXT: .text(text())
        case SQLITE_BLOB: .bytes(bytes())
        default: skip()
        }
    }

    mutating func intOrNil() -> Int? { isNull ? absent() : int() }
    mutating func realOrNil() -> Double? { isNull ? absent() : real() }
    mutating func textOrNil() -> String? { isNull ? absent() : text() }

    private var isNull: Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    private mutating func next() -> Int32 {
        defer { column += 1 }
        return column
    }

    private mutating func absent<T>() -> T? {
        column += 1
        return nil
    }

    private mutating func skip() -> Value {
        column += 1
        return .none
    }
}
