package import Subsonic

/// Why a playlist of a music server is not changed.
package enum PlaylistRefusal: Error, Equatable, CustomStringConvertible {
    /// It is read anew meanwhile.
    case changedThere(server: String)
    /// So was a long one while it was put in another order.
    case changedHalfway(server: String)
    case notOnServer(title: String, server: String)
    case holdsOther(server: String)
    case noServer(String)
    case failed(server: String, SubsonicError)

    /// One or two plain sentences.
    package var description: String {
        switch self {
        case .changedThere(let server):
            "The playlist was changed on \(server) meanwhile, and nothing was done. It is shown as it is now."
        case .changedHalfway(let server):
            "The playlist was changed on \(server) meanwhile: some songs may be in it twice. It is shown as it is now."
        case .notOnServer(let title, let server):
            "“\(title)” does not come from \(server), and its playlists hold its own songs only."
        case .holdsOther(let server): "The playlist holds what is not listed here: change it on \(server)."
        case .noServer(let name): "There is no music server “\(name)”."
        case .failed(let server, let error): "\(server) did not change the playlist (\(error))."
        }
    }

    /// Whether the same may succeed later.
    package var mayPass: Bool { if case .failed(_, let error) = self { error.mayPass } else { false } }
}
