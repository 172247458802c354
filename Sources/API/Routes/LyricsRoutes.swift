import Catalog
import Library
import Text
import Web

/// The lyrics of tracks, as found and as corrected by people.
extension LibraryAPI {
    private struct LyricsJSON: Encodable {
        let found: TrackLyrics.Found

        private enum Key: String, CodingKey { case kind, source, language, shift, lines }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(found.lyrics.isSynced ? "synced" : "plain", forKey: .kind)
            try object.encode(found.origin.rawValue, forKey: .source)
            try object.encode(found.lyrics.language, forKey: .language)
            try object.encode(found.shift, forKey: .shift)
            try object.encode(found.lyrics.lines, forKey: .lines)
        }
    }

    private struct CorrectionJSON: Encodable {
        let correction: LyricsCorrection
        let history: CorrectionHistory

        private enum Key: String, CodingKey { case shift, lines, canUndo, canRedo }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(correction.shift, forKey: .shift)
            try object.encode(correction.lines, forKey: .lines)
            try object.encode(history.canUndo, forKey: .canUndo)
            try object.encode(history.canRedo, forKey: .canRedo)
        }
    }

    private struct Shift: Decodable {
        let shift: Double
    }

    func addLyrics(to routes: inout Routes) {
        let path = "/tracks/{track}/lyrics"
        read(path, takes: .waiting, in: &routes) { request in
            let original = try QueryReader(request).flag("original") ?? false
            let found = try await library.lyrics(of: try await track(request), original: original)
            var response = Response(
                JSON.bytes(LyricsJSON(found: found)) + [UInt8(ascii: "\n")], type: "application/json", etag: "\"\(found.key)\"",
                for: request.head)
            // A shared cache must not serve them to clients without a key, and a file beside the music may change at any time.
            response.set("cache-control", "private, no-cache")
            return response
        }
        read(path + "/correction", in: &routes) { request in
            let track = try await track(request)
            return try await tagged(request) { try await correction(of: track) }
        }
        change(.put, path + "/correction", .editBeats, body: Request.jsonBody, in: &routes) { request in
            let correction = try request.json(LyricsCorrection.self)
            return try await correctLyrics(request) { _ in correction }
        }
        change(.post, path + "/correction", .editBeats, body: Request.jsonBody, in: &routes) { request in
            let step = try request.json(Shift.self)
            return try await correctLyrics(request) { ($0 ?? LyricsCorrection()).shifted(by: step.shift) }
        }
        change(.delete, path + "/correction", .editBeats, in: &routes) { request in
            try await correctLyrics(request) { _ in LyricsCorrection() }
        }
        change(.post, path + "/undo", .editBeats, in: &routes) { request in try await stepLyrics(request, back: true) }
        change(.post, path + "/redo", .editBeats, in: &routes) { request in try await stepLyrics(request, back: false) }
    }

    /// Stores the correction that `change` returns.
    private func correctLyrics(
        _ request: Request, _ change: @Sendable (LyricsCorrection?) throws -> LyricsCorrection
    ) async throws -> Response {
        let track = try await track(request)
        try await library.correctLyrics(of: track, by: access.name(of: request.caller), change)
        return try await changedLyrics(of: track)
    }

    private func stepLyrics(_ request: Request, back: Bool) async throws -> Response {
        let track = try await track(request)
        guard try await library.step(back: back, of: track, .lyrics) else { throw Self.nothingToStep(back: back) }
        return try await changedLyrics(of: track)
    }

    private func changedLyrics(of track: Track) async throws -> Response {
        library.events.tell(.library(.lyrics(track: track.id, track.identity)))
        return Response(json: try await correction(of: track))
    }

    private func correction(of track: Track) async throws -> CorrectionJSON {
        CorrectionJSON(
            correction: try await library.lyricsCorrection(of: track) ?? LyricsCorrection(),
            history: try await library.history(of: track, .lyrics))
    }
}
