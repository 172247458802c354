import Catalog
import Library
import Web

/// Files that could not be read, or not to their end, for hosts only.
extension LibraryAPI {
    private struct BrokenFileJSON: Encodable {
        let kind: String
        let path: String
        let reason: String
        let track: Int?

        private enum Key: String, CodingKey { case kind, path, reason, track }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(kind, forKey: .kind)
            try object.encode(path, forKey: .path)
            try object.encode(reason, forKey: .reason)
            try object.encode(track, forKey: .track)
        }
    }

    private struct BrokenFilesJSON: Encodable {
        let items: [BrokenFileJSON]
        let total: Int
        let limit: Int
        let offset: Int
        let counts: [String: Int]
    }

    func addBrokenFiles(to routes: inout Routes) {
        change(.get, "/library/broken", .seeFiles, in: &routes) { request in
            let query = QueryReader(request)
            let paging = try PageRequest(query)
            let kind = try query.word("kind", as: BrokenFile.Kind.self)
            let found = try await library.surveyor.brokenFiles(kind, limit: paging.limit, offset: paging.offset)
            let counts = try await library.surveyor.brokenFileCounts()
            let files = found.items.map { file in
                BrokenFileJSON(
                    kind: file.kind.rawValue, path: library.sources.location(of: file.path, in: file.folder),
                    reason: file.reason, track: file.track)
            }
            let pairs = counts.map { ($0.key.rawValue, $0.value) }
            return Response(
                json: BrokenFilesJSON(
                    items: files, total: found.total, limit: paging.limit, offset: paging.offset,
                    counts: Dictionary(uniqueKeysWithValues: pairs))
            ).uncached
        }
    }
}
