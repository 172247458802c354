import Catalog
package import Fetch
import Synchronization
package import System
package import Text
import Web

/// A service on the network, like LRCLIB, that is asked for the lyrics that the music does not bring along: once for each song, since the
/// answer is kept.
///
/// It is sent artist, title, album and length: `GET /api/get?artist_name=…`.
package final class LyricsService: Sendable {
    /// What the service knows of a song by, as it is sent.
    package struct Song: Hashable, Sendable {
        let query: String

        /// Nil for tracks without the tags that make them findable.
        package init?(artist: String?, title: String, album: String?, seconds: Double?) {
            guard let artist, !artist.isEmpty, !title.isEmpty else { return nil }
            var fields = [("artist_name", artist), ("track_name", title)]
            if let album { fields.append(("album_name", album)) }
            if let whole = seconds.flatMap({ Int(exactly: $0.rounded()) }) { fields.append(("duration", "\(whole)")) }
            query = fields.map { name, value in
                "\(name)=\(PercentCoding.encoded(part: value.utf8.prefix(Self.longestField)))"
            }.joined(separator: "&")
        }

        private static let longestField = 500

        /// Of the kept answer.
        var key: String { SHA256.digest(Array(query.utf8)).hex }
    }

    private struct Answer: Decodable {
        var syncedLyrics: String?
        var plainLyrics: String?
    }

    /// An answer as it is kept: its first byte says which.
    private enum Kept {
        static let lyrics = UInt8(ascii: "L")
        static let none = UInt8(ascii: "0")
    }

    private struct Mood {
        var asking = 0
        /// After a failure it is left in peace.
        var silentUntil: UInt64 = 0
    }

    /// Songs that are asked for at the same time.
    private static let mostAsking = 4
    private static let pause: Duration = .seconds(60)
    private static let mostAnswer = 1 << 20

    private let base: String
    private let fetcher: Fetcher
    private let cache: FileCache
    private let log: Log
    private let once = Once<Song, Lyrics?>()
    private let mood = Mutex(Mood())

    /// Answers are kept in `folder`.
    package init(_ address: FetchAddress, _ settings: Fetcher.Settings, folder: String, log: Log, clock: any HouseClock) throws {
        base = address.base
        fetcher = try Fetcher(settings, clock)
        cache = try FileCache(folder: folder, budget: 64 << 20, clock: clock)
        self.log = log
    }

    /// Nil if the service has no lyrics, or cannot be asked now.
    package func lyrics(of song: Song) async throws -> Lyrics? {
        try await once.value(song) { [self] in
            if let kept = try await DiskThreads.run({ try self.kept(song) }) { return kept }
            guard begin() else { return nil }
            defer { mood.withLock { $0.asking -= 1 } }
            return try await ask(song)
        }
    }

    private func begin() -> Bool {
        mood.withLock {
            guard $0.asking < Self.mostAsking, $0.silentUntil <= fetcher.clock.now else { return false }
            $0.asking += 1
            return true
        }
    }

    private func kept(_ song: Song) throws -> Lyrics?? {
        guard let file = try cache.open(song.key), let bytes = file.read(0..<min(file.count, Lyrics.mostBytes + 1)),
            let kind = bytes.first
        else { return nil }
        return .some(kind == Kept.lyrics ? Lyrics(Array(bytes.dropFirst())) : nil)
    }

    private func ask(_ song: Song) async throws -> Lyrics? {
        guard let address = FetchAddress("\(base)/api/get?\(song.query)") else { return nil }
        var request = FetchRequest(address)
        request.headers = ["Accept: application/json"]
        request.limits.bytes = Self.mostAnswer
        let text: String?
        do {
            let (head, body) = try await fetcher.fetch(request)
            switch head.status {
            case 200:
                let answer = try JSON.read(Answer.self, from: body)
                text = [answer.syncedLyrics, answer.plainLyrics].compactMap(\.self).first {
                    !$0.isEmpty && $0.utf8.count <= Lyrics.mostBytes
                }
            case 404: text = nil
            default: throw FetchError.failed(at: "\(address)", because: "it answered with \(head.status)")
            }
        } catch FetchError.cancelled {
            throw CancellationError()
        } catch {
            mood.withLock { $0.silentUntil = fetcher.clock.now + Self.pause.microseconds }
            log.warning("no lyrics from the service", ["at": "\(address)", "reason": "\(error)"])
            return nil
        }
        let bytes = text.map { [Kept.lyrics] + Array($0.utf8) } ?? [Kept.none]
        _ = try await DiskThreads.run { try self.cache.put(song.key, bytes) }
        return text.map { Lyrics(Array($0.utf8)) }
    }
}
