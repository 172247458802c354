package import Catalog
package import System
package import Web
import Workers

/// A cache of covers by size; a missing one is made from the music file, or from the picture beside it.
///
/// A picture that cannot be shown is no cover: the catalog remembers it when one is asked for, so that everything that is told of a track agrees.
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
    let catalog: Catalog
    let events: LibraryEvents
    private let once = Once<String, String>()

    init(cache: FileCache, maker: CoverMaker, sources: MusicSources, catalog: Catalog, events: LibraryEvents) {
        self.cache = cache
        self.maker = maker
        self.sources = sources
        self.catalog = catalog
        self.events = events
    }

    /// The cover of a track, with no side longer than `edge` pixels; nil keeps its size. Throws `noCover` if no picture of it can be
    /// shown.
    package func cover(of track: Track, edge: Int?, _ seat: Seat? = nil) async throws -> Cover {
        try await first(of: track) { try await cover(in: $0, edge: edge, seat) }
    }

    /// The colours of a track's cover, the heaviest first. Throws `noCover` if no picture of it can be shown.
    package func colours(of track: Track) async throws -> [String] {
        try await first(of: track) { try await maker.colours(of: .file($0.file), name: $0.name) }
    }

    /// What is made of the first picture that can be shown: the one in the music file, else the one beside it.
    private func first<Made>(of track: Track, _ make: (Source) async throws -> Made) async throws -> Made {
        let place = track.place
        if let source = await inside(track) {
            do {
                return try await make(source)
            } catch let failure as WorkerFailure where failure.isOfInput {
                await remember { try await catalog.refusePicture(in: track.id, source.stamp) }
            }
        }
        if let source = await beside(track), source.key != track.refusedBeside {
            do {
                let made = try await make(source)
                if track.refusedBeside != nil {
                    await remember { try await catalog.refuse(nil, beside: place.path, in: place.folder) }
                }
                return made
            } catch let failure as WorkerFailure where failure.isOfInput {
                await remember { try await catalog.refuse(source.key, beside: place.path, in: place.folder) }
            }
        }
        throw LibraryRefusal.noCover
    }

    private func remember(_ change: () async throws -> Bool) async {
        // A catalog that cannot be written has said so: the picture is tried again when it is asked for.
        guard let isNew = try? await change(), isNew else { return }
        events.tell(.library(.tracks))
    }

    private func cover(in source: Source, edge: Int?, _ seat: Seat?) async throws -> Cover {
        let key = "\(source.key)-\(edge.map { "\($0)" } ?? "original")"
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
            } catch let failure as WorkerFailure where !failure.isOfInput {
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

    private func kept(_ key: String) async throws -> Cover? {
        for (type, ending) in Self.endings where cache.contains("\(key).\(ending)") {
            let file = try await DiskThreads.run { try cache.open("\(key).\(ending)") }
            if let file { return Cover(file: file, mediaType: type, key: key) }
        }
        return nil
    }

    private struct Source: Sendable {
        let file: WorkerFile
        let name: String
        let stamp: FileStamp

        /// The picture's name in the cache, without its size.
        var key: String {
            [stamp.inode, stamp.modified, stamp.size].map { String(UInt64(bitPattern: $0), radix: 36) }.joined(separator: "-")
        }

        init?(_ file: WorkerFile, name: String) {
            guard let stamp = MusicFile.stamp(of: file.raw) else { return nil }
            self.file = file
            self.name = name
            self.stamp = stamp
        }
    }

    private func inside(_ track: Track) async -> Source? {
        guard track.carriesCover else { return nil }
        // A file that cannot be opened counts as no picture.
        return (try? await sources.open(track.place)).flatMap { Source($0, name: FolderPath.name(of: track.place.path)) }
    }

    private func beside(_ track: Track) async -> Source? {
        await sources[track.place.folder]?.openCover(beside: track.place.path).flatMap { Source($0.file, name: $0.name) }
    }
}
