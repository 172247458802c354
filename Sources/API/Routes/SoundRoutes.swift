import Catalog
import Library
import Web
import Workers

/// A track's audio: its original file, or a conversion that browsers play.
extension LibraryAPI {
    func addSound(to routes: inout Routes) {
        read("/tracks/{track}/audio", takes: .waiting, in: &routes) { request in
            let track = try await track(request)
            return try await original(track, request)
        }
        read("/tracks/{track}/stream", takes: .waiting, in: &routes) { request in
            let track = try await track(request)
            guard let name = try QueryReader(request).text("format") else {
                if BrowserPlayable.is(codec: track.codec, container: track.container) { return try await original(track, request) }
                // It is lossless, and every browser of recent years plays it.
                let form: StreamForm = try await library.streams.forms().contains(.flac) ? .flac : .wav
                return try await converted(track, to: form, request)
            }
            let forms = try await library.streams.forms()
            guard let form = StreamForm(rawValue: name), forms.contains(form) else {
                throw Problem.badQuery("format must be one of \(forms.map(\.rawValue).joined(separator: ", ")).")
            }
            return try await converted(track, to: form, request)
        }
    }

    private func original(_ track: Track, _ request: Request) async throws -> Response {
        let file = try await library.file(of: track, request.seat)
        return Response(
            file, type: AudioType.of(container: track.container), etag: Self.tag(track.place.stamp), for: request.head)
    }

    private func converted(_ track: Track, to form: StreamForm, _ request: Request) async throws -> Response {
        let file = try await library.streams.file(of: track, as: form, request.seat)
        return Response(file, type: form.mediaType, etag: "\"\(track.identity)-\(form.rawValue)\"", for: request.head)
    }

    static func tag(_ stamp: FileStamp) -> String {
        "\"\(String(stamp.modified, radix: 36))-\(String(stamp.size, radix: 36))\""
    }
}

/// The media types of music files.
enum AudioType {
    private static let types = [
        "mp3": "audio/mpeg", "flac": "audio/flac", "wav": "audio/wav", "ogg": "audio/ogg", "mov": "audio/mp4", "aac": "audio/aac",
        "matroska": "audio/webm", "aiff": "audio/aiff", "asf": "audio/x-ms-wma", "ape": "audio/x-ape", "wv": "audio/x-wavpack",
    ]

    static func of(container: String) -> String { types[container] ?? "application/octet-stream" }
}
