import Catalog
import Music
import Text

extension Library {
    /// How people corrected a track's beats; nil where nobody did.
    func correction(of track: Track) async throws -> GridCorrection? {
        try await Self.correction(reader.correction(of: track.identity))
    }

    /// Keeps what `change` makes of a track's correction, and returns that.
    func correct(_ track: Track, _ change: (GridCorrection?) throws -> GridCorrection) async throws -> GridCorrection {
        while true {
            let known = try await reader.correction(of: track.identity)
            let correction = try change(Self.correction(known)).canonical
            let text = correction.steps.isEmpty ? nil : String(decoding: JSON.bytes(correction), as: UTF8.self)
            // Two people may correct at once: whoever comes second adds to what the first one made.
            if try await catalog.correct(track.identity, from: known, to: text, at: Moment.now) { return correction }
        }
    }

    private static func correction(_ text: String?) throws -> GridCorrection? {
        try text.map { try JSON.read(GridCorrection.self, from: Array($0.utf8)) }
    }
}
