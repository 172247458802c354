package import Catalog
import Foundation
import Music
import Text

/// Songs as a table for spreadsheets: a row for each, with a row of names first.
package enum SongTable {
    /// The names of the columns are those of the fields in JSON.
    enum Column: String, CaseIterable {
        case title, artist, bpm, groups, unit, subdivision, swing, alternate, accents, polyrhythm, gap, ramp, kit, notes
        case followsTrack, piece

        static let ofRhythm: Set<Column> = [
            .bpm, .groups, .unit, .subdivision, .swing, .alternate, .accents, .polyrhythm, .gap, .ramp,
        ]
    }

    /// Longest quote of a wrong name, in characters.
    private static let longestQuote = 40

    package static func csv(_ songs: [Song]) -> [UInt8] {
        CSVText.bytes(
            [Column.allCases.map(\.rawValue)] + songs.map { song in Column.allCases.map { $0.cell(of: song.sheet) } })
    }

    /// The songs of a table; throws one sentence about the first mistake, with its row and its column.
    package static func read(_ bytes: [UInt8]) throws(SongTableProblem) -> SongImport {
        let rows: [[String]]
        do {
            rows = try CSVText.rows(bytes)
        } catch {
            throw SongTableProblem(sentence: error.sentence)
        }
        guard let names = rows.first else { throw SongTableProblem(sentence: "The file is empty") }
        let columns = try columns(names)
        var songs: [SongImport.Entry] = []
        for (index, cells) in rows.enumerated().dropFirst() where !cells.allSatisfy(\.isEmpty) {
            guard cells.count <= columns.count else {
                throw SongTableProblem(row: index, "it has \(cells.count) cells, and the first row has \(columns.count)")
            }
            let filled = cells + Array(repeating: "", count: columns.count - cells.count)
            do throws(SongProblem) {
                songs.append(try entry(Dictionary(zip(columns, filled)) { first, _ in first }))
            } catch {
                throw SongTableProblem(row: index, error.description)
            }
        }
        return SongImport(songs: songs)
    }

    private static func columns(_ names: [String]) throws(SongTableProblem) -> [Column] {
        var columns: [Column] = []
        for name in names {
            let word = name.trimmingCharacters(in: .whitespaces).lowercased()
            guard let column = Column.allCases.first(where: { $0.rawValue.lowercased() == word }) else {
                throw SongTableProblem(row: 0, "no column is called \"\(name.prefix(longestQuote).description.asOneLine)\"")
            }
            guard !columns.contains(column) else { throw SongTableProblem(row: 0, "\(column.rawValue) is there twice") }
            columns.append(column)
        }
        guard columns.contains(.title) else { throw SongTableProblem(row: 0, "title is missing") }
        return columns
    }

    /// A column that the table lacks leaves what a song has.
    private static func entry(_ cells: [Column: String]) throws(SongProblem) -> SongImport.Entry {
        var change = Song.Change()
        let title = try SongText.line(cells[.title] ?? "", "title")
        change.title = title
        if let text = cells[.artist] { change.artist = try SongText.line(text, "artist", in: 0...SongText.longestTitle) }
        if let text = cells[.notes] { change.notes = try SongText.notes(text) }
        if let text = cells.word(.kit) { change.kit = try SongText.kit(text) }
        if cells[.followsTrack] != nil { change.followsTrack = try cells.flag(.followsTrack) ?? false }
        if cells[.piece] != nil { change.recording = .some(try cells.word(.piece).map(SongText.recording)) }
        guard !Column.ofRhythm.isDisjoint(with: cells.keys) else { return SongImport.Entry(title: title, change: change) }
        change.followsTrack = change.followsTrack ?? false
        return SongImport.Entry(title: title, change: change, rhythm: try RhythmChange(cells: cells))
    }
}

/// Why a table of songs was refused.
package struct SongTableProblem: Error, Hashable {
    /// One sentence without its full stop.
    package let sentence: String

    init(sentence: String) {
        self.sentence = sentence
    }

    /// The row's index; people count from 1.
    init(row index: Int, _ words: String) {
        sentence = "Row \(index + 1): \(words)"
    }
}
