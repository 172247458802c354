import Catalog
import Fetch
import Subsonic
import System

/// The music of other servers: a client for each, and the cache of what was fetched from them.
struct RemoteMusic: Sendable {
    private let clients: [String: SubsonicClient]
    private let files: FetchedFiles
    private let catalog: Catalog
    private let reports: ServerReports

    /// Nil if there are none.
    init?(_ options: LibraryOptions, _ settings: Fetcher.Settings, _ data: DataFolder, _ catalog: Catalog, _ log: Log) throws {
        guard !options.servers.isEmpty else { return nil }
        let fetcher = try Fetcher(settings)
        clients = Dictionary(uniqueKeysWithValues: options.servers.map { ($0.name, SubsonicClient($0, fetcher)) })
        files = try FetchedFiles(folder: data.fetched, spool: data.spool, budget: options.fetchedSize)
        self.catalog = catalog
        reports = ServerReports(file: data.reports, clients, log: log)
    }

    /// The files that were fetched.
    var cache: FileCache { files.cache }

    /// The names of the servers.
    var names: [String] { clients.keys.sorted() }

    /// Who asks a server; nil if there is none of this name.
    func client(_ name: String) -> SubsonicClient? { clients[name] }

    /// Begins to tell servers what they were not told before the last end.
    func begin() async { await reports.start() }

    /// Tells the server of a track that it plays now. What goes wrong does no harm.
    func tellPlaying(_ track: Track, in folder: MusicFolder?) async {
        guard let (client, song) = origin(of: track, in: folder) else { return }
        try? await client.scrobble(song, at: Moment.now * 1000, isSubmission: false)
    }

    /// Tells the server of a track what happened to it, later if it must be.
    func tell(_ event: ServerReports.Report.Event, of track: Track, in folder: MusicFolder?) async {
        guard let (client, song) = origin(of: track, in: folder) else { return }
        await reports.add(
            ServerReports.Report(server: client.server.name, song: song, event: event, time: Moment.now * 1000))
    }

    func health(of folder: MusicFolder) -> SubsonicHealth? {
        SubsonicSource.server(of: folder.path).flatMap { clients[$0] }?.health
    }

    private func origin(of track: Track, in folder: MusicFolder?) -> (SubsonicClient, song: String)? {
        guard let folder, let client = SubsonicSource.server(of: folder.path).flatMap({ clients[$0] }),
            let song = RemoteSong.id(in: track.place.path)
        else { return nil }
        return (client, song)
    }

    /// The source that a folder stands for; nil if it is a folder of this machine.
    func source(of folder: MusicFolder) -> (any MusicSource)? {
        guard let client = SubsonicSource.server(of: folder.path).flatMap({ clients[$0] }) else { return nil }
        return SubsonicSource(client, files) { [catalog] in try await catalog.files(before: folder.id) }
    }
}
