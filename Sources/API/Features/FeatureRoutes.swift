import Catalog
import Foundation
import Library
import Music
import Web

/// `/v1/audio-features` and `/v1/audio-analysis`: what Spotify no longer tells new apps, in the same shape.
extension CompanionAPI {
    /// As many as Spotify took.
    private static let mostIDs = 100
    private static let base = "/v1"

    private struct FeaturesJSON: Encodable {
        let features: [AudioFeatures?]

        private enum Key: String, CodingKey { case features = "audio_features" }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(features, forKey: .features)
        }
    }

    /// At the main port they stand where Spotify's do; at the companion's own port, below its prefix, too.
    func addFeatures(to routes: inout Routes) {
        for front in ["", Self.prefix] {
            read(Self.base + "/audio-features/{id}", below: front, in: &routes) { request in
                let track = try await track(withID: request.parameters.text("id"))
                guard let features = try await features(of: track) else { return try await Self.pending(track, request, library) }
                return Response(json: features).revalidated
            }
            read(Self.base + "/audio-features", below: front, takes: .long, in: &routes) { request in
                let ids = request.head.target.query("ids")?.split(separator: ",").map(String.init) ?? []
                guard (1...Self.mostIDs).contains(ids.count) else {
                    throw Problem.badQuery("ids must name from 1 to \(Self.mostIDs) tracks, with commas between them.")
                }
                var all: [AudioFeatures?] = []
                for id in ids {
                    guard let track = try await find(id) else {
                        all.append(nil)
                        continue
                    }
                    all.append(try await features(of: track))
                }
                return Response(json: FeaturesJSON(features: all)).revalidated
            }
            read(Self.base + "/audio-analysis/{id}", below: front, takes: .long, in: &routes) { request in
                let track = try await track(withID: request.parameters.text("id"))
                do {
                    let opened = try await library.queue.analysis(of: track, patience: .zero, for: request.seat)
                    let grid = try await correctedGrid(of: track) ?? opened.analysis.grid()
                    return Response(json: AudioAnalysis(opened.analysis, grid: grid)).revalidated
                } catch LibraryRefusal.analysisPending {
                    return Self.pending
                }
            }
        }
    }

    private func track(withID id: String) async throws -> Track {
        guard let track = try await find(id) else { throw Problem.nothing("There is no track with this id.") }
        return track
    }

    /// The track with a number of ours, or whose file has a content identity, an ISRC or an id of a recording in MusicBrainz.
    private func find(_ id: String) async throws -> Track? {
        if let identity = ContentIdentity(id) { return try await library.reader.tracks(of: identity).first }
        if let isrc = RecordingCode.isrc(id) { return try await library.reader.track(isrc: isrc) }
        if let recording = RecordingCode.musicBrainz(id) { return try await library.reader.track(musicBrainzID: recording) }
        guard let number = Int(id), number > 0 else { return nil }
        return try await library.reader.track(number)
    }

    /// Nil while the track is not analyzed.
    private func features(of track: Track) async throws -> AudioFeatures? {
        guard let profile = track.analysis.profile else { return nil }
        return AudioFeatures(track: track, profile: profile, grid: try await keptGrid(of: track), base: Self.base)
    }

    /// The beats with what people corrected; nil where the analysis is not at hand.
    private func keptGrid(of track: Track) async throws -> BeatGrid? {
        guard library.files.contains(track.identity) else { return nil }
        if let corrected = try await correctedGrid(of: track) { return corrected }
        return try await library.queue.analysis(of: track, patience: .zero).analysis.grid()
    }

    /// Asks for an analysis, and answers as programs expect that try again by themselves.
    private static func pending(_ track: Track, _ request: Request, _ library: Library) async throws -> Response {
        do {
            _ = try await library.queue.analysis(of: track, patience: .zero, for: request.seat)
        } catch LibraryRefusal.analysisPending {
            return pending
        }
        return pending
    }

    private static var pending: Response {
        var response = Response(Problem(LibraryRefusal.analysisPending(progress: 0).problem, as: .unavailable))
        response.set("retry-after", retryAfter)
        return response
    }
}

extension Problem {
    /// The same problem under another status.
    fileprivate init(_ problem: Problem, as status: Status) {
        self = problem
        self.status = status
    }
}
