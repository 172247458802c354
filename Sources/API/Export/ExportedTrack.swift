import Catalog
import Music
import Text

/// The beats and markers of a track, for other programs.
struct ExportedTrack {
    struct Region {
        let start: MediaTime
        /// Nil for a point.
        let end: MediaTime?
        let label: String
    }

    let id: Int
    let title: String
    let artist: String
    let album: String
    let genre: String
    let duration: MediaTime
    /// The path of its file; nil for clients that are not hosts.
    let path: String?
    let grid: BeatGrid
    let regions: [Region]

    init(_ track: Track, path: String?, duration: MediaTime, grid: BeatGrid, markers: [Marker]) {
        id = track.id
        title = track.title
        artist = track.artist?.name ?? ""
        album = track.album?.name ?? ""
        genre = track.genre ?? ""
        self.duration = duration
        self.path = path
        self.grid = grid
        regions = markers.compactMap { marker in
            guard let start = MediaTime(checking: marker.place.start) else { return nil }
            return Region(
                start: start, end: marker.place.end.flatMap { MediaTime(checking: $0) },
                label: marker.place.label.isEmpty ? "Marker" : marker.place.label)
        }
    }

    /// For each beat the number of its bar, counted from 1; 0 before the first downbeat.
    var bars: [Int] {
        var bar = 0
        return grid.beats.map { beat in
            if beat.isDownbeat { bar += 1 }
            return bar
        }
    }

    /// A name for the file that is valid on every system.
    func fileName(_ format: ExportFormat) -> String {
        let name = [artist, title].filter { !$0.isEmpty }.joined(separator: " - ")
        let safe = String(String.UnicodeScalarView(name.unicodeScalars.prefix(100).map { Self.isSafe($0) ? $0 : "_" }))
        let trimmed = safe.trimmed
        return "\(trimmed.isEmpty ? "track \(id)" : trimmed).\(format.fileExtension)"
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value != 0x7F && !#"\/:*?"<>|%;"#.unicodeScalars.contains(scalar)
            && !(0x80...0x9F).contains(scalar.value)
    }
}

extension String {
    /// Without spaces and dots at its ends, which file systems drop or hide.
    fileprivate var trimmed: String {
        var part = self[...]
        while let first = part.first, first == " " || first == "." { part.removeFirst() }
        while let last = part.last, last == " " || last == "." { part.removeLast() }
        return String(part)
    }
}

extension MediaTime {
    /// Seconds with all six decimals.
    var fixed: String {
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let decimals = String(rest)
        return (microseconds < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 6 - decimals.utf8.count) + decimals
    }
}
