import Catalog
import Library
import Web

/// Favourite tracks and albums.
extension LibraryAPI {
    func addFavourites(to routes: inout Routes) {
        for (method, favourite) in [(Method.put, true), (.delete, false)] {
            change(method, "/tracks/{track}/favourite", .markFavourites, in: &routes) { request in
                try await library.set(favourite: favourite, try await track(request))
                return Response(.noContent)
            }
            change(method, "/albums/{album}/favourite", .markFavourites, in: &routes) { request in
                try await library.set(favourite: favourite, try await album(request))
                return Response(.noContent)
            }
        }
    }
}
