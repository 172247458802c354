import Catalog
import Library
import Text
import Web

/// A playlist as a file for other players.
extension LibraryAPI {
    private enum Format: String, CaseIterable {
        case m3u8, xspf

        var mediaType: String {
            switch self {
            case .m3u8: "application/vnd.apple.mpegurl; charset=utf-8"
            case .xspf: "application/xspf+xml; charset=utf-8"
            }
        }
    }

    func addPlaylistExport(to routes: inout Routes) {
        read("/playlists/{playlist}/export", takes: .long, in: &routes) { request in
            let format = try QueryReader(request).word("format", as: Format.self) ?? .m3u8
            let playlist = try await playlist(request)
            let entries = try await library.surveyor.entries(of: playlist.id, limit: PlaylistText.mostEntries, offset: 0)
            // Paths are for hosts; other players get what they can play.
            let showsPaths = access.may(request.caller, .seeFiles)
            let base = "\(request.caller.scheme)://\(request.caller.host)\(Self.prefix)"
            let text = PlaylistText(
                title: playlist.name,
                entries: entries.compactMap { entry in
                    guard let track = entry.track else { return nil }
                    let title = [track.artist?.name, track.title].compactMap { $0 }.joined(separator: " - ")
                    return PlaylistText.Entry(
                        location: showsPaths
                            ? library.sources.location(of: track.place.path, in: track.place.folder)
                            : "\(base)/tracks/\(track.id)/stream", title: title, duration: track.duration)
                })
            let file = Download(playlist.name, or: "playlist \(playlist.id)", extension: format.rawValue)
            return file.response(format.mediaType, Array((format == .m3u8 ? text.m3u8 : text.xspf).utf8))
        }
    }
}
