import Catalog
import Library
import Web

/// Internet radio stations of music servers. Their addresses may hold secrets, so that they are for hosts.
extension LibraryAPI {
    private struct StationsJSON: Encodable {
        let stations: [StationJSON]
    }

    private struct StationJSON: Encodable {
        let server: String
        let station: Station

        private enum Key: String, CodingKey { case server, id, name, stream, home }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(server, forKey: .server)
            try object.encode(station.id, forKey: .id)
            try object.encode(station.name, forKey: .name)
            try object.encode(station.stream, forKey: .stream)
            try object.encode(station.home, forKey: .home)
        }
    }

    func addStations(to routes: inout Routes) {
        change(.get, "/stations", .seeFiles, in: &routes) { _ in
            let stations = try await library.stations()
            return Response(json: StationsJSON(stations: stations.map { StationJSON(server: $0.server, station: $0.station) }))
                .uncached
        }
    }
}
