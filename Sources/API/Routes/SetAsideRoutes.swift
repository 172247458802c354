import Catalog
import Foundation
import Guardian
import Library
import System
import Web

/// Work that crashed the server twice and is set aside: routes to list it and to have it tried again, for hosts only.
extension LibraryAPI {
    private struct AsideJSON: Encodable {
        let kind: String
        let what: String
        let until: String?

        private enum Key: String, CodingKey { case kind, what, until }

        init(_ kind: SetAside.Kind, _ what: String, until: String? = nil) {
            (self.kind, self.what, self.until) = (kind.rawValue, what, until)
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(kind, forKey: .kind)
            try object.encode(what, forKey: .what)
            try object.encode(until, forKey: .until)
        }
    }

    /// A room's name and a time, or a request's method and pattern, are far shorter.
    private static let longestSubject = 300

    func addSetAside(to routes: inout Routes) {
        change(.get, "/set-aside", .tendServer, in: &routes) { _ in Response(json: try await listSetAside()).uncached }
        change(.delete, "/set-aside", .tendServer, in: &routes) { request in
            let query = QueryReader(request)
            guard let kind = try query.word("kind", as: SetAside.Kind.self),
                let what = try query.text("what", atMost: Self.longestSubject)
            else { throw Problem.badQuery("kind and what must name an entry of the list.") }
            guard try await forget(kind, what) else { throw Problem.nothing("Nothing of this kind and name is set aside.") }
            return Response(.noContent)
        }
    }

    private func listSetAside() async throws -> [AsideJSON] {
        let now = library.clock.now
        let requests = (guarded?.refusedRequests ?? [:]).filter { $0.value > now }.sorted { $0.key < $1.key }
            .map { request in
                let seconds = Double(library.clock.wall) / 1_000_000 + Double(request.value - now) / 1_000_000
                let end = Date(timeIntervalSince1970: seconds)
                return AsideJSON(.request, request.key, until: end.formatted(.iso8601))
            }
        let rooms = try await library.catalog.roomsSetAside().map { AsideJSON(.room, $0) }
        return requests + rooms + library.setAside.tracks.map { AsideJSON(.track, "\($0)") }
    }

    private func forget(_ kind: SetAside.Kind, _ what: String) async throws -> Bool {
        switch kind {
        case .request: return guarded?.forget(request: what) ?? false
        case .room: return try await library.catalog.forget(roomSetAside: what)
        case .track:
            guard let track = Int(what), try await library.setAside.clear([track]) else { return false }
            // Tells those who play the track that it can be played again.
            library.events.tell(.library(.tracks))
            return true
        }
    }
}
