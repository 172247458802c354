import Music

@testable import Catalog

extension TemporaryCatalog {
    /// Updates the catalog to a folder's contents, as a scanner does.
    func scan(_ folder: ModelFolder, at now: Int) async throws {
        let seen = Dictionary(uniqueKeysWithValues: folder.files.map { (Array($0.key.utf8), $0.value) })
        let known = try await catalog.knownFiles(in: music)
        let present = Set(known.present.values.map(\.stamp))
        var returned: [Int] = []
        var found: [FoundFile] = []
        for (path, file) in seen.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if known.present[path]?.stamp == file.stamp { continue }
            // The file has moved back; its own track is kept, not the new one.
            if !present.contains(file.stamp), let track = known.missing[path]?.first(where: { $0.stamp == file.stamp })?.track {
                returned.append(track)
                continue
            }
            var tags = Tags()
            tags.title = file.title
            found.append(FoundFile(bytes: path, file.music, file.stamp, file.duration, tags))
        }
        try await catalog.returned(tracks: returned, at: now)
        _ = try await catalog.record(
            found, in: music, at: now, isThere: { _, path, stamp in seen[path]?.stamp == stamp },
            isElsewhere: { path, stamp in seen.contains { $0.key != path && $0.value.stamp == stamp } })
        // Check again: a track that was found elsewhere is not lost.
        let lost = try await catalog.knownFiles(in: music).present.filter { seen[$0.key] == nil }
        try await catalog.lost(
            tracks: lost.values.compactMap(\.track), rejected: lost.filter { $0.value.track == nil }.map(\.key), in: music,
            at: now)
    }

    /// All available tracks.
    func present() async throws -> [Track] {
        var query = TrackQuery()
        query.limit = .max
        return try await reader.tracks(query).items
    }
}
