package import Catalog
import System

/// The albums that are kept on this machine, and what they take.
package struct Pins: Sendable {
    package struct Entry: Sendable {
        package let album: PinnedAlbum
        /// Bytes of its songs that are here.
        package let fetched: Int
    }

    package let entries: [Entry]
    /// Bytes that all of them take.
    package let byteCount: Int
    /// Bytes that they may take.
    package let room: Int
}

/// Why an album is not pinned.
package enum PinRefusal: Error, Equatable, CustomStringConvertible {
    case notElsewhere(String)
    case noRoom(String, bytes: Int, left: Int, room: Int)
    case tooMany(Int)

    package var description: String {
        switch self {
        case .notElsewhere(let title): "“\(title)” lies on this machine already."
        case .noRoom(let title, let bytes, let left, let room):
            """
            “\(title)” takes \(Self.text(bytes)), and \(Self.text(left)) of the \(Self.text(room)) for kept albums are left. \
            Stop keeping others, or give --remote-cache more.
            """
        case .tooMany(let most): "There are \(most) kept albums already: stop keeping one first."
        }
    }

    /// Up to a megabyte below what it is.
    private static func text(_ bytes: Int) -> String {
        let megabytes = bytes / 1_000_000
        return megabytes < 10_000 ? "\(megabytes) MB" : "\(megabytes / 1_000) GB"
    }
}

/// Albums of music servers that people keep on this machine.
extension Library {
    package func pins() async throws -> Pins {
        let albums = try await reader.pinnedAlbums()
        let cache = remote.cache
        let entries = albums.map { album in
            let here = album.songs.filter { song in sources.cacheKey(of: song).map { cache?.contains($0) ?? false } ?? false }
            return Pins.Entry(album: album, fetched: here.reduce(0) { $0 + Int(clamping: $1.stamp.size) })
        }
        return Pins(entries: entries, byteCount: albums.reduce(0) { $0 + $1.byteCount }, room: remote.roomForPins)
    }

    /// Has the songs of an album fetched, and kept in the cache of fetched files, or no longer.
    package func set(pinned: Bool, _ album: Album) async throws {
        if pinned {
            let known = try await reader.pinnedAlbums()
            guard !known.contains(where: { $0.id == album.id }) else { return }
            guard known.count < PinnedAlbum.most else { throw PinRefusal.tooMany(PinnedAlbum.most) }
            let songs = try await reader.songsElsewhere(ofAlbum: album.id)
            guard !songs.isEmpty else { throw PinRefusal.notElsewhere(album.title) }
            let bytes = songs.reduce(0) { $0 + Int(clamping: $1.stamp.size) }
            let left = max(0, remote.roomForPins - known.reduce(0) { $0 + $1.byteCount })
            guard bytes <= left else {
                throw PinRefusal.noRoom(album.title, bytes: bytes, left: left, room: remote.roomForPins)
            }
        }
        try await catalog.set(pinned: pinned, album: album.id, at: clock.second)
        renewPins()
    }

    /// Brings what is fetched up to date with what is pinned.
    package func renewPins() { pinnedSongs.renew() }
}
