import Catalog
import Library
import Web

/// The search over everything in the library.
extension LibraryAPI {
    private struct FoundJSON<Item: Encodable>: Encodable {
        let items: [Item]
        let total: Int

        init<Found>(_ page: Page<Found>, _ json: (Found) -> Item) {
            (items, total) = (page.items.map(json), page.total)
        }
    }

    private struct SearchJSON: Encodable {
        let tracks: FoundJSON<TrackJSON>
        let albums: FoundJSON<AlbumJSON>
        let artists: FoundJSON<ArtistJSON>
        let genres: FoundJSON<GenreJSON>
        let playlists: FoundJSON<PlaylistJSON>
        let spelled: String?
    }

    /// Of each kind; who wants more asks for its list.
    private static let (fewFound, mostFound) = (6, 50)

    func addSearch(to routes: inout Routes) {
        read("/search", takes: .long, in: &routes) { request in
            let query = QueryReader(request)
            guard let text = try query.text("q") else { throw Problem.badQuery("q must be the text to search for.") }
            let limit = try query.int("limit", in: 1...Self.mostFound) ?? Self.fewFound
            return try await tagged(request) {
                let found = try await reader(for: request).search(text, limit: limit)
                return SearchJSON(
                    tracks: FoundJSON(found.tracks) { json($0, for: request) }, albums: FoundJSON(found.albums, AlbumJSON.init),
                    artists: FoundJSON(found.artists, ArtistJSON.init), genres: FoundJSON(found.genres, GenreJSON.init),
                    playlists: FoundJSON(found.playlists, PlaylistJSON.init), spelled: found.spelled)
            }
        }
    }
}
