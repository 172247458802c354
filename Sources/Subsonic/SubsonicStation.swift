package import Fetch
import Text

/// An internet radio station, as a server lists it.
package struct SubsonicStation: Sendable, Decodable {
    package let id: String
    package let name: String
    package let stream: FetchAddress
    package let home: FetchAddress?

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        guard let id = members.text("id"), (1...Self.longest).contains(id.utf8.count),
            let name = members.text("name"), (1...Self.longest).contains(name.utf8.count),
            let stream = members.text("streamUrl").flatMap({ FetchAddress($0) })
        else { throw Incomplete() }
        (self.id, self.name, self.stream) = (id, name, stream)
        home = (members.text("homePageUrl") ?? members.text("homepageUrl")).flatMap { FetchAddress($0) }
    }

    /// Bytes of an id or a name.
    private static let longest = 500

    private struct Incomplete: Error {}
}

private struct StationList: Decodable {
    let stations: [SubsonicStation]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let list = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "internetRadioStations")
        stations = list?.list("internetRadioStation", SubsonicStation.self) ?? []
    }
}

extension SubsonicClient {
    /// The internet radio stations that a server lists; none from a server that does not show any.
    package func stations() async throws(SubsonicError) -> [SubsonicStation] {
        do {
            return try await ask("getInternetRadioStations", [], StationList.self).stations
        } catch .notSupported, .notAllowed {
            return []
        }
    }
}
