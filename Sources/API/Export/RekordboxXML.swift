import Music
import Text

/// The XML that rekordbox imports: a collection of one track. `TEMPO` describes the beats from its time to the next one's, and
/// `POSITION_MARK` a cue (type 0) or a loop (type 4); number -1 makes it a memory cue.
extension ExportedTrack {
    /// A beat may be this far from where a tempo puts it. The analysis is no more exact.
    private static let tolerance = MediaTime(microseconds: 2_000)

    var rekordboxXML: String {
        var track = [
            ("TrackID", String(id)), ("Name", title), ("Artist", artist), ("Album", album), ("Genre", genre),
            ("TotalTime", String(duration.microseconds / 1_000_000)),
        ]
        if let tempo = grid.tempo { track.append(("AverageBpm", Self.decimal(tempo))) }
        if let path { track.append(("Location", "file://localhost" + PercentCoding.encoded(path: path.utf8))) }
        let tempi = grid.stretches(within: Self.tolerance).map { stretch in
            let beat = grid.beats[stretch.first]
            return Self.element(
                "TEMPO",
                [
                    ("Inizio", beat.time.fixed), ("Bpm", Self.decimal(stretch.bpm)), ("Metro", "\(max(1, grid.meter))/4"),
                    ("Battito", String(max(1, beat.position))),
                ])
        }
        let marks = regions.map { region in
            let end = region.end.map { [("End", $0.fixed)] } ?? []
            return Self.element(
                "POSITION_MARK",
                [("Name", region.label), ("Type", region.end == nil ? "0" : "4"), ("Start", region.start.fixed)] + end + [
                    ("Num", "-1")
                ])
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <DJ_PLAYLISTS Version="1.0.0">
              <PRODUCT Name="Downbeat" Version="1" Company=""/>
              <COLLECTION Entries="1">
                <TRACK\(Self.attributes(track))>
            \((tempi + marks).map { "      \($0)\n" }.joined())    </TRACK>
              </COLLECTION>
              <PLAYLISTS>
                <NODE Type="0" Name="ROOT" Count="0"/>
              </PLAYLISTS>
            </DJ_PLAYLISTS>

            """
    }

    private static func element(_ name: String, _ traits: [(String, String)]) -> String { "<\(name)\(attributes(traits))/>" }

    private static func attributes(_ traits: [(String, String)]) -> String {
        traits.map { " \($0)=\"\(XMLText.escaped($1))\"" }.joined()
    }

    private static func decimal(_ tempo: Double) -> String { "\(rounded(tempo, to: 4))" }
}
