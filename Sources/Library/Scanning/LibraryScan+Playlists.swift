import Catalog
import Glibc
import System
import Text
import Workers

/// How a scan takes in playlist files.
extension LibraryScan {
    /// Most playlist files of a music folder; more are left out.
    private static let mostPlaylists = 2_000
    /// Most entries that are looked for again after a scan.
    private static let mostLost = 100_000

    /// Brings the playlists up to date with the files that were listed. Returns the playlists that have changed.
    ///
    /// `isGone` says whether a playlist whose file was not listed is gone.
    func takePlaylists(_ listed: [SourceFile], tracksChanged: Bool, isGone: ([UInt8]) -> Bool) async throws -> [Int] {
        let known = try await catalog.playlistFiles(in: folder.id)
        let new = listed.prefix(Self.mostPlaylists).filter { known[$0.path]?.stamp != $0.stamp }
        let paths = Set(listed.map(\.path))
        let gone = known.filter { !paths.contains($0.key) && isGone($0.key) }.map(\.value.playlist)
        try await catalog.lost(playlists: gone)
        let lost = tracksChanged ? try await catalog.lostEntries(limit: Self.mostLost) : []
        guard !new.isEmpty || !lost.isEmpty else { return gone }
        let finder = try await finder()
        var changed = gone
        for file in new {
            guard let found = await read(file, finder) else { continue }
            changed.append(try await catalog.record(found, in: folder.id, at: clock.second))
        }
        let found = lost.compactMap { entry in
            finder.track(at: entry.location, in: entry.folder, beside: entry.path).map { (entry: entry, track: $0) }
        }
        if !found.isEmpty {
            try await catalog.link(found, at: clock.second)
            changed += Set(found.map(\.entry.playlist))
        }
        return changed
    }

    private func finder() async throws -> TrackFinder {
        let roots = Dictionary(try await catalog.folders().map { ($0.id, $0.path) }) { first, _ in first }
        var finder = try await catalog.finder(roots)
        finder.sort()
        return finder
    }

    /// Reads a playlist file; nil if it cannot be read, such as because it is gone again.
    private func read(_ file: SourceFile, _ finder: TrackFinder) async -> FoundPlaylist? {
        let name = FolderPath.name(of: file.path)
        guard let kind = PlaylistText.Kind(name: name), file.stamp.size <= PlaylistText.mostBytes else { return nil }
        let source = source
        let read = { @Sendable in try source.open(file.path, file.stamp).start(atMost: PlaylistText.mostBytes) }
        guard (try? await source.fetch(file.path, file.stamp)) != nil, let bytes = try? await DiskThreads.run(read) else {
            return nil
        }
        let text = PlaylistText(bytes, kind)
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return FoundPlaylist(
            path: file.path, stamp: file.stamp, name: text.title ?? stem.asOneLine,
            entries: text.entries.map { entry in
                FoundPlaylist.Entry(
                    track: finder.track(at: entry.location, in: folder.id, beside: file.path), location: entry.location,
                    title: entry.title ?? TrackFinder.name(of: entry.location).asOneLine)
            })
    }
}

extension Catalog {
    /// A finder of all tracks whose files are there.
    fileprivate func finder(_ roots: [Int: [UInt8]]) throws -> TrackFinder {
        var finder = TrackFinder(roots: roots)
        try eachPlace { finder.add(track: $0, folder: $1, path: $2) }
        return finder
    }
}
