import Subsonic
import Synchronization

/// The clients of the music servers that are served now, by the servers' names.
final class ServerTable: Sendable {
    private let clients: Mutex<[String: SubsonicClient]>

    init(_ clients: [String: SubsonicClient] = [:]) {
        self.clients = Mutex(clients)
    }

    subscript(name: String) -> SubsonicClient? { clients.withLock { $0[name] } }

    var names: [String] { clients.withLock { $0.keys.sorted() } }

    /// Returns the client that was there.
    func replace(_ name: String, with client: SubsonicClient?) -> SubsonicClient? {
        clients.withLock { clients in
            let before = clients[name]
            clients[name] = client
            return before
        }
    }
}
