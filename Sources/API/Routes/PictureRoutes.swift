import Catalog
import Library
import Music
import Web

/// Covers of tracks and albums, in the requested size.
extension LibraryAPI {
    /// Pixels of the longer side.
    private static let edges = 16...4096

    func addPictures(to routes: inout Routes) {
        read("/tracks/{track}/art", takes: .waiting, in: &routes) { request in
            try await art(of: try await track(request), request)
        }
        read("/albums/{album}/art", takes: .waiting, in: &routes) { request in
            let id = try request.parameters.int("album")
            guard let album = try await library.reader.album(id) else { throw Problem.nothing("There is no album \(id).") }
            if let cover = album.coverTrack, let track = try await library.reader.track(cover) {
                return try await art(of: track, request)
            }
            var any = TrackQuery()
            any.album = id
            any.includesMissing = true
            any.limit = 1
            guard let track = try await library.reader.tracks(any).items.first else {
                throw Problem.nothing("There is no track of album \(id).")
            }
            return try await art(of: track, request)
        }
    }

    private func art(of track: Track, _ request: Request) async throws -> Response {
        let edge = try QueryReader(request).int("size", in: Self.edges)
        var response: Response
        do {
            let cover = try await library.covers.cover(of: track, edge: edge, request.seat)
            response = Response(cover.file, type: cover.mediaType, etag: "\"\(cover.key)\"", for: request.head)
        } catch LibraryRefusal.noCover {
            let cover = DrawnCover(for: track)
            response = Response(Array(cover.svg.utf8), type: "image/svg+xml", etag: "\"\(cover.key)\"", for: request.head)
        }
        // A page shows hundreds of covers: it asks for each at most once a minute, since people can change them. A shared cache must not
        // serve them to clients without a key.
        response.set("cache-control", "private, max-age=60")
        return response
    }
}
