import Catalog
import Library
import Music
import System
import Text
import Web

/// Songs and set lists as files.
extension LibraryAPI {
    /// As many songs as there may be, with a few hundred characters of notes each.
    private static let songFile = BodyPolicy.memory(limit: 8 << 20)

    private enum Format: String, CaseIterable {
        case json, csv

        var mediaType: String {
            switch self {
            case .json: "application/json"
            case .csv: "text/csv; charset=utf-8"
            }
        }
    }

    private struct BookJSON: Encodable {
        let songs: [SongJSON]
        let setLists: [SetListJSON]
    }

    private struct OutcomeJSON: Encodable {
        let songs: Int
        let added: Int
        let changed: Int
        let setLists: Int

        init(_ outcome: SongImport.Outcome) {
            (songs, added, changed, setLists) = (outcome.songs, outcome.added, outcome.changed, outcome.setLists)
        }
    }

    func addSongFiles(to routes: inout Routes) {
        read("/songs/export", takes: .long, in: &routes) { request in
            let format = try QueryReader(request).word("format", as: Format.self) ?? .json
            let (songs, setLists) = try await library.surveyor.songBook()
            let bytes =
                switch format {
                case .json: JSON.bytes(BookJSON(songs: songs.map(SongJSON.init), setLists: setLists.map(SetListJSON.init)))
                case .csv: SongTable.csv(songs)
                }
            return Download("songs", or: "songs", extension: format.rawValue).response(format.mediaType, bytes)
        }
        change(.post, "/songs/import", .editSongs, body: Self.songFile, takes: .change, in: &routes) { request in
            let file = try Self.file(request)
            let outcome = try await library.catalog.take(file, at: library.clock.second)
            for entry in file.songs where entry.change.followsTrack == true && entry.change.rhythm == nil {
                guard case .some(.some(let recording)) = entry.change.recording else { continue }
                if let track = try await library.reader.track(of: .recording(recording)) {
                    await library.updateSongs(following: track)
                }
            }
            library.events.tell(.library(.songs))
            return Response(json: OutcomeJSON(outcome))
        }
    }

    private static func file(_ request: Request) throws(Problem) -> SongImport {
        let type = (request.head.fields["content-type"] ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        guard type == "text/csv" else {
            guard type == "application/json" else {
                throw Problem(
                    .unsupportedMediaType, "The body must be JSON or CSV, with content-type: application/json or text/csv.",
                    type: "not-json")
            }
            return try request.json(SongFile.self).content
        }
        guard case .bytes(let bytes) = request.body else { throw .badBody("The body must be CSV, and there is none.") }
        do {
            return try SongTable.read(bytes)
        } catch {
            throw .badBody(error.sentence + ".")
        }
    }
}
