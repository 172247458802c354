import Foundation
import Music

/// One way to alter the data folder of a stopped server, as damage, a person with a tool or another version could.
enum DataFolderMutation: String, CaseIterable, Sendable {
    case row, rows, room, entries, analysis, token, pages, version, stray

    /// Whether a server may refuse to start after it with a sentence: the file is not a database, or another version's.
    var mayRefuse: Bool { self == .token || self == .version || self == .stray }

    private static let integers = [
        "0", "-1", "1", "255", "65536", "2147483648", "4503599627370496", "9007199254740993", "9223372036854775807",
        "-9223372036854775808",
    ]
    private static let reals = ["0.0", "-1.0", "1e14", "9e999", "-9e999", "1e-320", "1e300", "-1e300", "0.5"]
    private static let texts = [
        "''", "'../../etc/passwd'", "'main'", "'NaN'", "'null'", "'{}'", "'[[[[[[[['", "printf('%.*c', 20000, 'x')",
        "printf('%.*c', 513, '[')", "char(0, 10, 27, 55357)", "'#ff8800 #12345'", "'00000000000000000000000000000000'",
        #"'{"steps":[{"do":"taps","times":[1e300,0]}]}'"#, #"'{"steps":[{"do":"shift","milliseconds":1e308}]}'"#,
    ]
    private static let blobs = ["x''", "x'00'", "zeroblob(5000)", "x'2e2e2f2e2e2f'", "x'ff2fff'"]
    /// JSON that may replace any value of a room.
    private static let values: [String] = [
        "0", "-1", "1", "4294967296", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1.5", "1e300",
        "1e999", "NaN",
        "\"\"", "\"x\"", "true", "null", "[]", "{}", String(repeating: "[", count: 513),
    ]

    /// Alters the folder, and describes the change.
    func apply(to data: String, using random: inout SeededGenerator) throws -> String {
        let (catalog, rooms) = (data + "/catalog.sqlite", data + "/rooms.sqlite")
        switch self {
        case .row, .rows:
            let path = Int.random(in: 0..<4, using: &random) == 0 ? rooms : catalog
            return try Self.alterRows(of: path, isOne: self == .row, &random)
        case .room: return try Self.alterRoom(of: rooms, &random)
        case .entries:
            let count = [0, 3, 12_000].randomElement(using: &random) ?? 0
            let piece = #"{"piece":{"recording":"\#(String(repeating: "0", count: 32))"}}"#
            let numbers = Bool.random(using: &random) ? { $0 / 2 } : { $0 + 1 } as (Int) -> Int
            let entries = (0..<count).map { #"{"number":\#(numbers($0)),"place":\#(-$0),"queued":\#(piece)}"# }.joined(
                separator: ",")
            try Database(rooms).run("UPDATE room SET state = json_set(state, '$.state.queue.entries', json('[\(entries)]'))")
            return "\(count) entries"
        case .analysis: return try Self.alterAnalysis(in: data + "/analysis", &random)
        case .token:
            let bytes = [[], [10], Array("short\n".utf8), random.bytes(64), [UInt8](repeating: 0x41, count: 10_000)]
            try Data(bytes.randomElement(using: &random) ?? []).write(to: URL(fileURLWithPath: data + "/token"))
            return "another token"
        case .pages:
            let file = URL(fileURLWithPath: Bool.random(using: &random) ? rooms : catalog)
            var bytes = [UInt8](try Data(contentsOf: file))
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            try Data(bytes).write(to: file)
            return "bytes of \(file.lastPathComponent)"
        case .version:
            let version = Int.random(in: -1...40, using: &random)
            let path = Bool.random(using: &random) ? rooms : catalog
            try Database(path).run("PRAGMA user_version = \(version)")
            return "version \(version) of \(path)"
        case .stray:
            let name = [
                "analysis", "art", "streams", "clicks", "spool", "catalog.backup.sqlite", "catalog.sqlite.draft",
                "rooms.sqlite.draft",
            ]
            .randomElement(using: &random)
            let path = "\(data)/\(name ?? "art")"
            try? FileManager.default.removeItem(atPath: path)  // It may not exist.
            try Data(random.bytes(100)).write(to: URL(fileURLWithPath: path))
            return "a file \(name ?? "")"
        }
    }

