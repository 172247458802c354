import Catalog
import Glibc
import Synchronization
import System
package import Text
import Workers

/// Finds the lyrics of tracks: those that people made here, or else those in the file beside the music, or else those in its tags, or
/// else those of a service.
package struct TrackLyrics: Sendable {
    /// Where lyrics come from.
    package enum Origin: String, Sendable {
        case correction, file, tag, service
    }

    package struct Found: Sendable {
        package let lyrics: Lyrics
        package let origin: Origin
        /// Seconds by which people moved them.
        package var shift = 0.0
        /// Differs when the file that they were read from does, or what people changed.
        package let key: String

        /// The same with a time for each word.
        func timed(_ snap: Lyrics.Snap, key suffix: String) -> Found {
            Found(lyrics: lyrics.timed(snap), origin: origin, shift: shift, key: key + suffix)
        }
    }

    /// Reading tags takes milliseconds, and a hostile file gets no more than a scan gives it.
    private static let limits = WorkerLimits(seconds: 20, processorSeconds: 10, memory: 256 << 20, output: 1 << 20)
    /// The tracks that rooms play now, and the next ones.
    private static let mostKept = 16

    private final class Kept: Sendable {
        /// The newest last.
        let items = Mutex<[(key: String, lyrics: Lyrics?)]>([])
    }

    let pool: WorkerPool
    /// The folder whose file system holds the text of a tag, as an unnamed file.
    let folder: String
    let sources: MusicSources
    let service: LyricsService?
    private let once = Once<String, Lyrics?>()
    /// What tags say, since all screens ask at once for the tags of a track that begins.
    private let kept = Kept()

    init(pool: WorkerPool, folder: String, sources: MusicSources, service: LyricsService?) {
        self.pool = pool
        self.folder = folder
        self.sources = sources
        self.service = service
    }

    /// The lyrics of a track without what people changed.
    func lyrics(of track: Track) async throws -> Found {
        let place = track.place
        if let beside = try await beside(place) { return beside }
        let key = "\(place.folder)-\(track.id)-\(Self.key(place.stamp))"
        if let lyrics = try await fromTags(place, key) { return Found(lyrics: lyrics, origin: .tag, key: key) }
        let song = LyricsService.Song(
            artist: track.artist?.name, title: track.title, album: track.album?.name, seconds: track.duration)
        guard let song, let lyrics = try await service?.lyrics(of: song), !lyrics.lines.isEmpty else {
            throw LibraryRefusal.noLyrics
        }
        return Found(lyrics: lyrics, origin: .service, key: song.key)
    }

    private func beside(_ place: Track.Place) async throws -> Found? {
        let files = await sources[place.folder]?.openLyrics(beside: place.path) ?? []
        guard !files.isEmpty else { return nil }
        return try await DiskThreads.run {
            var found: (lyrics: Lyrics, key: String)?
            for lyrics in files {
                // One that cannot be read counts as none.
                guard let stamp = MusicFile.stamp(of: lyrics.file.raw), let bytes = try? lyrics.file.start(atMost: Lyrics.mostBytes)
                else { continue }
                let read = Lyrics(bytes, language: lyrics.language)
                guard !read.lines.isEmpty else { continue }
                if let main = found {
                    found = (main.lyrics.with(translation: read), main.key + "-" + Self.key(stamp))
                } else {
                    found = (read, Self.key(stamp))
                }
            }
            return found.map { Found(lyrics: $0.lyrics, origin: .file, key: $0.key) }
        }
    }

    private func fromTags(_ place: Track.Place, _ key: String) async throws -> Lyrics? {
        if let known = kept.items.withLock({ $0.first { $0.key == key } }) { return known.lyrics }
        return try await once.value(key) {
            let lyrics: Lyrics?
            do {
                lyrics = try await read(place)
            } catch WorkerFailure.outOfReach {
                // Nothing is fetched for its tags alone.
                return nil
            }
            kept.items.withLock { items in
                items.removeAll { $0.key == key }
                if items.count >= Self.mostKept { items.removeFirst() }
                items.append((key, lyrics))
            }
            return lyrics
        }
    }

    private func read(_ place: Track.Place) async throws -> Lyrics? {
        do {
            let file = try await DiskThreads.run { try sources.openFetched(place) }
            let result = try await pool.run(
                WorkerJob(
                    task: "lyrics", arguments: [FolderPath.name(of: place.path)], input: .file(file), outputFolder: folder,
                    limits: Self.limits))
            guard let output = result.output else { throw WorkerFailure.garbled }
            let bytes = try await DiskThreads.run { try output.start(atMost: Lyrics.mostBytes) }
            let lyrics = Lyrics(text: String(decoding: bytes, as: UTF8.self), language: result.notes.last)
            return lyrics.lines.isEmpty ? nil : lyrics
        } catch WorkerFailure.couldNotStart {
            throw LibraryRefusal.overloaded
        } catch let failure as WorkerFailure {
            if case .outOfReach = failure { throw failure }
            if let shortage = failure.shortage { throw LibraryRefusal(shortage) }
            // A file that cannot be opened or read counts as one without lyrics.
            return nil
        }
    }

    private static func key(_ stamp: FileStamp) -> String {
        [stamp.inode, stamp.modified, stamp.size].map { String(UInt64(bitPattern: $0), radix: 36) }.joined(separator: "-")
    }
}
