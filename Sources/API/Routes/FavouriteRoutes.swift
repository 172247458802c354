import Catalog
import Library
import Web

/// Favourite tracks and albums, and stars.
extension LibraryAPI {
    private struct Rating: Decodable {
        let rating: Int
    }

    private struct PlaceJSON: Encodable {
        /// Seconds; nil if nobody stopped in it.
        let position: Double?

        private enum Key: String, CodingKey { case position }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(position, forKey: .position)
        }
    }

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
        change(.get, "/tracks/{track}/place", .markFavourites, takes: .waiting, in: &routes) { request in
            Response(json: PlaceJSON(position: await library.place(in: try await track(request)))).uncached
        }
        change(.put, "/tracks/{track}/rating", .markFavourites, body: Request.jsonBody, in: &routes) { request in
            let rating = try request.json(Rating.self).rating
            guard Track.ratings.contains(rating) else { throw Problem.badBody("rating must be a whole number from 1 to 5.") }
            try await library.set(rating: rating, try await track(request))
            return Response(.noContent)
        }
        change(.delete, "/tracks/{track}/rating", .markFavourites, in: &routes) { request in
            try await library.set(rating: nil, try await track(request))
            return Response(.noContent)
        }
    }
}
