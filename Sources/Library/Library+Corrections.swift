package import Catalog
package import Music
import System
import Text

extension Library {
    /// How people corrected a track's beats; nil where nobody did.
    package func correction(of track: Track) async throws -> GridCorrection? {
        try await read(reader.correction(of: track.identity), of: track)
    }

    /// Keeps what `change` makes of a track's correction, and returns that.
    package func correct(_ track: Track, _ change: (GridCorrection?) throws -> GridCorrection) async throws -> GridCorrection {
        while true {
            let known = try await reader.correction(of: track.identity)
            let correction = try await change(read(known, of: track)).canonical
            let text = correction.steps.isEmpty ? nil : String(decoding: JSON.bytes(correction), as: UTF8.self)
            // Two people may correct at once: whoever comes second adds to what the first one made.
            if try await catalog.correct(track.identity, from: known, to: text, at: Moment.now) { return correction }
        }
    }

    /// What the catalog keeps may have been altered: a correction that cannot be read is none, and its text is set aside.
    private func read(_ text: String?, of track: Track) async throws -> GridCorrection? {
        guard let text else { return nil }
        do {
            return try JSON.read(GridCorrection.self, from: Array(text.utf8))
        } catch {
            log.warning("a correction cannot be read, and is set aside", ["track": "\(track.id)", "reason": "\(error)"])
            try await catalog.setAside(correction: text, of: track.identity)
            return nil
        }
    }
}
