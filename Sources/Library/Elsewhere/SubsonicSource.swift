import Catalog
import Fetch
import Music
import Subsonic
import Synchronization
import System
import Text
import Web
import Workers

/// The music of a Subsonic server. Its files are named `ALBUM/SONG.flac` by the ids that the server gives them.
final class SubsonicSource: MusicSource {
    /// What the names of these sources begin with, where folders have a slash.
    private static let prefix = "subsonic:"
    /// Songs of a server; more than any has.
    private static let mostSongs = 1_000_000
    private static let mostStations = 1_000
    /// Until the whole list is read: 10,000 albums that are asked for one by one take that long at 0.3 s an answer.
    private static let longestList = Duration.seconds(3600)
    /// Bytes of a file whose server does not say how long it is.
    private static let mostUnknown = 2 << 30
    /// Pixels of covers that are asked for: as much as a page shows on one screen.
    private static let coverEdge = 1200
    private static let playlistEnding = "m3u8"

    private let client: SubsonicClient
    private let files: FetchedFiles
    private let known: Known
    private let clock: any HouseClock
    /// The files of the last list.
    private let listed = Mutex<[[UInt8]: FileStamp]>([:])
    /// The names of the playlists of the last list, by their paths.
    private let playlistNames = Mutex<[[UInt8]: String]>([:])

    /// What the catalog knows of this server's songs.
    struct Known: Sendable {
        /// The tracks in better places, which are not listed a second time.
        var twins: @Sendable () async throws -> [FileTwin: Int] = { [:] }
        /// The recordings of the songs that are listed, with the sizes of their files, by paths.
        var recordings: @Sendable () async throws -> [[UInt8]: (size: Int64, identity: ContentIdentity)] = { [:] }
        /// Where else the song at a path lies, in the order in which those servers are asked.
        var others: @Sendable (_ path: [UInt8]) async -> [SongPlace] = { _ in [] }
        /// Called with the name of a server that sends what another should have sent, and the song's path on that.
        var tellInstead: @Sendable (_ server: String, _ path: [UInt8]) -> Void = { _, _ in }
    }

    /// A song of a server.
    struct SongPlace: Sendable {
        let client: SubsonicClient
        let song: String
    }

    init(_ client: SubsonicClient, _ files: FetchedFiles, _ clock: any HouseClock, _ known: Known) {
        self.clock = clock
        self.client = client
        self.files = files
        self.known = known
    }

    /// The name of a server's music among the folders.
    static func folder(of server: String) -> String { prefix + server }

    /// The server whose music is known by this name of a folder; nil if it is a folder of this machine.
    static func server(of folder: [UInt8]) -> String? {
        let name = String(decoding: folder, as: UTF8.self)
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }

    func state() async throws -> SourceState {
        // A server that cannot be asked throws: then its music stays listed.
        _ = try await client.ping()
        return SourceState(isReachable: true, medium: 0, isEmpty: false)
    }

