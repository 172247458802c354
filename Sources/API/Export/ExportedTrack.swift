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

    func file(_ format: ExportFormat) -> Download {
        let name = [artist, title].filter { !$0.isEmpty }.joined(separator: " - ")
        return Download(name, or: "track \(id)", extension: format.fileExtension)
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
