package import Catalog
import Fetch
import Foundation
import Glibc
import Music
import Subsonic
import Synchronization
package import System
package import Web
package import Workers

/// The music library: its catalog, its caches, and the services that scan, analyze and convert.
package final class Library: Sendable {
    package let data: DataFolder
    package let catalog: Catalog
    let databases: CatalogFile
    package let reader: CatalogReader
    /// A second reader for slow queries, which would delay those of `reader`.
    package let surveyor: CatalogReader
    /// The stored state of the rooms.
    package let rooms: RoomDatabase
    package let files: AnalysisFiles
    package let queue: AnalysisQueue
    /// Carries out what somebody has analyzed ahead.
    package let batches: BatchRunner
    package let librarian: Librarian
    package let covers: Covers
    package let lyrics: TrackLyrics
    package let streams: PlayableSound
    /// The sounds of the metronome.
    package let clicks: ClickKits
    /// Where the music comes from: all its files are opened here.
    package let sources: MusicSources
    package let events = LibraryEvents()
    package let setAside: SetAsideTracks
    /// What apps call tracks and folders.
    package let paths: PathFinder
    /// The program of all workers.
    package let program: WorkerProgram
    /// Logs a sandbox layer for workers that this machine lacks.
    package let tellMissing: @Sendable (String) -> Void
    let remote: RemoteMusic
    let pinnedSongs: PinnedSongs
    /// Tells other servers that files were changed here.
    let rescans: Rescans
    /// The music servers that the owner added; those of the command line are in `options`.
    let keptServers: KeptServers
    /// Nil if uploads are off.
    package let uploads: Uploads?
    /// Those that go on after a break; nil if uploads are off.
    package let resumableUploads: ResumableUploads?
    /// Nil if tags are not edited.
    package let tags: TagEditor?

    /// The delay before another try to start the analysis.
    private static let pauseAfterTrouble = Duration.seconds(10)
    /// The setting that says whether background analysis is paused.
    private static let pauseSetting = "analysis.paused"
    /// Bytes of the cover cache: half of what the covers of a large library take, in the sizes that the page shows.
    private static let artBudget = 200 << 20
    /// Bytes of the stream cache: some hours of lossless music.
    private static let streamBudget = 1 << 30

    /// The setting that holds the demo's folder, so that it never counts as one that somebody named.
    private static let demoSetting = "demo.folder"

    /// Set by `open`, before the library is shared; nil if there is music to serve.
    package var demo: DemoMusic? { demoMusic.withLock { $0 } }

    private let demoMusic = Mutex<DemoMusic?>(nil)
    /// The folders of this machine that are served. Set by `open`.
    private let localFolders = Mutex<[String]>([])
    var fixedServers: [SubsonicServer] { options.servers }
    let options: LibraryOptions
    package let log: Log
    package let clock: any HouseClock
    /// Makes the source of a folder.
    private let source: @Sendable (MusicFolder) -> any MusicSource
    private let chores: AsyncStream<LibraryChore>.Continuation

    /// Opens the library in its data folder. Nothing is scanned or analyzed until `begin`. `watch` gets every analysis report.
    package init(
        _ options: LibraryOptions, _ program: WorkerProgram, log: Log, clock: any HouseClock, holder: Int32 = getpid(),
        watch: @escaping @Sendable (AnalysisReport) -> Void = { _ in }
    ) throws {
        self.options = options
        self.program = program
        self.log = log
        self.clock = clock
        data = try DataFolder(
            at: DataFolder.location(option: options.dataFolder, environment: ProcessInfo.processInfo.environment),
            holder: holder)
        let jobs = options.jobs
        let file = try CatalogFile(in: data.path, at: clock.second, isDiskFull: data.isFull)
        databases = file
        if file.isFrozen { log.error("the disk is full: nothing new is kept until it has room", ["data": data.path]) }
        if let recovery = file.recovery { Self.tell("the catalog was damaged and has been rebuilt", recovery, log) }
        if let recovery = file.roomsRecovery { Self.tell("the rooms' file was damaged and has been rebuilt", recovery, log) }
        catalog = file.catalog
        rooms = file.rooms
        reader = file.reader
        setAside = SetAsideTracks(file.catalog)
        surveyor = file.surveyor
        let paths = PathFinder(file.surveyor)
        self.paths = paths
        events.observe { if case .library(.tracks) = $0 { paths.forget() } }
        let missing = MissingWalls(log)
        tellMissing = missing.tell
        files = AnalysisFiles(cache: try FileCache(folder: data.analysis, budget: options.cacheSize, clock: clock))
        let (waiting, chores) = AsyncStream.makeStream(
            of: LibraryChore.self, bufferingPolicy: .bufferingNewest(LibraryChore.mostWaiting))
        self.chores = chores
        let news = LibraryNews(
            events: events, log: log, own: [data.demo] + (options.uploadFolder.map { [$0] } ?? []), chores: chores)
        let sources = MusicSources { chores.yield(.check(folder: $0, path: $1)) }
        self.sources = sources
        let errands = WorkerPool(jobs: max(2, jobs), program: program, tellMissing: missing.tell)
        // A pool of its own: covers and uploads must not wait minutes for conversions.
        let conversions = WorkerPool(jobs: max(1, jobs / 2), program: program, tellMissing: missing.tell)
        covers = Covers(
            cache: try FileCache(folder: data.art, budget: Self.artBudget, clock: clock),
            maker: CoverMaker(pool: errands, folder: data.spool), sources: sources, catalog: file.catalog,
            events: events)
        var asking = Fetcher.Settings()
        asking.agent = "Downbeat/\(ProgramVersion.text)"
        let lyricsFolder = data.lyrics
        let kept = try KeptServers(in: data)
        keptServers = kept
        let fixed = Set(options.servers.map(\.name))
        let added = kept.atStart.filter { !fixed.contains($0.name) }
        let remote = try RemoteMusic(
            options.servers + added, asking, data, budget: options.fetchedSize, file.catalog, file.reader, log, clock
        ) { [events] in
            // What rooms have skipped can play again.
            events.tell(.library(.tracks))
        }
        self.remote = remote
        let rescans = Rescans(
            remote.rescanPort(options.rescanAddress.map { RescanAddress(address: $0) }) { [events] server, step in
                events.tell(.rescan(server: server ?? options.rescanAddress.map { "\($0)" } ?? "", step))
                if let server, step == .done { chores.yield(.list(server: server)) }
            }, file.catalog, log, clock)
        self.rescans = rescans
        lyrics = TrackLyrics(
            pool: errands, folder: data.spool, sources: sources,
            service: try options.lyricsService.map { try LyricsService($0, asking, folder: lyricsFolder, log: log, clock: clock) })
        streams = PlayableSound(
            cache: try FileCache(folder: data.streams, budget: Self.streamBudget, clock: clock),
            maker: StreamMaker(pool: conversions, folder: data.spool), sources: sources)
        clicks = ClickKits(folder: data.clicks, spool: data.spool, pool: errands, log: log)
        queue = AnalysisQueue(
            catalog: catalog, files: files, sources: sources, scratchFolder: data.spool, program: program, jobs: jobs, clock: clock,
            tellMissing: missing.tell
        ) { report in
            news.tell(report)
            watch(report)
        }
        batches = BatchRunner(
            catalog: catalog, reader: reader, files: files, sources: sources, queue: queue, log: log, jobs: jobs,
            clock: clock)
        let opener = MusicOpener(own: OwnFiles(data))
        let desk = ProbeDesk(
            jobs: max(2, jobs), program: program, open: { path throws(WorkerFailure) in try opener.open(path) },
            tellMissing: missing.tell)
        source = { remote.source(of: $0) ?? FolderSource(root: $0.path, opener: opener, desk: desk) }
        let pinnedSongs = PinnedSongs(reader, sources, remote, log)
        self.pinnedSongs = pinnedSongs
        librarian = Librarian(catalog: catalog, sources: sources, clock: clock) { report in
            news.tell(report)
            if case .finished = report { pinnedSongs.renew() }
        }
        let writer = TagWriter(pool: errands, covers: covers.maker, spool: data.spool)
        uploads = try options.uploadFolder.map {
            try Uploads(
                folder: $0, limit: options.uploadLimit, pattern: options.uploadPattern, pool: errands,
                prober: UploadProber(program: program, tellMissing: missing.tell), writer: writer)
        }
        let unfinished = data.uploads
        resumableUploads = try uploads.map { try ResumableUploads(folder: unfinished, limit: $0.limit, log: log, clock: clock) }
        tags =
            options.tagEditing == .none
            ? nil
            : TagEditor(
                TagEditor.LibraryParts(
                    catalog: file.catalog, reader: file.reader, sources: sources, librarian: librarian, writer: writer,
                    events: events, log: log, clock: clock, isAlone: options.tagEditing == .alone,
                    filesChanged: { await rescans.filesChanged() }))
        let (queue, librarian) = (queue, librarian)
        // `deinit` ends this task, so it must not retain the library.
        Task { for await chore in waiting { await Self.carryOut(chore, queue, librarian) } }
    }

    deinit {
        chores.finish()
    }

    private static func carryOut(_ chore: LibraryChore, _ queue: AnalysisQueue, _ librarian: Librarian) async {
        switch chore {
        case .analyze: await queue.lookAgain()
        case .check(let folder, let path): await librarian.doubt(FolderPath.parent(of: path), in: folder)
        case .list(let server): await librarian.requestScan(at: Array(SubsonicSource.folder(of: server).utf8))
        case .rescan(let place): await librarian.requestScan(of: [FolderPath.parent(of: place.path)], in: place.folder)
        }
    }

    /// Registers the served folders with the catalog, so that their tracks can be requested. With `offersDemo`, a server that was
    /// never given a music folder serves the demo.
    package func open(offersDemo: Bool = false) async throws {
        let known = try await catalog.folders()
        let remembered = known.filter { SubsonicSource.server(of: $0.path) == nil }.map { String(decoding: $0.path, as: UTF8.self) }
        for folder in options.folders where !remembered.contains(folder) { try Self.check(folder) }
        var named = options.folders.isEmpty ? remembered : options.folders
        if offersDemo, try await isWithoutMusic(remembered), let demo = makeDemo() {
            demoMusic.withLock { $0 = demo }
            named = [demo.folder]
            if try await catalog.setting(Self.demoSetting) != demo.folder {
                try await catalog.set(Self.demoSetting, to: demo.folder)
            }
        }
        localFolders.withLock { $0 = named + (options.uploadFolder.map { [$0] } ?? []) }
        try await serveAgain()
        do {
            try await tags?.clean()
        } catch {
            log.warning("copies of files whose tags were edited could not be removed", ["reason": "\(error)"])
        }
    }

    /// Serves the folders of this machine and the music servers that there are now; `renewing` is one whose client is another.
    func serveAgain(renewing server: String? = nil) async throws {
        let elsewhere = remote.names.map { SubsonicSource.folder(of: $0) }
        let folders = FolderPath.outermost((localFolders.withLock { $0 } + elsewhere).map { Array($0.utf8) })
        let renewed = server.map { Array(SubsonicSource.folder(of: $0).utf8) }
        try await librarian.serve(folders, renewing: renewed, source: source)
    }

    private func isWithoutMusic(_ remembered: [String]) async throws -> Bool {
        guard options.folders.isEmpty, options.uploadFolder == nil, remote.names.isEmpty else { return false }
        let demo = try await catalog.setting(Self.demoSetting)
        return remembered.allSatisfy { $0 == demo }
    }

    private func makeDemo() -> DemoMusic? {
        do {
            return try DemoMusic(folder: data.demo, spool: data.spool)
        } catch {
            log.warning("there is no demo", ["reason": "\(error)"])
            return nil
        }
    }

    private func fillDemo() async {
        do {
            try await demo?.make { try await takeIn(data.demo) }
        } catch {
            log.warning("songs of the demo are missing", ["reason": "\(error)"])
        }
    }

    /// Throws if a newly named folder is missing or unreadable, so that a mistake shows at once.
    private static func check(_ folder: String) throws(Failure) {
        switch RootState(of: folder).condition {
        case .readable: break
        case .missing: throw .unavailable("there is no music folder \(folder): check its name, or mount its disk first")
        case .notAFolder: throw .unavailable("\(folder) is not a folder: name the folder that your music lies in")
        case .unreadable(let code):
            throw .unavailable(
                "cannot read the music folder \(folder) (\(SystemError.text(of: code))): let this user read it, or name another")
        }
    }

    /// Starts to scan, watch and analyze. If the analysis cannot start, because the disk is full for example, it is retried.
    package func begin() async {
        if databases.isFrozen { await untilRoom() }
        await librarian.keepWatch()
        let events = events
        resumableUploads?.start(
            take: { [weak self] file, again, tell in try await self?.take(file, again: again, tell: tell) ?? UploadReport() },
            tell: { events.tell(.upload($0)) })
        await remote.begin()
        await rescans.resume()
        Task { await fillDemo() }
        var hasTold = false
        while true {
            do {
                try await queue.start(paused: try await catalog.setting(Self.pauseSetting) == "true")
                break
            } catch {
                if !hasTold { log.error("the analysis cannot start", ["reason": "\(error)"]) }
                hasTold = true
                try? await clock.sleep(for: Self.pauseAfterTrouble)  // Nobody cancels it.
            }
        }
        await batches.resume()
        let (backup, log) = (CatalogBackup(in: data.path), log)
        let daily = DailyBackup(
            renew: { try await backup.renew(at: $0) },
            tell: { log.warning("the backup of the catalog failed", ["reason": "\($0)"]) }, clock: clock)
        Task { await daily.run() }
    }

    /// Stops the analysis, so that no track gets an attempt counted for an analysis under way.
    package func end() async {
        await batches.suspend()
        do {
            try await queue.stop()
        } catch {
            log.warning("analyses that are under way count as interrupted", ["reason": "\(error)"])
        }
    }

    /// Checkpoints the journals of the catalog and the rooms: each is a single file afterwards, which people may copy.
    package func close() async {
        do {
            try await catalog.clearJournal()
            try await rooms.clearJournal()
        } catch {
            log.warning("the journals of the catalog and the rooms could not be cleared and must be kept", ["reason": "\(error)"])
        }
    }

    package func set(paused: Bool) async throws {
        try await catalog.set(Self.pauseSetting, to: "\(paused)")
        await queue.set(paused: paused)
    }

    /// Makes the failed analyses of these tracks, or of all with nil, due again; with `force` also the finished ones. Returns how
    /// many are due.
    package func analyze(tracks: [Int]?, force: Bool) async throws -> Int {
        for track in tracks ?? [] {
            guard try await reader.track(track) != nil else {
                throw LibraryRefusal.noTrack(track)
            }
        }
        var due = try await catalog.askAgain(tracks: tracks, onlyFailed: !force)
        if let tracks {
            try await setAside.clear(tracks)
            due = 0
            for track in Set(tracks).sorted() {
                guard let known = try await reader.track(track), known.isAvailable, known.analysis.state != .done else { continue }
                try await queue.ask(for: track, .asked)
                due += 1
            }
        }
        await queue.lookAgain()
        return due
    }

    /// Scans a folder of the library now, and returns when that is done.
    package func takeIn(_ path: String) async throws {
        for place in sources.places(at: Array(path.utf8)) { try await librarian.takeIn([place.path], in: place.folder) }
    }

    /// Opens a track's file for an answer; the caller's seat is one of those who wait while it is fetched.
    package func file(of track: Track, _ seat: Seat? = nil) async throws -> OpenFile {
        do {
            if sources.isElsewhere(track.place) { try seat?.move(to: .waits) }
            let scanned = try await sources.open(track.place)
            return try await DiskThreads.run {
                let file = try withExtendedLifetime(scanned) { try OpenFile(sharing: scanned.raw) }
                // It may have grown since it was checked.
                guard file.count == Int(track.place.stamp.size) else { throw WorkerFailure.unreadable("has changed") }
                return file
            }
        } catch WorkerFailure.couldNotStart {
            throw LibraryRefusal.overloaded
        } catch WorkerFailure.outOfReach(let reason) {
            throw LibraryRefusal.outOfReach(reason: reason)
        } catch let error as SystemError where SystemError.shortages.contains(error.code) {
            throw LibraryRefusal.overloaded
        } catch {
            throw LibraryRefusal.fileChanged
        }
    }

    private static func tell(_ sentence: String, _ recovery: CatalogFile.Recovery, _ log: Log) {
        let carried = recovery.carried.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        log.error(
            sentence,
            ["damage": recovery.damage, "set aside as": recovery.setAside, "rows carried over": carried.isEmpty ? "none" : carried])
    }
}
