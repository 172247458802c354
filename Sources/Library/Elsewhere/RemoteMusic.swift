import Catalog
import Fetch
import Subsonic
import Synchronization
import System

/// The music of other servers: a client for each, and the cache of what was fetched from them.
final class RemoteMusic: Sendable {
    /// Made for the first server: without one, there is neither a thread nor a folder for them.
    private struct Tools {
        let fetcher: Fetcher
        let files: FetchedFiles
    }

    private let table = ServerTable()
    private let tools = Mutex<Tools?>(nil)
    private let settings: Fetcher.Settings
    /// The paths alone: a task that fetches must not keep the data folder from the next process.
    private let (folder, spool): (String, String)
    private let budget: Int
    private let catalog: Catalog
    private let reader: CatalogReader
    private let reports: ServerReports
    private let instead = Instead()
    private let log: Log
    private let clock: any HouseClock
    /// Called when a server answers again.
    private let answersAgain: @Sendable () -> Void

    /// How many files servers sent in place of others, by the servers' names.
    private final class Instead: Sendable {
        let counts = Mutex<[String: Int]>([:])
    }

    init(
        _ servers: [SubsonicServer], _ settings: Fetcher.Settings, _ data: DataFolder, budget: Int, _ catalog: Catalog,
        _ reader: CatalogReader, _ log: Log, _ clock: any HouseClock, answersAgain: @escaping @Sendable () -> Void
    ) throws {
        (self.settings, self.budget, self.catalog, self.reader, self.log) = (settings, budget, catalog, reader, log)
        (self.clock, self.answersAgain) = (clock, answersAgain)
        (folder, spool) = (data.fetched, data.spool)
        reports = ServerReports(file: data.reports, table, log: log, clock: clock)
        for server in servers { _ = try replace(server.name, with: server) }
    }

    /// The files that were fetched; nil without a server so far.
    var cache: FileCache? { tools.withLock { $0?.files.cache } }

    /// Bytes of the cache that pinned albums may take; the rest is for what plays.
    var roomForPins: Int { budget / 10 * 9 }

    private func prepared() throws -> Tools {
        try tools.withLock { tools in
            if let tools { return tools }
            let made = Tools(
                fetcher: try Fetcher(settings, clock),
                files: try FetchedFiles(folder: folder, spool: spool, budget: budget, clock: clock))
            tools = made
            return made
        }
    }

    /// What asks servers, also one that is only tried.
    func fetcher() throws -> Fetcher { try prepared().fetcher }

    /// Nil for a server that is not served now.
    func client(of server: String) -> SubsonicClient? { table[server] }

    /// The names of the servers that are served.
    var names: [String] { table.names }

    /// Asks a server from now on, or with nil no more, and returns what it replaces. Its folder is served by whoever calls this.
    func replace(_ name: String, with server: SubsonicServer?) throws -> SubsonicServer? {
        let client = try server.map { server in
            SubsonicClient(server, try fetcher()) { [log, answersAgain] trouble in
                if let trouble {
                    // By its name, since the log holds back what it has just said.
                    log.warning("the music server \(name) does not answer", ["reason": "\(trouble)"])
                } else {
                    log.info("the music server \(name) answers again")
                    answersAgain()
                }
            }
        }
        return table.replace(name, with: client)?.server
    }

    /// Forgets what a server that was removed was not told.
    func forget(_ name: String) async { await reports.forget(name) }

    /// Begins to tell servers what they were not told before the last end.
    func begin() async { await reports.start() }

    /// Tells a server that it plays the song at a path now. What goes wrong does no harm.
    func tellPlaying(_ path: [UInt8], in folder: MusicFolder) async {
        guard let (client, song) = song(at: path, in: folder) else { return }
        try? await client.scrobble(song, at: Int(clock.wall / 1_000), isSubmission: false)
    }

    /// Tells a server what happened to the song at a path, later if it must be.
    func tell(_ event: ServerReports.Report.Event, stars: Int?, of path: [UInt8], in folder: MusicFolder) async {
        guard let (client, song) = song(at: path, in: folder) else { return }
        await reports.add(
            ServerReports.Report(server: client.server.name, song: song, event: event, time: Int(clock.wall / 1_000), stars: stars))
    }

    /// Tells a server where somebody stopped in the song at a path, in milliseconds; nil at its end. One that keeps no places is left
    /// alone.
    func tell(place: Int?, in path: [UInt8], in folder: MusicFolder) async {
        guard let (client, song) = song(at: path, in: folder), !client.health.lacks.contains(.bookmarks) else { return }
        await reports.add(
            ServerReports.Report(
                server: client.server.name, song: song, event: place == nil ? .unplaced : .placed, time: Int(clock.wall / 1_000),
                position: place))
    }

    /// Where somebody stopped in the song at a path, in milliseconds, here or in an app of the server; nil if nowhere.
    func place(in path: [UInt8], in folder: MusicFolder) async -> Int? {
        guard let (client, song) = song(at: path, in: folder), !client.health.lacks.contains(.bookmarks) else { return nil }
        if let report = await reports.waitingPlace(in: song, on: client.server.name) { return report.position }
        return (try? await client.bookmark(in: song)) ?? nil  // A server that cannot be asked offers nothing.
    }

    /// How many files a server has sent in place of another since this process started.
    func sentInstead(by server: String) -> Int { instead.counts.withLock { $0[server] ?? 0 } }

    func health(of folder: MusicFolder) -> SubsonicHealth? {
        SubsonicSource.server(of: folder.path).flatMap { table[$0] }?.health
    }

    private func song(at path: [UInt8], in folder: MusicFolder) -> (SubsonicClient, song: String)? {
        guard let client = SubsonicSource.server(of: folder.path).flatMap({ table[$0] }), let song = RemoteSong.id(in: path)
        else { return nil }
        return (client, song)
    }

    /// The source that a folder stands for; nil if it is a folder of this machine.
    func source(of folder: MusicFolder) -> (any MusicSource)? {
        // Whoever has a client has the files.
        guard let name = SubsonicSource.server(of: folder.path), let client = table[name],
            let files = tools.withLock({ $0?.files })
        else { return nil }
        let (catalog, reader, table, id) = (catalog, reader, table, folder.id)
        return SubsonicSource(
            client, files, clock,
            SubsonicSource.Known(
                twins: { try await catalog.twins(betterThan: id) }, recordings: { try await catalog.recordings(in: id) },
                others: { path in
                    // While the catalog cannot be read, the song's own server is asked alone.
                    let places = (try? await reader.otherPlaces(ofTrackAt: path, in: id)) ?? []
                    return places.compactMap { folder, path in
                        guard let client = SubsonicSource.server(of: folder).flatMap({ table[$0] }),
                            let song = RemoteSong.id(in: path)
                        else { return nil }
                        return SubsonicSource.SongPlace(client: client, song: song)
                    }
                },
                tellInstead: { [instead, log] server, path in
                    instead.counts.withLock { $0[server, default: 0] += 1 }
                    log.info(
                        "another music server sends a song",
                        ["server": server, "instead of": name, "file": String(decoding: path, as: UTF8.self)])
                }))
    }
}
