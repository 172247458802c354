import Catalog
import Library
import Text
import Web

/// The lyrics of tracks.
extension LibraryAPI {
    private struct LyricsJSON: Encodable {
        let found: TrackLyrics.Found

        private enum Key: String, CodingKey { case kind, source, language, lines }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(found.lyrics.isSynced ? "synced" : "plain", forKey: .kind)
            try object.encode(found.origin.rawValue, forKey: .source)
            try object.encode(found.lyrics.language, forKey: .language)
            try object.encode(found.lyrics.lines.map(LineJSON.init), forKey: .lines)
        }
    }

    private struct LineJSON: Encodable {
        let line: Lyrics.Line

        private enum Key: String, CodingKey { case t, end, text, words }
        private enum WordKey: String, CodingKey { case t, text }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encodeIfPresent(line.start, forKey: .t)
            try object.encodeIfPresent(line.end, forKey: .end)
            try object.encode(line.text, forKey: .text)
            guard !line.words.isEmpty else { return }
            var words = object.nestedUnkeyedContainer(forKey: .words)
            for word in line.words {
                var piece = words.nestedContainer(keyedBy: WordKey.self)
                try piece.encode(word.start, forKey: .t)
                try piece.encode(word.text, forKey: .text)
            }
        }
    }

    func addLyrics(to routes: inout Routes) {
        read("/tracks/{track}/lyrics", in: &routes) { request in
            let found = try await library.lyrics.lyrics(of: try await track(request))
            var response = Response(
                JSON.bytes(LyricsJSON(found: found)) + [UInt8(ascii: "\n")], type: "application/json", etag: "\"\(found.key)\"",
                for: request.head)
            // A shared cache must not serve them to clients without a key, and a file beside the music may change at any time.
            response.set("cache-control", "private, no-cache")
            return response
        }
    }
}
