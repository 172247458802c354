import Catalog
import Foundation
import Library
import Music
import Web

/// The results of the analysis, for one track or for many files at once.
extension LibraryAPI {
    /// As many as other music servers ask for at a time.
    private static let mostPaths = 1_000

    private struct ProfilesBody: Decodable {
        let paths: [String]
    }

    private struct TrackProfileJSON: Encodable {
        let path: String
        let track: Int?
        let state: String?
        let profile: ProfileJSON?

        private enum Key: String, CodingKey { case path, track, state, profile }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(path, forKey: .path)
            try object.encode(track, forKey: .track)
            try object.encode(state, forKey: .state)
            try object.encode(profile, forKey: .profile)
        }
    }

    private struct ProfilesJSON: Encodable {
        let profiles: [TrackProfileJSON]
    }

    func addProfiles(to routes: inout Routes) {
        read("/tracks/{track}/profile", in: &routes) { request in
            let patience = try patience(of: request)
            if patience > .zero { try request.seat?.move(to: .waits) }
            let track = try await track(request)
            guard let profile = track.analysis.profile else {
                _ = try await library.queue.analysis(of: track, patience: patience, for: request.seat)
                return try await self.profile(ofAnalyzed: track.id)
            }
            return try await tagged(request) { ProfileJSON(profile) }
        }
        // This POST changes nothing, so it needs no token: the paths do not fit into a URL.
        ask("/profiles", in: &routes) { request in
            let paths = try request.json(ProfilesBody.self).paths
            guard paths.count <= Self.mostPaths else {
                throw Problem.badBody("paths may name at most \(Self.mostPaths) files at a time.")
            }
            var profiles: [TrackProfileJSON] = []
            for path in paths {
                let track = try await library.track(at: Array(path.utf8))
                profiles.append(
                    TrackProfileJSON(
                        path: path, track: track?.id, state: track?.analysis.state.rawValue,
                        profile: track?.analysis.profile.map(ProfileJSON.init)))
            }
            return Response(json: ProfilesJSON(profiles: profiles))
        }
    }

    private func profile(ofAnalyzed track: Int) async throws -> Response {
        guard let profile = try await library.reader.track(track)?.analysis.profile else {
            throw Problem(.conflict, "The track is being analyzed.", type: "analysis-pending")
        }
        return Response(json: ProfileJSON(profile))
    }
}
