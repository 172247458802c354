import Catalog
import Library
import Text
import Web

/// Markers: points and ranges of tracks that people named.
extension LibraryAPI {
    struct MarkerBody: Decodable {
        let start: Double
        let end: Double?
        let label: String?
        let colour: String?

        /// Longer labels fit no screen.
        private static let longestLabel = 200

        /// The place in a track that lasts at most so many seconds.
        func place(within limit: Double) throws(Problem) -> Marker.Place {
            guard start >= 0, start <= limit else { throw .badBody("start must lie within the track, which lasts \(limit) s.") }
            if let end {
                guard end > start, end <= limit else { throw .badBody("end must lie after start and within the track.") }
            }
            let label = label ?? ""
            guard label.unicodeScalars.count <= Self.longestLabel else {
                throw .badBody("label may have at most \(Self.longestLabel) characters.")
            }
            guard label.isOneLine else { throw .badBody("label must be one line, without control characters.") }
            if let colour {
                let digits = colour.utf8.dropFirst()
                guard colour.hasPrefix("#"), digits.count == 6, digits.allSatisfy({ isHexadecimal($0) }) else {
                    throw .badBody("colour must be written like #ff8800.")
                }
            }
            return Marker.Place(start: start, end: end, label: label, colour: colour?.lowercased())
        }
    }

    private struct MarkerJSON: Encodable {
        let marker: Marker

        private enum Key: String, CodingKey { case id, start, end, label, colour }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(marker.id, forKey: .id)
            try object.encode(marker.place.start, forKey: .start)
            try object.encode(marker.place.end, forKey: .end)
            try object.encode(marker.place.label, forKey: .label)
            try object.encode(marker.place.colour, forKey: .colour)
        }
    }

    func addMarkers(to routes: inout Routes) {
        let path = "/tracks/{track}/markers"
        read(path, in: &routes) { request in
            let track = try await track(request)
            return try await tagged(request) { try await library.reader.markers(of: track.identity).map(MarkerJSON.init) }
        }
        change(.post, path, .editBeats, body: Request.jsonBody, takes: .change, in: &routes) { request in
            let track = try await track(request)
            let place = try request.json(MarkerBody.self).place(within: track.duration ?? .infinity)
            let marker = try await library.catalog.addMarker(place, to: track.identity)
            library.events.tell(.library(.markers(track: track.id)))
            var response = Response(.created, json: MarkerJSON(marker: marker))
            response.set("location", "\(Self.prefix)/tracks/\(track.id)/markers/\(marker.id)")
            return response
        }
        change(.put, path + "/{marker}", .editBeats, body: Request.jsonBody, takes: .change, in: &routes) { request in
            let track = try await track(request)
            let id = try request.parameters.int("marker")
            let place = try request.json(MarkerBody.self).place(within: track.duration ?? .infinity)
            let marker = try await library.catalog.changeMarker(id, to: place, of: track.identity)
            library.events.tell(.library(.markers(track: track.id)))
            return Response(json: MarkerJSON(marker: marker))
        }
        change(.delete, path + "/{marker}", .editBeats, takes: .change, in: &routes) { request in
            let track = try await track(request)
            try await library.catalog.removeMarker(try request.parameters.int("marker"), of: track.identity)
            library.events.tell(.library(.markers(track: track.id)))
            return Response(.noContent)
        }
    }
}

private func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
}
