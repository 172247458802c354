import Catalog
import Music
import Text

/// The states of a correction, oldest first.
struct CorrectionHistoryJSON: Encodable {
    let history: CorrectionHistory

    private enum Key: String, CodingKey { case entries, canUndo, canRedo }

    private struct EntryJSON: Encodable {
        let entry: CorrectionHistory.Entry

        private enum Key: String, CodingKey { case steps, changedAt, changedBy, current }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            // A state that cannot be read counts as none, like a correction.
            let correction = entry.steps.flatMap { try? JSON.read(GridCorrection.self, from: Array($0.utf8)) }
            try object.encode(correction?.steps ?? [], forKey: .steps)
            try object.encode(entry.changedBy.isEmpty ? nil : entry.changedAt, forKey: .changedAt)
            try object.encode(entry.changedBy.isEmpty ? nil : entry.changedBy, forKey: .changedBy)
            try object.encode(entry.isCurrent, forKey: .current)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(history.entries.map(EntryJSON.init), forKey: .entries)
        try object.encode(history.canUndo, forKey: .canUndo)
        try object.encode(history.canRedo, forKey: .canRedo)
    }
}
