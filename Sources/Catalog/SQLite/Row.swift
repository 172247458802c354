internal import CSQLite

/// The current row of a statement, read by the names of its columns; valid until the next step.
///
/// Without a name it is the first column that is read, for statements that return one.
struct Row {
    let statement: OpaquePointer
    let columns: ColumnNames

    func integer(_ name: String? = nil) -> Int64 { sqlite3_column_int64(statement, index(name)) }
    func int(_ name: String? = nil) -> Int { Int(integer(name)) }
    func bool(_ name: String? = nil) -> Bool { integer(name) != 0 }
    func real(_ name: String? = nil) -> Double { real(index(name)) }
    func text(_ name: String? = nil) -> String { text(index(name)) }
    func bytes(_ name: String? = nil) -> [UInt8] { bytes(index(name)) }
    func intOrNil(_ name: String) -> Int? { isNull(name) ? nil : int(name) }
    func realOrNil(_ name: String) -> Double? { isNull(name) ? nil : real(name) }
    func textOrNil(_ name: String) -> String? { isNull(name) ? nil : text(name) }

    /// All columns in their order, as they are stored.
    var values: [Value] {
        (0..<sqlite3_column_count(statement)).map { index in
            switch sqlite3_column_type(statement, index) {
            case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
            case SQLITE_FLOAT: .real(real(index))
            case SQLITE_TEXT: .text(text(index))
            case SQLITE_BLOB: .bytes(bytes(index))
            default: .none
            }
        }
    }

    private func isNull(_ name: String) -> Bool { sqlite3_column_type(statement, index(name)) == SQLITE_NULL }

    private func index(_ name: String?) -> Int32 { name.map { columns.index(of: $0) } ?? 0 }

    /// Zero for an infinity, which is never stored; SQLite has no NaN.
    private func real(_ index: Int32) -> Double {
        let real = sqlite3_column_double(statement, index)
        return real.isFinite ? real : 0
    }

    private func text(_ index: Int32) -> String {
        guard let start = sqlite3_column_text(statement, index) else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))), as: UTF8.self)
    }

    private func bytes(_ index: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }
}

/// Where each column of a statement is, by its name.
final class ColumnNames {
    private let statement: OpaquePointer
    private lazy var indices: [String: Int32] = {
        let names = (0..<sqlite3_column_count(statement)).map { (String(cString: sqlite3_column_name(statement, $0)), $0) }
        return Dictionary(uniqueKeysWithValues: names)
    }()

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    func index(of name: String) -> Int32 {
        guard let index = indices[name] else { preconditionFailure("the statement has no column \(name)") }
        return index
    }
}
