import Catalog
import Library
import Music
import Web

/// Tracks, albums and artists: lists and single ones.
extension LibraryAPI {
    func addTracks(to routes: inout Routes) {
        read("/tracks", takes: PageRequest.effort(), in: &routes) { request in
            let query = QueryReader(request)
            let paging = try PageRequest(query)
            let wanted = try Self.trackQuery(query, paging)
            return try await page(request, paging, { try await reader(for: request).tracks(wanted) }) { json($0, for: request) }
        }
        read("/tracks/{track}", in: &routes) { request in
            try await tagged(request) { json(try await track(request), for: request) }
        }
    }

    func addAlbums(to routes: inout Routes) {
        read("/albums", takes: PageRequest.effort(), in: &routes) { request in
            let query = QueryReader(request)
            let paging = try PageRequest(query)
            let wanted = try Self.albumQuery(query, paging)
            return try await page(request, paging, { try await reader(for: request).albums(wanted) }, AlbumJSON.init)
        }
        read("/albums/{album}", in: &routes) { request in
            try await tagged(request) { AlbumJSON(album: try await album(request)) }
        }
        read("/artists", takes: PageRequest.effort(), in: &routes) { request in
            let query = QueryReader(request)
            let paging = try PageRequest(query)
            let wanted = try Self.artistQuery(query, paging)
            return try await page(request, paging, { try await reader(for: request).artists(wanted) }, ArtistJSON.init)
        }
        read("/artists/{artist}", in: &routes) { request in
            let id = try request.parameters.int("artist")
            return try await tagged(request) {
                guard let artist = try await library.reader.artist(id) else { throw Problem.nothing("There is no artist \(id).") }
                return ArtistJSON(artist)
            }
        }
        read("/genres", takes: PageRequest.effort(), in: &routes) { request in
            let query = QueryReader(request)
            let (paging, text) = (try PageRequest(query), try query.text("q"))
            return try await page(
                request, paging,
                { try await reader(for: request).genres(text, limit: paging.limit, offset: paging.offset) },
                GenreJSON.init)
        }
    }

    private static func trackQuery(_ query: QueryReader, _ paging: PageRequest) throws(Problem) -> TrackQuery {
        var wanted = TrackQuery()
        wanted.text = try query.text("q")
        wanted.order = try query.word("sort", as: TrackQuery.Order.self) ?? .relevance
        wanted.isDescending = try query.word("order", as: Direction.self) == .desc
        wanted.artist = try query.int("artist", in: 1...Int(Int64.max))
        wanted.album = try query.int("album", in: 1...Int(Int64.max))
        wanted.genre = try query.text("genre")
        wanted.state = try query.word("state", as: AnalysisState.self)
        wanted.tempo = try query.range("minBpm", "maxBpm", in: TrackQuery.tempos)
        wanted.key = try query.key("key")
        wanted.years = try query.range("minYear", "maxYear", in: TrackQuery.years)
        wanted.isFavourite = try query.flag("favourite")
        wanted.wasPlayed = try query.flag("played")
        wanted.includesMissing = try query.flag("missing") ?? false
        wanted.limit = paging.limit
        wanted.offset = paging.offset
        return wanted
    }

    private static func albumQuery(_ query: QueryReader, _ paging: PageRequest) throws(Problem) -> AlbumQuery {
        var wanted = AlbumQuery()
        wanted.text = try query.text("q")
        wanted.order = try query.word("sort", as: AlbumQuery.Order.self) ?? .title
        wanted.artist = try query.int("artist", in: 1...Int(Int64.max))
        wanted.genre = try query.text("genre")
        wanted.isFavourite = try query.flag("favourite")
        wanted.isDescending = try query.word("order", as: Direction.self) == .desc
        wanted.limit = paging.limit
        wanted.offset = paging.offset
        return wanted
    }

    private static func artistQuery(_ query: QueryReader, _ paging: PageRequest) throws(Problem) -> ArtistQuery {
        var wanted = ArtistQuery()
        wanted.text = try query.text("q")
        wanted.isDescending = try query.word("order", as: Direction.self) == .desc
        wanted.limit = paging.limit
        wanted.offset = paging.offset
        return wanted
    }
}

private enum Direction: String, CaseIterable {
    case asc, desc
}
