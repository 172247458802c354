import Catalog
import Library
package import Web

/// Albums of music servers that are kept on this machine.
extension LibraryAPI {
    private struct PinsJSON: Encodable {
        let albums: [PinJSON]
        let bytes: Int
        let room: Int
    }

    private struct PinJSON: Encodable {
        let entry: Pins.Entry

        private enum Key: String, CodingKey { case id, title, artist, bytes, fetched }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(entry.album.id, forKey: .id)
            try object.encode(entry.album.title, forKey: .title)
            try object.encode(entry.album.artist, forKey: .artist)
            try object.encode(entry.album.byteCount, forKey: .bytes)
            try object.encode(entry.fetched, forKey: .fetched)
        }
    }

    func addPins(to routes: inout Routes) {
        read("/pins", in: &routes) { _ in
            let pins = try await library.pins()
            return Response(
                json: PinsJSON(albums: pins.entries.map(PinJSON.init), bytes: pins.byteCount, room: pins.room)
            ).uncached
        }
        for (method, pinned) in [(Method.put, true), (.delete, false)] {
            change(method, "/albums/{album}/pin", .markFavourites, in: &routes) { request in
                try await library.set(pinned: pinned, try await album(request))
                return Response(.noContent)
            }
        }
    }
}

extension PinRefusal: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .notElsewhere: Problem(.unprocessable, description, type: "refused")
        case .noRoom: Problem(.insufficientStorage, description, type: "no-room")
        case .tooMany: Problem(.conflict, description, type: "too-many")
        }
    }
}
