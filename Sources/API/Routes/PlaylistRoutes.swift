import Catalog
import Foundation
import Library
import System
import Text
import Web

/// Playlists and their entries. With If-Match, a change names the revision that the client saw.
extension LibraryAPI {
    /// Longer names fit no screen.
    private static let longestName = 200

    private struct NewPlaylist: Decodable {
        let name: String
        let tracks: [Int]?
        /// A playlist whose entries are copied.
        let copy: Int?
        /// The music server that keeps it; nil keeps it here.
        let server: String?
    }

    private struct NewName: Decodable {
        let name: String
    }

    private struct Insertion: Decodable {
        let tracks: [Int]
        let at: Int?
    }

    private struct Replacement: Decodable {
        let tracks: [Int]
    }

    private struct Move: Decodable {
        let from: Int
        let to: Int
    }

    struct PlaylistJSON: Encodable {
        let id: Int
        let name: String
        let entries: Int
        let duration: Double
        let changedAt: Int
        let file: String?
        let server: String?
        let covers: [Int]

        private enum Key: String, CodingKey { case id, name, entries, duration, changedAt, file, server, covers }

        init(_ playlist: Playlist) {
            id = playlist.id
            name = playlist.name
            entries = playlist.count
            duration = rounded(playlist.duration, to: 3)
            changedAt = playlist.changedAt
            server = Library.server(of: playlist)
            file = server == nil ? playlist.file : nil
            covers = playlist.covers
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(id, forKey: .id)
            try object.encode(name, forKey: .name)
            try object.encode(entries, forKey: .entries)
            try object.encode(duration, forKey: .duration)
            try object.encode(changedAt, forKey: .changedAt)
            try object.encode(file, forKey: .file)
            try object.encode(server, forKey: .server)
            try object.encode(covers, forKey: .covers)
        }
    }

    private struct EntryJSON: Encodable {
        let position: Int
        let title: String
        let track: TrackJSON?
        /// Nil for clients that are not hosts.
        let location: String?

