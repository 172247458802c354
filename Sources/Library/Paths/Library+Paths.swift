package import Catalog

/// Tracks by the paths of their files.
extension Library {
    /// The track whose file has this path: an absolute one, or one within a music folder.
    package func track(at path: [UInt8]) async throws -> Track? {
        for place in sources.places(at: path) {
            if let track = try await reader.track(at: place.path, in: place.folder) { return track }
        }
        return nil
    }

    /// The track whose file has this path within a music folder. A song of a music server that lies in a better place too is the
    /// track there.
    package func track(within path: [UInt8]) async throws -> Track? {
        guard path.first != UInt8(ascii: "/") else { return nil }
        for place in sources.places(at: path) {
            if let track = try await reader.track(at: place.path, in: place.folder) { return track }
            if let other = try await reader.track(listedFor: place.path, in: place.folder) { return try await reader.track(other) }
        }
        return nil
    }

    /// The tracks whose files lie in a folder within any music folder or deeper, or within the one of the catalog that is named, at most
    /// `limit`.
    package func tracks(below path: [UInt8], in folder: Int? = nil, limit: Int) async throws -> [Track] {
        guard path.first != UInt8(ascii: "/") else { return [] }
        var choice = AnalysisChoice()
        let places = sources.places(at: path).filter { folder == nil || $0.folder == folder }
        choice.places = places.map { AnalysisChoice.Place(folder: $0.folder, path: $0.path) }
        return try await reader.tracks(in: choice, limit: limit)
    }
}
