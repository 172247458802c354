import Subsonic
import Synchronization

/// The clients of the music servers that are served now, by the servers' names.
final class ServerTable: Sendable {
    private let clients: Mutex<[(name: String, client: SubsonicClient)]>

    init(_ clients: [String: SubsonicClient] = [:]) {
        self.clients = Mutex(clients.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    subscript(name: String) -> SubsonicClient? { clients.withLock { $0.first { $0.name == name }?.client } }

    /// In the order in which they were named.
    var names: [String] { clients.withLock { $0.map(\.name) } }

    /// Returns the client that was there.
    func replace(_ name: String, with client: SubsonicClient?) -> SubsonicClient? {
        clients.withLock { clients in
            let place = clients.firstIndex { $0.name == name }
            let before = place.map { clients[$0].client }
            switch (place, client) {
            case (let place?, let client?): clients[place].client = client
            case (let place?, nil): clients.remove(at: place)
            case (nil, let client?): clients.append((name, client))
            case (nil, nil): break
            }
            return before
        }
    }
}
