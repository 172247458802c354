import Catalog
import Library

/// Finds what the paths of one request mean. It takes about as long as the paths are, whatever they are made of and however many tracks
/// there are.
struct PathSearch {
    private let library: Library
    private var paths: PathFinder.Paths?

    init(_ library: Library) {
        self.library = library
    }

    /// The track that a path names; nil if there is none, or if it is not sure which one is meant.
    ///
    /// First comes a file with exactly this path, then one whose path differs only as paths do that other programs write, then one whose tags
    /// a music server would make this path of.
    mutating func track(at asked: AskedPath) async throws -> Track? {
        if let literal = asked.readings.first, let track = try await library.track(within: Array(literal.utf8)) { return track }
        let paths = try await known()
        for reading in asked.readings {
            if let id = paths.track(at: reading, withAllCommas: asked.mayBeSeveral), let track = try await library.reader.track(id)
            {
                return track
            }
        }
        for reading in asked.readings where !asked.mayBeSeveral {
            if let tags = TagPath(reading), let track = try await library.reader.track(tags) { return track }
        }
        return nil
    }

    /// The tracks in a folder and deeper, at most `limit`.
    mutating func tracks(inFolder asked: AskedPath, limit: Int) async throws -> [Track] {
        if let literal = asked.readings.first {
            let tracks = try await library.tracks(below: Array(literal.utf8), limit: limit)
            if !tracks.isEmpty { return tracks }
        }
        let paths = try await known()
        for reading in asked.readings {
            guard let place = paths.folder(at: reading) else { continue }
            return try await library.tracks(below: place.path, in: place.folder, limit: limit)
        }
        return []
    }

    private mutating func known() async throws -> PathFinder.Paths {
        if let paths { return paths }
        let known = try await library.paths.paths()
        paths = known
        return known
    }
}
