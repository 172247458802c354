/// A path that a music server made of a song's tags, in place of the one that its file has: `ARTIST/ALBUM/NN - TITLE.mp3`, with
/// `DD-` in front for the disc.
package struct TagPath: Equatable, Sendable {
    let artist: String
    let album: String
    let disc: Int?
    let number: Int?
    let title: String
    let ending: String

    /// Nil unless the path has an artist and an album.
    package init?(_ path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).suffix(3).map(Substring.init)
        guard parts.count == 3, let name = parts.last, let dot = name.lastIndex(of: ".") else { return nil }
        (artist, album) = (String(parts[0]), String(parts[1]))
        ending = String(name[name.index(after: dot)...])
        let stem = name[..<dot]
        // Numbers have two digits or more.
        let numbers = stem.firstRange(of: " - ").map {
            stem[..<$0.lowerBound].split(separator: "-", omittingEmptySubsequences: false)
        }
        if let numbers, numbers.count <= 2, let end = stem.firstRange(of: " - ")?.upperBound,
            numbers.allSatisfy({ $0.utf8.count >= 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        {
            disc = numbers.count == 2 ? Int(numbers[0]) : nil
            number = numbers.last.flatMap { Int($0) }
            title = String(stem[end...])
        } else {
            (disc, number, title) = (nil, nil, String(stem))
        }
    }
}

extension CatalogReader {
    /// Tracks of one title and album whose other tags are compared.
    private static let mostNamesakes = 64

    /// The track that has these tags; of several, one of the same kind of file. Signs such as slashes do not count: servers replace them.
    package func track(_ path: TagPath) throws(CatalogError) -> Track? {
        let title = folded(path.title)
        guard !title.isEmpty else { return nil }
        let artist = folded(path.artist)
        let found = try connection.rows(
            """
            SELECT \(Track.columns) FROM track \(Track.joins) WHERE track.title_key = ? AND track.album_key = ? \
            AND (? OR track.number = ?) AND (? OR track.disc = ?) AND track.missing_since IS NULL ORDER BY track.id LIMIT ?
            """,
            [
                Value(title), Value(folded(DiscFolder.parts(of: path.album).title)), Value(path.number == nil), Value(path.number),
                Value(path.disc == nil), Value(path.disc), Value(Self.mostNamesakes),
            ]
        ) { Track($0) }.filter { track in
            [track.albumArtist, track.artist?.name].contains { $0.map { folded($0) == artist } ?? false }
        }
        let ending = Array(".\(path.ending)".lowercased().utf8)
        return found.first {
            String(decoding: $0.place.path, as: UTF8.self).lowercased().utf8.suffix(ending.count).elementsEqual(ending)
        }
            ?? found.first
    }

    /// Calls `body` with every track whose file is there and whose number is above `last`, in the order of the numbers.
    package func eachFile(
        above last: Int, _ body: (_ track: Int, _ folder: Int, _ path: [UInt8]) -> Void
    ) throws(CatalogError) {
        try connection.each(
            "SELECT id, folder, path FROM track WHERE id > ? AND missing_since IS NULL ORDER BY id", [Value(last)]
        ) { row in
            body(row.int("id"), row.int("folder"), row.bytes("path"))
            return true
        }
    }

    /// The highest number of a track; 0 if there is none.
    package func lastTrack() throws(CatalogError) -> Int { try connection.number("SELECT coalesce(max(id), 0) FROM track") }
}