    func list(_ parts: [[UInt8]], _ deliver: @escaping @Sendable ([SourceFile]) -> Void) async throws -> SourceListing {
        try await withThrowingTaskGroup { group in
            let (limit, clock) = (Self.longestList, clock)
            group.addTask { [self] in SourceListing?.some(try await listAll(deliver)) }
            group.addTask {
                try await clock.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let listing = try await group.next() ?? nil else { throw ListTooLong(limit: limit) }
            return listing
        }
    }

    /// The list of a server was not read to its end in time.
    struct ListTooLong: Error, CustomStringConvertible {
        let limit: Duration

        var description: String { "its list was not read to the end within \(limit.components.seconds / 60) minutes" }
    }

    private func listAll(_ deliver: @escaping @Sendable ([SourceFile]) -> Void) async throws -> SourceListing {
        let twins = try await known.twins()
        let recordings = Dictionary(
            try await known.recordings().compactMap { path, recording in RemoteSong.id(in: path).map { ($0, recording) } }
        ) { first, _ in first }
        let artists = try await albumArtists()
        var found: [[UInt8]: FileStamp] = [:]
        var others: [[UInt8]: Int] = [:]
        let rates = !client.health.lacks.contains(.ratings)
        func take(_ songs: [SubsonicSong]) {
            var batch: [SourceFile] = []
            for song in songs where song.isMusic {
                guard
                    let file = RemoteSong(
                        song, albumArtist: song.albumID.flatMap { artists[$0] ?? nil }, server: client.server.name,
                        known: { id, size in recordings[id].flatMap { $0.size == size ? $0.identity : nil } })
                else { continue }
                // Without a size, all songs of a title would be one.
                if file.stamp.size > 0, let track = twins[file.twin] {
                    others[file.path] = track
                    continue
                }
                guard found.updateValue(file.stamp, forKey: file.path) == nil else { continue }
                batch.append(
                    SourceFile(
                        path: file.path, stamp: file.stamp, hasCoverBeside: song.cover != nil, probe: file.probe,
                        isFavourite: song.isStarred, rating: rates ? song.rating : nil))
            }
            if !batch.isEmpty { deliver(batch) }
        }
        let isSteady = try await listSongs(take)
        if found.isEmpty, others.isEmpty, !artists.isEmpty {
            // This server finds nothing for an empty search.
            for album in artists.keys.sorted() { take(try await client.songs(ofAlbum: album)) }
        }
        listed.withLock { $0 = found }
        // What moved between two pages may be missing in both, so nothing counts as lost.
        let unread = isSteady ? [] : [SourceListing.Unread(path: [], reason: "its list changed while it was read", isGone: false)]
        return SourceListing(
            parts: [], unread: unread, playlists: try await playlists(), otherPlaces: others, stations: try await stations())
    }

    private func stations() async throws -> [Station] {
        try await client.stations().prefix(Self.mostStations).map { station in
            Station(id: station.id, name: station.name.asOneLine, stream: station.stream.text, home: station.home?.text)
        }
    }

    /// The server's playlists, as files that are written when they are read.
    private func playlists() async throws -> [SourceFile] {
        let playlists = try await client.playlists()
        playlistNames.withLock { names in
            names = Dictionary(playlists.map { (Self.path(of: $0), $0.name) }) { first, _ in first }
        }
        return playlists.map { playlist in
            SourceFile(path: Self.path(of: playlist), stamp: Self.stamp(of: playlist), hasCoverBeside: false)
        }
    }

    /// In place of a time there is a checksum of what the server says of it.
    static func stamp(of playlist: SubsonicPlaylist) -> FileStamp {
        let said = SHA256.digest(Array("\(playlist.name)\n\(playlist.edition)".utf8))
        return FileStamp(size: 1, modified: Int64(RemoteSong.number(said[0..<8]) >> 8), inode: 0)
    }

    static func path(of playlist: SubsonicPlaylist) -> [UInt8] {
        Array("\(RemoteSong.coded(playlist.id)).\(playlistEnding)".utf8)
    }

    /// Playlists lie beside the folders of albums.
    private static func isPlaylist(_ path: [UInt8]) -> Bool { !path.contains(UInt8(ascii: "/")) }

    private func fetchPlaylist(_ path: [UInt8], as key: String) async throws(WorkerFailure) {
        guard !files.contains(key) else { return }
        let songs = try await WorkerFailure.ofFetching { try await client.songs(ofPlaylist: try Self.song(path)) }
        let entries = songs.filter(\.isMusic).map { song in
            PlaylistText.Entry(
                location: String(decoding: RemoteSong.path(of: song), as: UTF8.self), title: song.title,
                duration: song.duration.map { Double($0) })
        }
        let text = PlaylistText(title: playlistNames.withLock { $0[path] }, entries: entries)
        try await files.keep(Array(text.m3u8.utf8), as: key)
    }

    /// Artists by album, as the album's list tells them: songs often do not.
    private func albumArtists() async throws -> [String: String?] {
        var artists: [String: String?] = [:]
        while artists.count < Self.mostSongs {
            let page = try await client.albums(from: artists.count)
            let before = artists.count
            for album in page { artists.updateValue(album.artist, forKey: album.id) }
            // The last page, or a server that sends the same one again and again.
            guard page.count > 1, artists.count > before else { break }
        }
        return artists
    }

    /// Asks for all songs page by page. Each page begins with the last song of the one before; false if one did not.
    private func listSongs(_ take: ([SubsonicSong]) -> Void) async throws -> Bool {
        var (offset, isSteady) = (0, true)
        var last: String?
        while offset < Self.mostSongs {
            let page = try await client.songs(from: offset)
            guard let first = page.first, let end = page.last else { return isSteady && offset == 0 }
            if let last, first.id != last { isSteady = false }
            take(page)
            guard page.count > 1, end.id != last else { break }
            last = end.id
            offset += page.count - 1
        }
        return isSteady
    }

    func probe(_ paths: [[UInt8]]) async -> [Result<SourceProbe, WorkerFailure>] {
        // The list says everything.
        paths.map { _ in .failure(.cancelled) }
    }

    func stamp(of path: [UInt8]) -> FileStamp? { listed.withLock { $0[path] } }

    var isElsewhere: Bool { true }

    func fetch(_ path: [UInt8], _ stamp: FileStamp, at pace: FetchPace?) async throws(WorkerFailure) {
        if Self.isPlaylist(path) { return try await fetchPlaylist(path, as: key(of: path, stamp)) }
        try await files.fetch(key(of: path, stamp), try file(of: path, stamp), at: pace)
    }

    func openArriving(_ path: [UInt8], _ stamp: FileStamp) async throws(WorkerFailure) -> WorkerFile {
        try await files.openArriving(key(of: path, stamp), try file(of: path, stamp))
    }

    func cacheKey(of path: [UInt8], _ stamp: FileStamp) -> String? { key(of: path, stamp) }

    private func file(of path: [UInt8], _ stamp: FileStamp) throws(WorkerFailure) -> RemoteFile {
        let size = stamp.size > 0 ? Int(stamp.size) : nil
        return try file(of: path, size: size) { place, start throws(SubsonicError) in
            try await place.client.file(of: place.song, from: start, atMost: size ?? Self.mostUnknown)
        }
    }

    /// What belongs to the song at a path, from the first of its servers that sends it.
    private func file(
        of path: [UInt8], size: Int?,
        _ open: @escaping @Sendable (SongPlace, _ from: Int?) async throws(SubsonicError) -> FetchAnswer
    ) throws(WorkerFailure) -> RemoteFile {
        let own = SongPlace(client: client, song: try Self.song(path))
        let known = known
        return RemoteFile(size: size) {
            ([own] + (await known.others(path))).map { place in
                RemoteFile.Server { start throws(SubsonicError) in
                    try await open(place, start)
                } sends: {
                    // Only songs have a size, and it is they that are counted.
                    if size != nil, place.client !== own.client { known.tellInstead(place.client.server.name, path) }
                }
            }
        }
    }

    func open(_ path: [UInt8], _ stamp: FileStamp) throws(WorkerFailure) -> WorkerFile {
        guard let file = try files.open(key(of: path, stamp)) else {
            throw .outOfReach("has not been fetched from its server")
        }
        return file
    }

    func openCover(beside path: [UInt8]) async -> (file: WorkerFile, name: String)? {
        let key = key("cover", FolderPath.parent(of: path), 0)
        do {
            let picture = try file(of: path, size: nil) { place, _ throws(SubsonicError) in
                try await place.client.picture(
                    try await place.client.cover(of: place.song), edge: Self.coverEdge, atMost: FetchedFiles.mostBesides)
            }
            try await files.fetch(key, picture)
            return try await opened(key).map { ($0, "cover.jpg") }
        } catch {
            // A picture that cannot be had counts as none.
            return nil
        }
    }

    func openLyrics(beside path: [UInt8]) async -> [LyricsFile] {
        let keys = (1...LyricsName.most).map { key("lyrics", path, Int64($0)) }
        do {
            if !files.contains(keys[0]) { try await fetchLyrics(of: path, as: keys) }
            var found: [LyricsFile] = []
            // In this order, so that what is sung is thrown out of the cache before its translations.
            for key in keys {
                guard let file = try await opened(key), file.size > 0 || found.isEmpty else { break }
                found.append(LyricsFile(file: file))
            }
            return found
        } catch {
            return []
        }
    }

    /// Keeps lyrics and their translations, and behind the last an empty file.
    private func fetchLyrics(of path: [UInt8], as keys: [String]) async throws {
        let places = [SongPlace(client: client, song: try Self.song(path))] + (await known.others(path))
        let (lyrics, _) = try await files.turns.first(of: places) { try await $0.client.lyrics(of: $0.song) }
        let texts = lyrics.prefix(keys.count).map { Array($0.utf8.prefix(Lyrics.mostBytes)) }
        // The first comes last: with it, all are there.
        for (key, text) in Array(zip(keys, texts + [[]])).reversed() { try await files.keep(text, as: key) }
    }

    private func opened(_ key: String) async throws -> WorkerFile? {
        let files = files
        return try await DiskThreads.run { try files.open(key) }
    }

    func watch(_ report: @escaping @Sendable (SourceChange) -> Void) throws -> any Sendable & AnyObject {
        // A server tells no changes: the periodic scans find them.
        report(.ready(folders: 0))
        return files
    }

    func location(of path: [UInt8]) -> String { "\(client.server.name): \(String(decoding: path, as: UTF8.self))" }

    func path(at location: [UInt8]) -> [UInt8]? { nil }

    private func key(of path: [UInt8], _ stamp: FileStamp) -> String {
        Self.isPlaylist(path) ? key("playlist", path, stamp.modified) : key("music", path, stamp.size)
    }

    private func key(_ kind: String, _ path: [UInt8], _ size: Int64) -> String {
        "\(SHA256.digest(Array("\(client.server.name)\n\(size)\n".utf8) + path).prefix(16).hex)-\(kind)"
    }

    private static func song(_ path: [UInt8]) throws(WorkerFailure) -> String {
        guard let id = RemoteSong.id(in: path) else { throw .unreadable("has no id of its server") }
        return id
    }
}
