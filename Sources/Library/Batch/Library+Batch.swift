import Catalog

/// What somebody wants analyzed, in their own words.
package struct AnalysisWish: Sendable {
    package var extent = AnalysisOrder.Extent.missing
    package var isForced = false
    /// The name of a music server.
    package var server: String?
    package var albums: [Int] = []
    /// Words from the titles and artists of albums.
    package var words: String?
    /// Files and folders, named as on the command line.
    package var paths: [String] = []
    package var rate: Int?
    package var hours: DailyHours?

    package init() {}
}

/// Batches of analyses that somebody orders.
extension Library {
    /// Albums that words may mean.
    package static let mostAlbumsOfBatch = 100
    /// Albums and paths that one batch names.
    package static let mostNamedInBatch = 1_000
    /// Bytes a second: with less, a song would take longer than a request may.
    package static let rates = 16_384...(1 << 40)

    /// Begins to analyze many tracks, after all that somebody waits for. With `isKept` it goes on after a restart.
    package func analyze(_ wish: AnalysisWish, isKept: Bool = true) async throws -> AnalysisBatch {
        let choice = try await choice(wish)
        guard try await catalog.trackCount(in: choice) > 0 else { throw BatchRefusal.noTracks }
        return try await batches.begin(
            AnalysisOrder(
                choice: choice, extent: wish.extent, isForced: wish.isForced, rate: wish.rate, hours: wish.hours),
            isKept: isKept)
    }

    private func choice(_ wish: AnalysisWish) async throws -> AnalysisChoice {
        var choice = AnalysisChoice()
        if let server = wish.server {
            let path = Array(SubsonicSource.folder(of: server).utf8)
            guard let folder = try await reader.folders().first(where: { $0.path == path }) else {
                throw BatchRefusal.noServer(server)
            }
            choice.folder = folder.id
        }
        if !wish.albums.isEmpty || wish.words != nil { choice.albums = try await albums(wish) }
        if !wish.paths.isEmpty {
            var places: [AnalysisChoice.Place] = []
            for path in wish.paths {
                let found = try await self.places(below: path)
                guard !found.isEmpty else { throw BatchRefusal.noPath(path) }
                places += found
            }
            choice.places = places
        }
        return choice
    }

    private func albums(_ wish: AnalysisWish) async throws -> [Int] {
        for album in wish.albums where try await reader.album(album) == nil { throw BatchRefusal.noAlbum("\(album)") }
        guard let words = wish.words else { return wish.albums }
        var query = AlbumQuery()
        query.text = words
        query.limit = Self.mostAlbumsOfBatch
        let found = try await reader.albums(query)
        guard found.total > 0 else { throw BatchRefusal.noAlbum(words) }
        guard found.total <= Self.mostAlbumsOfBatch else { throw BatchRefusal.tooManyAlbums(words) }
        return wish.albums + found.items.map(\.id)
    }

    /// The tracks below a path: it may lie within a music folder, be one, or hold some.
    private func places(below path: String) async throws -> [AnalysisChoice.Place] {
        var places = sources.places(at: Array(path.utf8)).map { AnalysisChoice.Place(folder: $0.folder, path: $0.path) }
        let within = path == "/" ? [] : Array(path.utf8)
        let folders = try await reader.folders().filter { SubsonicSource.server(of: $0.path) == nil }
        for folder in folders where folder.path != within && FolderPath.contains(within, folder.path) {
            places.append(AnalysisChoice.Place(folder: folder.id, path: []))
        }
        var known: [AnalysisChoice.Place] = []
        for place in places {
            var choice = AnalysisChoice()
            choice.places = [place]
            if try await catalog.trackCount(in: choice) > 0 { known.append(place) }
        }
        return known
    }
}
