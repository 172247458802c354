import Catalog
import Foundation
import Music

// How a table writes a rhythm: in words that no spreadsheet takes for a date, a time or a formula.

extension SongTable.Column {
    func cell(of sheet: Song.Sheet) -> String {
        let rhythm = sheet.rhythm
        switch self {
        case .title: return sheet.title
        case .artist: return sheet.artist
        case .bpm: return rhythm.tempo.tenths % 10 == 0 ? "\(rhythm.tempo.tenths / 10)" : "\(rhythm.tempo.beatsPerMinute)"
        case .groups: return rhythm.groups.map(String.init).joined(separator: "+")
        case .unit: return "\(rhythm.unit.rawValue)"
        case .subdivision: return "\(rhythm.subdivision)"
        case .swing: return "\(rhythm.swing)"
        case .alternate: return "\(rhythm.alternates)"
        case .accents: return rhythm.accents.map(\.rawValue).joined(separator: " ")
        case .polyrhythm: return rhythm.polyrhythm.map { "\($0.second) over \($0.first)" } ?? ""
        case .gap: return rhythm.gap.map { "\($0.heard) on \($0.silent) off" + ($0.isShown ? "" : " without picture") } ?? ""
        case .ramp: return rhythm.ramp.map { "by \($0.step) every \($0.every) to \($0.end.beatsPerMinute)" } ?? ""
        case .kit: return sheet.kit
        case .notes: return sheet.notes
        case .followsTrack: return "\(sheet.followsTrack)"
        case .piece: return sheet.recording?.description ?? ""
        }
    }
}

extension [SongTable.Column: String] {
    /// What a cell says, without the blanks around it; nil if it says nothing.
    func word(_ column: SongTable.Column) -> String? {
        guard let text = self[column]?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else { return nil }
        return text
    }

    /// Spreadsheets write it in capitals.
    func flag(_ column: SongTable.Column) throws(SongProblem) -> Bool? {
        switch word(column)?.lowercased() {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        default: throw SongProblem(column.rawValue, "must be true or false")
        }
    }

    fileprivate func words(_ column: SongTable.Column) -> [String]? {
        word(column)?.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}

extension RhythmChange {
    /// What a row says of a rhythm. An empty cell leaves what the song has, or ends its polyrhythm, gap or ramp.
    init(cells: [SongTable.Column: String]) throws(SongProblem) {
        self.init()
        func read<Value>(
            _ column: SongTable.Column, _ expected: String, _ value: (String) -> Value?
        ) throws(SongProblem) -> Value? {
            guard let text = cells.word(column) else { return nil }
            guard let value = value(text) else { throw SongProblem(column.rawValue, "must be \(expected)") }
            return value
        }
        bpm = try read(.bpm, Self.bpmText, Self.decimal)
        groups = try read(.groups, "the pulses of each group, such as 4 or 2+2+3") { text in
            let parts = text.split(separator: "+", omittingEmptySubsequences: false)
            let groups = parts.compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
            return groups.count == parts.count ? groups : nil
        }
        unit = try read(.unit, Self.unitText) { Int($0) }
        subdivision = try read(.subdivision, Self.subdivisionText) { Int($0) }
        swing = try read(.swing, Self.swingText) { Int($0) }
        alternates = try cells.flag(.alternate)
        accents = cells.words(.accents)
        if cells[.polyrhythm] != nil { polyrhythm = .some(nil) }
        if let words = cells.words(.polyrhythm) {
            guard words.count == 3, words[1] == "over", let second = Int(words[0]), let first = Int(words[2]) else {
                throw SongProblem("polyrhythm", "must be written like 3 over 2")
            }
            polyrhythm = .some([second, first])
        }
        if cells[.gap] != nil { gap = .some(nil) }
        if let words = cells.words(.gap) {
            let isShown = words.count == 4
            guard isShown || words.count == 6 && words[4...] == ["without", "picture"], words[1] == "on", words[3] == "off",
                let heard = Int(words[0]), let silent = Int(words[2])
            else { throw SongProblem("gap", "must be written like 2 on 1 off, or 2 on 1 off without picture") }
            gap = .some(Gap(on: heard, off: silent, picture: isShown))
        }
        if cells[.ramp] != nil { ramp = .some(nil) }
        if let words = cells.words(.ramp) {
            guard words.count == 6, words[0] == "by", words[2] == "every", words[4] == "to", let step = Int(words[1]),
                let every = Int(words[3]), let end = Self.decimal(words[5])
            else { throw SongProblem("ramp", "must be written like by 2 every 8 to 160") }
            ramp = .some(Ramp(step: step, every: every, to: end))
        }
        // Most mistakes show without the song's own rhythm, and then with their row.
        do throws(RhythmProblem) {
            var (rhythm, change) = (Rhythm(), self)
            if groups == nil, let accents { change.groups = [accents.count] }
            try rhythm.apply(change)
        } catch {
            throw SongProblem(error.field, "must be \(error.expected)")
        }
    }

    /// A number as spreadsheets of any language write it.
    private static func decimal(_ text: String) -> Double? {
        Double(String(text.unicodeScalars.map { $0 == "," ? "." : Character($0) }))
    }
}
