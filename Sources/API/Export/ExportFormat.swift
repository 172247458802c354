/// A format in which other programs take beats and markers.
enum ExportFormat: String, CaseIterable {
    case json, csv, audacity, rekordbox

    var contentType: String {
        switch self {
        case .json: "application/json"
        case .csv: "text/csv; charset=utf-8"
        case .audacity: "text/plain; charset=utf-8"
        case .rekordbox: "application/xml"
        }
    }

    var fileExtension: String {
        switch self {
        case .json: "json"
        case .csv: "csv"
        case .audacity: "labels.txt"
        case .rekordbox: "rekordbox.xml"
        }
    }

    func text(of track: ExportedTrack) -> String {
        switch self {
        case .json: track.json
        case .csv: track.csv
        case .audacity: track.audacityLabels
        case .rekordbox: track.rekordboxXML
        }
    }
}
