import Music
import Text

/// The plain formats.
extension ExportedTrack {
    private struct BeatJSON: Encodable {
        let time: Double
        let bar: Int
        let position: UInt8
    }

    private struct RegionJSON: Encodable {
        let start: Double
        let end: Double?
        let label: String
    }

    private struct FileJSON: Encodable {
        let title: String
        let artist: String
        let duration: Double
        let bpm: Double?
        let meter: Int?
        let beats: [BeatJSON]
        let markers: [RegionJSON]
    }

    var json: String {
        let file = FileJSON(
            title: title, artist: artist, duration: duration.seconds, bpm: grid.tempo.map { rounded($0, to: 3) },
            meter: grid.beats.isEmpty ? nil : grid.meter,
            beats: zip(grid.beats, bars).map { BeatJSON(time: $0.time.seconds, bar: $1, position: $0.position) },
            markers: regions.map { RegionJSON(start: $0.start.seconds, end: $0.end?.seconds, label: $0.label) })
        return String(decoding: JSON.bytes(file), as: UTF8.self) + "\n"
    }

    /// One line for each beat and marker, by time (RFC 4180).
    var csv: String {
        let beats = zip(grid.beats, bars).map { ($0.time, "beat,\($0.time.fixed),,\($1),\($0.position),") }
        let marks = regions.map { region in
            let label =
                "\"" + region.label.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
            return (region.start, "marker,\(region.start.fixed),\(region.end?.fixed ?? ""),,,\(label)")
        }
        return "kind,start,end,bar,position,label\r\n" + Self.ordered(beats + marks).map { $0 + "\r\n" }.joined()
    }

    /// A label track: start, end and label, parted by tabs. A beat's label is its bar and its position.
    var audacityLabels: String {
        let beats = zip(grid.beats, bars).map { beat, bar in
            let label = beat.position == 0 ? "beat" : "\(bar).\(beat.position)"
            return (beat.time, "\(beat.time.fixed)\t\(beat.time.fixed)\t\(label)")
        }
        let marks = regions.map { region in
            let label = region.label.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: " ")
            return (region.start, "\(region.start.fixed)\t\((region.end ?? region.start).fixed)\t\(label)")
        }
        return Self.ordered(beats + marks).map { $0 + "\n" }.joined()
    }

    private static func ordered(_ lines: [(MediaTime, String)]) -> [String] {
        lines.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
