internal import CSQLite
import Glibc

/// The current row of a statement, read by the names of its columns; valid until the next step.
///
/// Without a name it is the first column that is read, for statements that return one.
struct Row {
    let statement: OpaquePointer
    let columns: ColumnNames

    func integer(_ name: StaticString? = nil) -> Int64 { sqlite3_column_int64(statement, index(name)) }
    func int(_ name: StaticString? = nil) -> Int { Int(integer(name)) }
    func bool(_ name: StaticString? = nil) -> Bool { integer(name) != 0 }
    func real(_ name: StaticString? = nil) -> Double { real(index(name)) }
    func text(_ name: StaticString? = nil) -> String { text(index(name)) }
    func bytes(_ name: StaticString? = nil) -> [UInt8] { bytes(index(name)) }
    func intOrNil(_ name: StaticString) -> Int? { isNull(name) ? nil : int(name) }
    func realOrNil(_ name: StaticString) -> Double? { isNull(name) ? nil : real(name) }
    func textOrNil(_ name: StaticString) -> String? { isNull(name) ? nil : text(name) }

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

    private func isNull(_ name: StaticString) -> Bool { sqlite3_column_type(statement, index(name)) == SQLITE_NULL }

    private func index(_ name: StaticString?) -> Int32 { name.map { columns.index(of: $0) } ?? 0 }

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

/// A statement in the cache of a connection, with the places of its columns: they stay the same for as long as it is compiled.
struct CompiledStatement {
    let handle: OpaquePointer
    let columns: ColumnNames

    init(_ handle: OpaquePointer) {
        self.handle = handle
        columns = ColumnNames(handle)
    }
}

/// Where each column of a statement is, by its name.
///
/// Every row is read by the same calls in the same order: a call finds its column where the call before it left off, without comparing
/// texts. With a dictionary a page of 50 tracks would take a sixth longer, and with the runtime's exclusivity checks twice as long;
/// only the thread of the connection uses it.
final class ColumnNames {
    private let statement: OpaquePointer
    /// The columns in the order in which they were read first. A name is known by its address in the program.
    @exclusivity(unchecked) private var known: [(name: UnsafePointer<UInt8>, index: Int32)] = []
    /// Where the next call probably finds its column.
    @exclusivity(unchecked) private var next = 0

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    func index(of name: StaticString) -> Int32 {
        var position = next
        for _ in known.indices {
            if position >= known.count { position = 0 }
            defer { position += 1 }
            guard known[position].name == name.utf8Start else { continue }
            next = position + 1
            return known[position].index
        }
        let index = search(for: name)
        known.append((name.utf8Start, index))
        next = known.count
        return index
    }

    private func search(for name: StaticString) -> Int32 {
        let count = sqlite3_column_count(statement)
        let start = known.last.map { $0.index + 1 } ?? 0
        for step in 0..<count {
            let index = (start + step) % count
            guard let column = sqlite3_column_name(statement, index) else { continue }
            // As SQLite itself compares names: the schema in the file may spell them otherwise.
            if strcasecmp(column, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0 { return index }
        }
        preconditionFailure("the statement has no column \(name)")
    }
}
