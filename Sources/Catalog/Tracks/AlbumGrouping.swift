internal import Music

/// Groups tracks into albums: by title and album artist or, without an album artist, by title and folder.
struct AlbumGrouping: Hashable {
    /// The same for all tracks of the album.
    let key: String
    /// The album's artist according to this track; nil for several.
    let artist: String?

    init(_ tags: Tags, title: String, path: [UInt8], folder: Int) {
        if let named = Catalog.filled(tags.albumArtist) {
            artist = named
            key = "artist \(Catalog.key(of: named))\n\(Catalog.key(of: title))"
        } else if tags.compilation == true {
            artist = nil
            key = "compilation \(Catalog.key(of: title))"
        } else {
            artist = Catalog.filled(tags.artist)
            key = "folder \(folder) \(Self.folderName(of: path))\n\(Catalog.key(of: title))"
        }
    }

    /// The folder of a file, or of the whole album if its discs have folders of their own.
    private static func folderName(of path: [UInt8]) -> String {
        var parts = path.split(separator: UInt8(ascii: "/")).dropLast().map { String(decoding: $0, as: UTF8.self) }
        if let last = parts.last, isDisc(folded(last)) { parts.removeLast() }
        return parts.joined(separator: "/")
    }

    private static func isDisc(_ name: String) -> Bool {
        let words = ["cd", "disc", "disk", "disque"]
        return words.contains { word in
            let rest = name.dropFirst(word.count).filter { $0 != " " }
            return name.hasPrefix(word) && !rest.isEmpty && rest.allSatisfy { "0"..."9" ~= $0 }
        }
    }
}
