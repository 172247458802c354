package import Catalog
package import Music
import System
package import Text
import Web

extension Library {
    /// The lyrics of a track with what people changed, or as they were found. All words have times, on onsets of the music if it is
    /// analyzed.
    package func lyrics(of track: Track, original: Bool = false) async throws -> TrackLyrics.Found {
        let found = try await untimedLyrics(of: track, original: original)
        guard found.lyrics.isSynced else { return found }
        return try await DiskThreads.run { [files] in
            guard let analysis = files.open(track.identity)?.analysis else { return found.timed({ time, _ in time }, key: "-") }
            let snap = OnsetSnap(analysis)
            return found.timed({ snap($0, $1) }, key: "-\(analysis.analyzer)")
        }
    }

    /// The lyrics of a piece for rooms; empty if there are none, or they cannot be read now.
    package func lyrics(of piece: Piece) async -> Lyrics {
        do {
            guard let track = try await reader.track(of: piece) else { return .none }
            return try await lyrics(of: track).lyrics
        } catch LibraryRefusal.noLyrics {
            return .none
        } catch {
            log.warning("the lyrics of a track cannot be read", ["piece": "\(piece)", "reason": "\(error)"])
            return .none
        }
    }

    private func untimedLyrics(of track: Track, original: Bool) async throws -> TrackLyrics.Found {
        guard !original, let correction = try await lyricsCorrection(of: track) else { return try await lyrics.lyrics(of: track) }
        let found: TrackLyrics.Found?
        do {
            found = try await lyrics.lyrics(of: track)
        } catch LibraryRefusal.noLyrics where correction.lines != nil {
            found = nil
        }
        guard let shown = correction.applied(to: found?.lyrics), !shown.lines.isEmpty else { throw LibraryRefusal.noLyrics }
        let digest = SHA256.digest(JSON.bytes(correction)).hex
        return TrackLyrics.Found(
            lyrics: shown, origin: correction.lines == nil ? found?.origin ?? .correction : .correction, shift: correction.shift,
            key: "\(found?.key ?? "none")-\(digest.prefix(16))")
    }

    /// What people changed of a track's lyrics; nil if nothing.
    package func lyricsCorrection(of track: Track) async throws -> LyricsCorrection? {
        try await read(reader.correction(of: track.identity, .lyrics), of: track, .lyrics)
    }

    /// Replaces what people changed of a track's lyrics by what `change` returns.
    package func correctLyrics(
        of track: Track, by author: String, _ change: (LyricsCorrection?) throws -> LyricsCorrection
    ) async throws {
        while true {
            let known = try await reader.correction(of: track.identity, .lyrics)
            let correction = try await change(read(known, of: track, .lyrics))
            let text = correction.isEmpty ? nil : String(decoding: JSON.bytes(correction), as: UTF8.self)
            guard text?.utf8.count ?? 0 <= LyricsCorrection.mostBytes else { throw LibraryRefusal.lyricsTooLong }
            // Compare and swap, as for beats.
            if try await catalog.correct(track.identity, .lyrics, from: known, to: text, at: clock.second, by: author) { return }
        }
    }

    /// The correction of a track's beats; nil if there is none.
    package func correction(of track: Track) async throws -> GridCorrection? {
        try await read(reader.correction(of: track.identity), of: track, .beats)
    }

    /// Replaces a track's correction by what `change` returns, and returns that.
    package func correct(
        _ track: Track, by author: String, _ change: (GridCorrection?) throws -> GridCorrection
    ) async throws -> GridCorrection {
        while true {
            let known = try await reader.correction(of: track.identity)
            let correction = try await change(read(known, of: track, .beats)).canonical
            let text = correction.steps.isEmpty ? nil : String(decoding: JSON.bytes(correction), as: UTF8.self)
            // Compare and swap: if two people edit at once, the second change is applied to the result of the first.
            if try await catalog.correct(track.identity, from: known, to: text, at: clock.second, by: author) {
                await updateSongs(following: track)
                return correction
            }
        }
    }

    /// The states of a track's correction, oldest first.
    package func history(of track: Track, _ part: Corrected) async throws -> CorrectionHistory {
        try await reader.correctionHistory(of: track.identity, part)
    }

    /// Undoes the last change of a track's correction, or redoes it. Returns false if there is none.
    package func step(back: Bool, of track: Track, _ part: Corrected) async throws -> Bool {
        guard try await catalog.step(back: back, of: track.identity, part, at: clock.second) else { return false }
        if part == .beats { await updateSongs(following: track) }
        return true
    }

    /// Decodes a stored correction. The catalog may have been altered: an unreadable correction counts as none, and is set aside.
    private func read<Correction: Decodable>(
        _ text: String?, of track: Track, _ part: Corrected
    ) async throws -> Correction? {
        guard let text else { return nil }
        do {
            return try JSON.read(Correction.self, from: Array(text.utf8))
        } catch {
            log.warning("a correction cannot be read, and is set aside", ["track": "\(track.id)", "reason": "\(error)"])
            try await catalog.setAside(correction: text, of: track.identity, part)
            return nil
        }
    }
}
