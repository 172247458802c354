package import Catalog
import Demo
import Music

/// The cover of music that has none: an abstract picture that follows from names, so that it is the same on every server, and for
/// all tracks of an album.
package struct DrawnCover: Sendable {
    /// Counts up when pictures change, so that browsers fetch them again.
    private static let version = 1

    /// A tag of the picture, for caches.
    package let key: String
    private let palette: CoverPalette
    private let random: SplitMix

    package init(for track: Track) {
        self.init(title: track.title, artist: track.artist?.name, album: track.album?.name, albumArtist: track.albumArtist)
    }

    package init(title: String, artist: String?, album: String?, albumArtist: String?) {
        // The first pictures that people see should differ, although the demo is one album.
        if let album, (artist, album) != (DemoSong.artist, DemoSong.album) {
            self.init(of: [album, albumArtist ?? ""])
        } else {
            self.init(of: [title, artist ?? ""])
        }
    }

    /// - Parameter names: such as the title of an album and its artist.
    package init(of names: [String]) {
        let seed = Self.seed(names)
        var random = SplitMix(seed: seed)
        palette = CoverPalette.all[random.next(below: CoverPalette.all.count)]
        self.random = random
        key = "drawn\(Self.version)-\(String(seed, radix: 36))"
    }

    /// Its colours as style sheets write them, the most telling first.
    package var colours: [String] { [palette.main, palette.second, palette.light, palette.deep] }

    package var svg: String {
        var painting = CoverPainting(palette: palette, random: random)
        painting.paint()
        return painting.svg
    }

    /// A hash of the names, whose case does not count.
    private static func seed(_ names: [String]) -> UInt64 {
        var hash = StableHash()
        for name in names {
            hash.add(name.lowercased().utf8)
            hash.add([0])
        }
        return hash.value
    }
}
