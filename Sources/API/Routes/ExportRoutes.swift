import Catalog
import Library
import Music
import Web

/// Beats and markers as files for other programs.
extension LibraryAPI {
    func addExport(to routes: inout Routes) {
        read("/tracks/{track}/export", takes: .long, in: &routes) { request in
            let words = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            guard let name = try QueryReader(request).text("format"), let format = ExportFormat(rawValue: name) else {
                throw Problem.badQuery("format must be one of \(words).")
            }
            let (track, opened) = try await analysis(request)
            let analysis = opened.analysis
            let correction = try await library.correction(of: track)
            let exported = ExportedTrack(
                track,
                path: access.may(request.caller, .seeFiles)
                    ? library.sources.location(of: track.place.path, in: track.place.folder) : nil,
                duration: analysis.duration,
                grid: analysis.grid(correction),
                markers: try await library.reader.markers(of: track.identity))
            return exported.file(format).response(format.contentType, Array(format.text(of: exported).utf8))
        }
    }
}
