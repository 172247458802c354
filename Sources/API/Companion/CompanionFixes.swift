import Catalog
import Library
import Web
import Workers

/// `POST /bulk-fix`: mends the tags of an album, and has the music scanned again.
extension CompanionAPI {
    /// Albums of one title.
    private static let mostAlbums = 500

    func addFixes(to routes: inout Routes) {
        let off = library.tags == nil ? LibraryAPI.editsNone : nil
        change(.post, "/bulk-fix", .editTags, body: Request.tagBody, unless: off, in: &routes) { request in
            let body = try await AskedBody.read(request, spool: library.data.spool)
            let fixes = try AskedFixes(body)
            let found = try await tracks(of: fixes)
            let tags = try fixes.tags(for: found.compactMap(\.track))
            let results = try await edit(found.map { Wish(found: $0, tags: tags) }, request)
            let isChanged = results.contains { $0.status == .edited || $0.status == .waiting }
            if isChanged { await library.librarian.requestScan() }
            return answer(results, rescan: isChanged)
        }
    }

    private func tracks(of fixes: AskedFixes) async throws -> [Found] {
        var found: [Found] = []
        var search = PathSearch(library)
        if !fixes.paths.isEmpty {
            found = try await find(fixes.paths, &search)
        } else {
            switch fixes.place {
            case .folder(let path):
                found = try await search.tracks(inFolder: try AskedPath(path), limit: TagEditor.mostTracks + 1).map(Found.init)
            case .albumID(let text): found = try await tracks(ofAlbum: Int(text).map { [$0] } ?? [])
            case .album(let title): found = try await tracks(ofAlbum: try await albums(called: title))
            case nil: throw Problem.badBody("paths, folder, album or album_id must say which tracks are meant.")
            }
        }
        if let problem = found.first?.problem, found.allSatisfy({ $0.problem != nil }) { throw problem }
        guard found.contains(where: { $0.track != nil }) else { throw Problem.nothing("There are no tracks there.") }
        guard found.count <= TagEditor.mostTracks else { throw TagRefusal.tooManyTracks(TagEditor.mostTracks) }
        return found
    }

    private func albums(called title: String) async throws -> [Int] {
        var query = AlbumQuery()
        query.text = title
        query.limit = Self.mostAlbums
        let same = try await library.reader.albums(query).items.filter { $0.title.lowercased() == title.lowercased() }
        guard same.count <= 1 else {
            throw Problem(.conflict, "Several albums have this title: name a folder or an album_id.", type: "conflict")
        }
        return same.map(\.id)
    }

    private func tracks(ofAlbum albums: [Int]) async throws -> [Found] {
        guard !albums.isEmpty else { return [] }
        var choice = AnalysisChoice()
        choice.albums = albums
        return try await library.reader.tracks(in: choice, limit: TagEditor.mostTracks + 1).map(Found.init)
    }
}

extension CompanionAPI.Found {
    /// A track that was found by its place.
    init(_ track: Track) {
        self.init(path: String(decoding: track.place.path, as: UTF8.self), track: track)
    }
}