    private static func alterRows(of catalog: String, isOne: Bool, _ random: inout SeededGenerator) throws -> String {
        let database = try Database(catalog)
        let tables = try database.texts(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%words%' ORDER BY name"
        ).filter { try !database.texts("SELECT 1 FROM \($0) LIMIT 1").isEmpty }
        // Half of the time, take one of the tables on which most others depend.
        let important = tables.filter { ["content", "track", "correction"].contains($0) }
        let choice = Bool.random(using: &random) ? important : tables
        guard let table = choice.randomElement(using: &random) else { return "nothing" }
        let columns = try database.texts("SELECT name || ' ' || type FROM pragma_table_info('\(table)') ORDER BY cid")
        return try (0..<Int.random(in: 1...5, using: &random)).map { _ in
            let column = (columns.randomElement(using: &random) ?? "").split(separator: " ").map(String.init)
            let values =
                switch column.last {
                case "INTEGER": integers
                case "REAL": reals
                case "BLOB": blobs
                default: texts
                }
            let value = Int.random(in: 0..<8, using: &random) == 0 ? "NULL" : values.randomElement(using: &random) ?? "NULL"
            let name = "\"\(column.first ?? "")\""
            let which = isOne ? " WHERE \(name) IS (SELECT \(name) FROM \(table) LIMIT 1)" : ""
            let change = "UPDATE OR IGNORE \(table) SET \(name) = \(value)\(which)"
            try database.run(change)
            return change
        }.joined(separator: ", ")
    }

    /// Replaces some values of a kept room.
    private static func alterRoom(of catalog: String, _ random: inout SeededGenerator) throws -> String {
        let database = try Database(catalog)
        guard let state = try database.texts("SELECT state FROM room ORDER BY name LIMIT 1").first else { return "no room" }
        var text = state
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let places = text.indices.filter { text[$0] == ":" }
            guard let colon = places.randomElement(using: &random) else { break }
            let start = text.index(after: colon)
            let end = text[start...].firstIndex { ",}]".contains($0) } ?? text.endIndex
            text.replaceSubrange(start..<end, with: values.randomElement(using: &random) ?? "0")
        }
        // Cut the text short, sometimes right after many opening brackets.
        if Int.random(in: 0..<5, using: &random) == 0, !text.isEmpty {
            text = String(text.prefix(Int.random(in: 0..<text.count, using: &random)))
        }
        if Int.random(in: 0..<10, using: &random) == 0 { text = "{\"entries\":" + String(repeating: "[", count: 512) }
        try database.run("UPDATE room SET state = '\(text.replacing("'", with: "''"))'")
        return "a room that says \(text.prefix(300))"
    }

    private static func alterAnalysis(in folder: String, _ random: inout SeededGenerator) throws -> String {
        let files = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter {
            $0.hasSuffix(".downbeat")
        }
        guard let name = files.sorted().randomElement(using: &random) else { return "no analysis" }
        let file = URL(fileURLWithPath: "\(folder)/\(name)")
        var bytes = [UInt8](try Data(contentsOf: file))
        // An earlier mutation may have made the file too short.
        switch bytes.count < AnalysisLayout.firstSection ? 1 : Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 1: bytes = random.bytes(Int.random(in: 0...4096, using: &random))
        default:
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            // Correct the checksum of the header, or the sections would not be read.
            let (head, field) = (AnalysisLayout.firstSection, AnalysisLayout.Header.checksum)
            bytes.replaceSubrange(field..<field + 4, with: [0, 0, 0, 0])
            let sum = Checksum.of(Array(bytes[..<head]).span)
            for byte in 0..<4 { bytes[field + byte] = UInt8(truncatingIfNeeded: sum >> (byte * 8)) }
        }
        try Data(bytes).write(to: file)
        return "the analysis \(name)"
    }
}
