import Catalog
import Foundation
import Library
import Music
import System
import Web

/// The songs of the metronome.
extension LibraryAPI {
    struct SongJSON: Encodable {
        let song: Song

        private enum Key: String, CodingKey {
            case id, title, artist, notes, rhythm, followsTrack, kit, track, piece, changedAt
        }

        init(_ song: Song) {
            self.song = song
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(song.id, forKey: .id)
            try object.encode(song.title, forKey: .title)
            try object.encode(song.artist, forKey: .artist)
            try object.encode(song.notes, forKey: .notes)
            try object.encode(song.rhythm, forKey: .rhythm)
            try object.encode(song.sheet.followsTrack, forKey: .followsTrack)
            try object.encode(song.kit, forKey: .kit)
            try object.encode(song.track, forKey: .track)
            try object.encode(song.recording?.description, forKey: .piece)
            try object.encode(song.changedAt, forKey: .changedAt)
        }
    }

    private struct SongPageJSON: Encodable {
        let items: [SongJSON]
        let total: Int
        /// The song behind which the next page begins; nil on the last.
        let next: Int?

        private enum Key: String, CodingKey { case items, total, next }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(items, forKey: .items)
            try object.encode(total, forKey: .total)
            try object.encode(next, forKey: .next)
        }
    }

    func addSongs(to routes: inout Routes) {
        read("/songs", takes: PageRequest.effort(), in: &routes) { request in
            let query = QueryReader(request)
            let (text, limit) = (try query.text("q") ?? "", try query.int("limit", in: 1...PageRequest.mostItems) ?? 50)
            let last = try query.int("after", in: 1...Int.max)
            return try await tagged(request) {
                // One more than asked for shows whether there is a next page.
                let page = try await reader(for: request).songs(matching: text, limit: limit + 1, after: last)
                let items = page.items.prefix(limit)
                return SongPageJSON(
                    items: items.map(SongJSON.init), total: page.total,
                    next: page.items.count > limit ? items.last?.id : nil)
            }
        }
        change(.post, "/songs", .editSongs, body: Request.jsonBody, in: &routes) { request in
            let body = try request.json(SongBody.self)
            guard let title = body.change.title else { throw Problem.badBody("title is missing.") }
            var change = body.change
            if change.rhythm == nil { change.followsTrack = change.followsTrack ?? true }
            change = try await complete(change, body.track, of: Song.Sheet(title: title), request)
            let id = try await library.catalog.addSong(Song.Sheet(title: title).changed(by: change), at: library.clock.second)
            var response = try await changed(song: id, .created)
            response.set("location", "\(Self.prefix)/songs/\(id)")
            return response
        }
        read("/songs/{song}", in: &routes) { request in
            try await tagged(request) { SongJSON(try await song(request)) }
        }
        change(.patch, "/songs/{song}", .editSongs, body: Request.jsonBody, in: &routes) { request in
            let song = try await song(request)
            let body = try request.json(SongBody.self)
            let change = try await complete(body.change, body.track, of: song.sheet, request)
            try await library.catalog.changeSong(song.id, change, at: library.clock.second)
            return try await changed(song: song.id)
        }
        change(.delete, "/songs/{song}", .editSongs, in: &routes) { request in
            let song = try await song(request)
            try await library.catalog.removeSong(song.id)
            library.events.tell(.library(.song(song.id)))
            return Response(.noContent)
        }
    }

    /// Adds the recording of the track that a change names, and the rhythm of its beats where the song follows them.
    private func complete(
        _ change: Song.Change, _ track: Int??, of sheet: Song.Sheet, _ request: Request
    ) async throws -> Song.Change {
        var change = change
        if change.recording == nil, let row = track {
            guard let row else {
                change.recording = .some(nil)
                return change
            }
            guard let track = try await library.reader.track(row) else { throw CatalogError.refused("there is no track \(row)") }
            change.recording = .some(track.identity)
        }
        let new = sheet.changed(by: change)
        let isSame = sheet.followsTrack && sheet.recording == new.recording
        guard new.followsTrack, change.rhythm == nil, !isSame, let recording = new.recording else { return change }
        guard let track = try await library.reader.track(of: .recording(recording)) else {
            throw CatalogError.refused("the library has no track of the piece, whose beats the song could follow")
        }
        let patience = try patience(of: request)
        if patience > .zero { try request.seat?.move(to: .waits) }
        guard let rhythm = try await library.rhythm(of: track, patience: patience, for: request.seat) else {
            throw CatalogError.refused("the track has no beats that the song could follow: give it a rhythm")
        }
        change.rhythm = rhythm
        return change
    }

    private func song(_ request: Request) async throws -> Song {
        let id = try request.parameters.int("song")
        guard let song = try await library.reader.song(id) else { throw Problem.nothing("There is no song \(id).") }
        return song
    }

    /// Reports a change to all listeners, and answers with the song as it is now.
    private func changed(song id: Int, _ status: Status = .ok) async throws -> Response {
        library.events.tell(.library(.song(id)))
        guard let song = try await library.reader.song(id) else { throw Problem.nothing("There is no song \(id).") }
        return Response(status, json: SongJSON(song))
    }
}
