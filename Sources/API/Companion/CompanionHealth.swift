import Catalog
import Library
import Music
import System
import Text
import Web

/// `GET /health`: the question of an app whether its companion is there.
extension CompanionAPI {
    private struct HealthJSON: Encodable {
        let status = "ok"
        let version = ProgramVersion.text
        /// Seconds.
        let uptime: Double
        /// Tracks with a profile.
        let profileCount: Int
        /// Bytes of the analyses, of which frames are made.
        let visCacheSize: Int
        /// Clients that hear news.
        let connectedClients: Int

        private enum Key: String, CodingKey {
            case status, version, uptime
            case profileCount = "profile_count"
            case visCacheSize = "vis_cache_size"
            case connectedClients = "connected_clients"
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(status, forKey: .status)
            try object.encode(version, forKey: .version)
            try object.encode(uptime, forKey: .uptime)
            try object.encode(profileCount, forKey: .profileCount)
            try object.encode(visCacheSize, forKey: .visCacheSize)
            try object.encode(connectedClients, forKey: .connectedClients)
        }
    }

    func addHealth(to routes: inout Routes) {
        read("/health", in: &routes) { _ in
            let census = try await library.surveyor.census()
            return Response(
                json: HealthJSON(
                    uptime: rounded(vitals.uptime, to: 3), profileCount: census.analyses[.done] ?? 0,
                    visCacheSize: library.files.cache.byteCount, connectedClients: push.clientCount)
            ).uncached
        }
    }
}
