/// Why no batch of analyses begins.
package enum BatchRefusal: Error, Equatable, CustomStringConvertible {
    case running
    case noServer(String)
    case noAlbum(String)
    case tooManyAlbums(String)
    case noPath(String)
    case noTracks

    package var description: String {
        switch self {
        case .running: "A batch of analyses runs already: stop it, or wait for its end."
        case .noServer(let name): "There is no music server “\(name)”."
        case .noAlbum(let words): "No album is called “\(words)”."
        case .tooManyAlbums(let words):
            "More than \(Library.mostAlbumsOfBatch) albums are called “\(words)”: name them more exactly."
        case .noPath(let path): "No track is known below \(path)."
        case .noTracks: "No track is known that would be analyzed."
        }
    }
}
