package import Catalog
import Foundation
import Glibc
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
    let opener: MusicOpener
    /// The path of a music folder by its id.
    let folderPath: @Sendable (Int) -> [UInt8]
    private let once = Once<String, String>()

    init(
        cache: FileCache, maker: CoverMaker, opener: MusicOpener, folderPath: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.opener = opener
        self.cache = cache
        self.maker = maker
        self.folderPath = folderPath
    }

    /// The cover of a track, with no side longer than `edge` pixels; nil keeps its size.
    package func cover(of track: Track, edge: Int?, _ seat: Seat? = nil) async throws -> Cover {
        let source: Source? = try await DiskThreads.run { self.source(of: track) }
        guard let source else { throw LibraryRefusal.noCover }
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
        let source: Source? = try await DiskThreads.run { self.source(of: track) }
        guard let source else { return [] }
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
    }

    /// The music file if it embeds a picture, else the cover picture in its folder. Blocks on the disk.
    private func source(of track: Track) -> Source? {
        let root = folderPath(track.place.folder)
        if track.carriesCover {
            let source = Self.source(track.place.path) { () throws(WorkerFailure) in try opener.open(track.place, in: root) }
            if let source { return source }
        }
        let folder = FolderPath.parent(of: track.place.path)
        let path = String(decoding: root + [UInt8(ascii: "/")] + folder, as: UTF8.self)
        // An unreadable folder counts as one without a cover.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard let name = FolderCover.name(among: names) else { return nil }
        let picture = folder + (folder.isEmpty ? [] : [UInt8(ascii: "/")]) + Array(name.utf8)
        return Self.source(picture) { () throws(WorkerFailure) in try opener.open(MusicFile.path(folder: root, picture)) }
    }

    private static func source(_ path: [UInt8], _ open: () throws(WorkerFailure) -> WorkerFile) -> Source? {
        // A file that cannot be opened counts as no picture.
        guard let file = try? open(), let stamp = MusicFile.stamp(of: file.raw) else { return nil }
        return Source(file: file, name: FolderPath.name(of: path), stamp: stamp)
    }
}