        private enum Key: String, CodingKey { case position, title, track, location }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(position, forKey: .position)
            try object.encode(title, forKey: .title)
            try object.encode(track, forKey: .track)
            try object.encode(location, forKey: .location)
        }
    }

    func addPlaylists(to routes: inout Routes) {
        read("/playlists", takes: .long, in: &routes) { request in
            let paging = try PageRequest(QueryReader(request))
            return try await page(
                request, paging,
                { try await reader(for: request).playlists(limit: paging.limit, offset: paging.offset) },
                PlaylistJSON.init)
        }
        change(.post, "/playlists", .editPlaylists, body: Request.jsonBody, takes: .change, in: &routes) { request in
            let new = try request.json(NewPlaylist.self)
            let id = try await library.makePlaylist(
                try Self.playlistName(new.name), copying: new.copy, tracks: new.tracks ?? [], on: new.server)
            var response = try await changed(id, .created)
            response.set("location", "\(Self.prefix)/playlists/\(id)")
            return response
        }
        read("/playlists/{playlist}", takes: .long, in: &routes) { request in
            let playlist = try await playlist(request)
            let tag = Self.tag(playlist)
            if let known = request.head.fields["if-none-match"], Conditional.ifNoneMatch(known, names: tag) {
                return Response(.notModified, fields: [("etag", tag), ("cache-control", "no-cache")])
            }
            return Self.answer(playlist)
        }
        change(.patch, "/playlists/{playlist}", .editPlaylists, body: Request.jsonBody, in: &routes) { request in
            let playlist = try await playlist(request)
            let name = try Self.playlistName(try request.json(NewName.self).name)
            try await library.rename(playlist, to: name, seen: try Self.seen(request, playlist))
            return try await changed(playlist.id)
        }
        change(.delete, "/playlists/{playlist}", .editPlaylists, in: &routes) { request in
            let playlist = try await playlist(request)
            try await library.remove(playlist, seen: try Self.seen(request, playlist))
            library.events.tell(.library(.playlist(playlist.id)))
            return Response(.noContent)
        }
        change(.post, "/playlists/{playlist}/undo", .editPlaylists, takes: .change, in: &routes) { request in
            let id = try request.parameters.int("playlist")
            // It is not there if it was removed as a whole.
            let seen = try await library.reader.playlist(id).flatMap { try Self.seen(request, $0) }
            try await library.catalog.undoRemoval(playlist: id, seen: seen, at: library.clock.second)
            return try await changed(id)
        }
        read("/tracks/{track}/flows-on", takes: .long, in: &routes) { request in
            let paging = try PageRequest(QueryReader(request))
            let track = try await track(request)
            return try await page(
                request, paging,
                { try await library.surveyor.tracks(flowingFrom: track, limit: paging.limit, offset: paging.offset) },
                { json($0, for: request) })
        }
        addEntries(to: &routes)
        addPlaylistExport(to: &routes)
    }

    private func addEntries(to routes: inout Routes) {
        let path = "/playlists/{playlist}/entries"
        read(path, takes: .long, in: &routes) { request in
            let playlist = try await playlist(request)
            let paging = try PageRequest(QueryReader(request))
            return try await page(
                request, paging,
                {
                    let entries = try await reader(for: request).entries(
                        of: playlist.id, limit: paging.limit, offset: paging.offset)
                    return Page(items: entries, total: playlist.count)
                },
                { entry in
                    EntryJSON(
                        position: entry.position, title: entry.title, track: entry.track.map { json($0, for: request) },
                        location: access.may(request.caller, .seeFiles) ? entry.location : nil)
                })
        }
        change(.post, path, .editPlaylists, body: Request.jsonBody, takes: .change, in: &routes) { request in
            let insertion = try request.json(Insertion.self)
            return try await edit(request, .insert(insertion.tracks, at: insertion.at))
        }
        change(.put, path, .editPlaylists, body: Request.jsonBody, takes: .change, in: &routes) { request in
            try await edit(request, .replace(try request.json(Replacement.self).tracks))
        }
        change(.delete, path, .editPlaylists, takes: .change, in: &routes) { request in
            let query = QueryReader(request)
            guard let from = try query.int("from", in: 0...Int(Int32.max)) else { throw Problem.badQuery("from is missing.") }
            let count = try query.int("count", in: 1...Int(Int32.max)) ?? 1
            return try await edit(request, .remove(from..<from + count))
        }
        let moves = "/playlists/{playlist}/moves"
        change(.post, moves, .editPlaylists, body: Request.jsonBody, takes: .change, in: &routes) { request in
            let move = try request.json(Move.self)
            return try await edit(request, .move(from: move.from, to: move.to))
        }
    }

    private func edit(_ request: Request, _ edit: PlaylistEdit) async throws -> Response {
        let playlist = try await playlist(request)
        try await library.edit(playlist, edit, seen: try Self.seen(request, playlist))
        return try await changed(playlist.id)
    }

    func playlist(_ request: Request) async throws -> Playlist {
        let id = try request.parameters.int("playlist")
        guard let playlist = try await reader(for: request).playlist(id) else {
            throw Problem.nothing("There is no playlist \(id).")
        }
        return playlist
    }

    /// Reports a change to all listeners, and answers with the playlist as it is now.
    private func changed(_ id: Int, _ status: Status = .ok) async throws -> Response {
        library.events.tell(.library(.playlist(id)))
        guard let playlist = try await library.reader.playlist(id) else { throw Problem.nothing("There is no playlist \(id).") }
        return Self.answer(playlist, status)
    }

    private static func answer(_ playlist: Playlist, _ status: Status = .ok) -> Response {
        var response = Response(status, json: PlaylistJSON(playlist))
        response.set("etag", tag(playlist))
        response.set("cache-control", "no-cache")
        return response
    }

    private static func tag(_ playlist: Playlist) -> String { "\"\(playlist.id)-\(playlist.revision)\"" }

    /// The revision that the client saw according to If-Match; nil without that field.
    private static func seen(_ request: Request, _ playlist: Playlist) throws(Problem) -> Int? {
        guard request.head.fields["if-match"] != nil else { return nil }
        do {
            try Conditional.allowChange(of: tag(playlist), for: request.head)
        } catch {
            throw Problem(.preconditionFailed, "The playlist was changed by somebody else meanwhile.", type: "changed-meanwhile")
        }
        return playlist.revision
    }

    static func playlistName(_ text: String) throws(Problem) -> String {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty, name.unicodeScalars.count <= longestName else {
            throw .badBody("name must have from 1 to \(longestName) characters.")
        }
        guard name.isOneLine else { throw .badBody("name must be one line, without control characters.") }
        return name
    }
}
