internal import Music

/// Groups tracks into albums: by title and album artist or, without an album artist, by title and folder, as compilations are, too.
struct AlbumGrouping: Hashable {
    /// The same for all tracks of the album.
    let key: String
    /// The album's artist according to this track; nil for several.
    let artist: String?

    init(_ tags: Tags, title: String, path: [UInt8], folder: Int) {
        if let named = Catalog.filled(tags.albumArtist) {
            artist = named
            key = "artist \(Catalog.key(of: named))\n\(Catalog.key(of: title))"
        } else {
            artist = Catalog.filled(tags.artist)
            let album = String(decoding: DiscFolder.album(of: path), as: UTF8.self)
            key = "folder \(folder) \(album)\n\(Catalog.key(of: title))"
        }
    }

    /// The key that joined all compilations of a title wherever they were: what is kept under it belongs to those of each folder.
    static func formerKey(ofCompilation title: String) -> String { "compilation \(Catalog.key(of: title))" }
}
