package import Catalog
package import System
package import Web
import Workers

/// A cache of covers by size; a missing one is made from the music file, or from the picture beside it.
package struct Covers: Sendable {
    package struct Cover: Sendable {
        package let file: OpenFile
        package let mediaType: String
        /// The cache key: equal for the same picture in the same size.
        package let key: String
    }

    private static let endings = [
        "image/jpeg": "jpeg", "image/png": "png", "image/gif": "gif", "image/webp": "webp", "image/avif": "avif",
    ]

    let cache: FileCache
    let maker: CoverMaker
    let sources: MusicSources
    private let once = Once<String, String>()

    init(cache: FileCache, maker: CoverMaker, sources: MusicSources) {
        self.cache = cache
        self.maker = maker
        self.sources = sources
    }

    /// The cover of a track, with no side longer than `edge` pixels; nil keeps its size.
    package func cover(of track: Track, edge: Int?, _ seat: Seat? = nil) async throws -> Cover {
        guard let source = await source(of: track) else { throw LibraryRefusal.noCover }
        let stamp = source.stamp
        let key = "\(digits(stamp.inode))-\(digits(stamp.modified))-\(digits(stamp.size))-\(edge.map { "\($0)" } ?? "original")"
        if let cover = try await kept(key) { return cover }
        try seat?.move(to: .works)
        let type = try await once.value(key) {
            do {
                let (file, type) = try await maker.cover(of: .file(source.file), name: source.name, edge: edge)
                guard let ending = Self.endings[type] else { throw WorkerFailure.garbled }
                _ = try await DiskThreads.run { try cache.put("\(key).\(ending)", file) }
                return type
            } catch WorkerFailure.couldNotStart {
                throw LibraryRefusal.overloaded
            } catch let failure as WorkerFailure {
                if let shortage = failure.shortage { throw LibraryRefusal(shortage) }
                throw LibraryRefusal.coverUnreadable(reason: "\(failure)")
            } catch let error as SystemError where error.isDiskFull {
                throw LibraryRefusal.diskFull
            }
        }
        guard let cover = try await kept(key) else {
            throw LibraryRefusal.coverTooLarge(type: type)
        }
        return cover
    }

    /// The colours of a track's cover, the heaviest first; empty if it has no cover.
    package func colours(of track: Track) async throws -> [String] {
        guard let source = await source(of: track) else { return [] }
        return try await maker.colours(of: .file(source.file), name: source.name)
    }

    private func kept(_ key: String) async throws -> Cover? {
        for (type, ending) in Self.endings where cache.contains("\(key).\(ending)") {
            let file = try await DiskThreads.run { try cache.open("\(key).\(ending)") }
            if let file { return Cover(file: file, mediaType: type, key: key) }
        }
        return nil
    }

    private func digits(_ number: Int64) -> String { String(UInt64(bitPattern: number), radix: 36) }

    private struct Source: Sendable {
        let file: WorkerFile
        let name: String
        let stamp: FileStamp

        init?(_ file: WorkerFile, name: String) {
            guard let stamp = MusicFile.stamp(of: file.raw) else { return nil }
            self.file = file
            self.name = name
            self.stamp = stamp
        }
    }

    /// The music file if it embeds a picture, else the cover picture beside it.
    private func source(of track: Track) async -> Source? {
        let place = track.place
        // A file that cannot be opened counts as no picture.
        if track.carriesCover, let file = try? await sources.open(place),
            let source = Source(file, name: FolderPath.name(of: place.path))
        {
            return source
        }
        return await sources[place.folder]?.openCover(beside: place.path).flatMap { Source($0.file, name: $0.name) }
    }
}
