/// Why bytes from outside were refused as CSV. Rows are counted from 1, as spreadsheets do.
package enum CSVProblem: Error, Hashable, Sendable {
    case notUTF8
    case openQuote(row: Int)
    /// Something stands behind a closing quote, or a quote in the middle of a cell that is not quoted.
    case strayQuote(row: Int)
    case tooWide(row: Int, limit: Int)
    case tooLong(limit: Int)

    /// One sentence without its full stop.
    package var sentence: String {
        switch self {
        case .notUTF8: "The file is not UTF-8"
        case .openQuote(let row): "Row \(row) opens a quote that is never closed"
        case .strayQuote(let row): "Row \(row) has a quote in the middle of a cell"
        case .tooLong(let limit): "The file has more than \(limit) rows"
        case .tooWide(let row, let limit): "Row \(row) has more than \(limit) cells"
        }
    }
}
