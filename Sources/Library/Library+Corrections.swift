package import Catalog
package import Music
import System
import Text

extension Library {
    /// The correction of a track's beats; nil if there is none.
    package func correction(of track: Track) async throws -> GridCorrection? {
        try await read(reader.correction(of: track.identity), of: track)
    }

    /// Replaces a track's correction by what `change` returns, and returns that.
    package func correct(
        _ track: Track, by author: String, _ change: (GridCorrection?) throws -> GridCorrection
    ) async throws -> GridCorrection {
        while true {
            let known = try await reader.correction(of: track.identity)
            let correction = try await change(read(known, of: track)).canonical
            let text = correction.steps.isEmpty ? nil : String(decoding: JSON.bytes(correction), as: UTF8.self)
            // Compare and swap: if two people edit at once, the second change is applied to the result of the first.
            if try await catalog.correct(track.identity, from: known, to: text, at: Moment.now, by: author) {
                await updateSongs(following: track)
                return correction
            }
        }
    }

    /// The states of a track's correction, oldest first.
    package func history(of track: Track) async throws -> CorrectionHistory {
        try await reader.correctionHistory(of: track.identity)
    }

    /// Undoes the last change of a track's correction, or redoes it. Returns false if there is none.
    package func step(back: Bool, of track: Track) async throws -> Bool {
        guard try await catalog.step(back: back, of: track.identity, at: Moment.now) else { return false }
        await updateSongs(following: track)
        return true
    }

    /// Decodes a stored correction. The catalog may have been altered: an unreadable correction counts as none, and is set aside.
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
