package import Catalog
import Foundation
import Glibc
import Synchronization
package import System
import Workers

/// Everything the server knows of its music, and everyone who works on it.
package final class Library: Sendable {
    package let data: DataFolder
    package let catalog: Catalog
    package let reader: CatalogReader
    /// Answers what takes long, beside the reader.
    package let surveyor: CatalogReader
    /// What rooms keep.
    package let rooms: RoomStore
    package let files: AnalysisFiles
    package let queue: AnalysisQueue
    package let librarian: Librarian
    package let covers: Covers
    package let streams: PlayableSound
    /// The way to all files of music.
    package let opener: MusicOpener
    package let events = LibraryEvents()
    package let setAside: SetAsideTracks
    /// Hears of walls around workers that this machine cannot offer.
    package let tellMissing: @Sendable (String) -> Void
    /// Nil where nothing may be uploaded.
    package let uploads: Uploads?

    /// Before the next try to begin the analysis.
    private static let pauseAfterTrouble = Duration.seconds(10)
    /// A setting: whether background analysis was paused.
    private static let pauseSetting = "analysis.paused"
    /// Half of what covers of a large library take, in the sizes a page shows.
    private static let artBudget = 200 << 20
    /// Some hours of music without loss.
    private static let streamBudget = 1 << 30

    /// A setting: the folder of the demo, so that it never counts as one that somebody named.
    private static let demoSetting = "demo.folder"

    /// Set by `open`, before anyone else has the library; nil where there is music to serve.
    package var demo: DemoMusic? { demoMusic.withLock { $0 } }

    private let demoMusic = Mutex<DemoMusic?>(nil)
    private let options: LibraryOptions
    let log: Log
    private let paths: FolderPaths
    private let chores: AsyncStream<LibraryChore>.Continuation

    /// Opens the library in its data folder. Nothing is scanned or analyzed until `begin`. `watch` hears of every analysis.
    package init(
        _ options: LibraryOptions, log: Log, holder: Int32 = getpid(),
        watch: @escaping @Sendable (AnalysisReport) -> Void = { _ in }
    ) throws {
        self.options = options
        self.log = log
        data = try DataFolder(
            at: DataFolder.location(option: options.dataFolder, environment: ProcessInfo.processInfo.environment),
            holder: holder)
        let jobs = options.jobs
        let file = try CatalogFile(in: data.path, at: Moment.now)
        if let recovery = file.recovery { Self.tell("the catalog was damaged and is made anew", recovery, log) }
        if let recovery = file.roomsRecovery { Self.tell("the file of the rooms was damaged and is made anew", recovery, log) }
        catalog = file.catalog
        rooms = file.rooms
        reader = file.reader
        setAside = SetAsideTracks(file.catalog)
        surveyor = file.surveyor
        let missing = MissingWalls(log)
        tellMissing = missing.tell
        files = AnalysisFiles(cache: try FileCache(folder: data.analysis, budget: options.cacheSize))
        let paths = FolderPaths()
        let (waiting, chores) = AsyncStream.makeStream(
            of: LibraryChore.self, bufferingPolicy: .bufferingNewest(LibraryChore.mostWaiting))
        self.chores = chores
        let news = LibraryNews(
            events: events, log: log, own: [data.demo] + (options.uploadFolder.map { [$0] } ?? []), chores: chores)
        let opener = MusicOpener(own: OwnFiles(data)) { chores.yield(.check(folder: $0, path: $1)) }
        self.opener = opener
        let errands = WorkerPool(jobs: max(2, jobs), tellMissing: missing.tell)
        // Apart from covers and uploads, which must not wait for minutes.
        let conversions = WorkerPool(jobs: max(1, jobs / 2), tellMissing: missing.tell)
        covers = Covers(
            cache: try FileCache(folder: data.art, budget: Self.artBudget),
            maker: CoverMaker(pool: errands, folder: data.spool), opener: opener, folderPath: paths.path)
        streams = PlayableSound(
            cache: try FileCache(folder: data.streams, budget: Self.streamBudget),
            maker: StreamMaker(pool: conversions, folder: data.spool), opener: opener, folderPath: paths.path)
        queue = AnalysisQueue(
            catalog: catalog, files: files, opener: opener, scratchFolder: data.spool, jobs: jobs, tellMissing: missing.tell
        ) { report in
            news.tell(report)
            watch(report)
        }
        librarian = Librarian(
            catalog: catalog,
            desk: ProbeDesk(
                jobs: max(2, jobs), open: { path throws(WorkerFailure) in try opener.open(path) }, tellMissing: missing.tell),
            tell: news.tell)
        let spool = data.spool
        uploads = try options.uploadFolder.map {
            try Uploads(folder: $0, limit: options.uploadLimit, pool: errands, spool: spool)
        }
        self.paths = paths
        let (queue, librarian) = (queue, librarian)
        // It ends with `deinit`, so it must not hold the library itself.
        Task { for await chore in waiting { await Self.carryOut(chore, queue, librarian, paths) } }
    }

    deinit {
        chores.finish()
    }

    private static func carryOut(
        _ chore: LibraryChore, _ queue: AnalysisQueue, _ librarian: Librarian, _ paths: FolderPaths
    ) async {
        switch chore {
        case .analyze: await queue.lookAgain()
        case .check(let folder, let path): await librarian.doubt(FolderPath.parent(of: path), in: folder)
        case .rescan(let work):
            guard let folder = paths.all.first(where: { $0.1 == work.folder })?.0 else { return }
            await librarian.requestScan(of: [FolderPath.parent(of: work.path)], in: folder)
        }
    }

    /// Makes the folders known that are served, so that everything in the catalog can be asked for. With `offersDemo` a server that
    /// was never pointed at music serves the demo.
    package func open(offersDemo: Bool = false) async throws {
        let known = try await catalog.folders()
        let remembered = known.map { String(decoding: $0.path, as: UTF8.self) }
        for folder in options.folders where !remembered.contains(folder) { try Self.check(folder) }
        var named = options.folders.isEmpty ? remembered : options.folders
        if offersDemo, try await isWithoutMusic(remembered), let demo = makeDemo() {
            demoMusic.withLock { $0 = demo }
            named = [demo.folder]
            try await catalog.set(Self.demoSetting, to: demo.folder)
        }
        let folders = FolderPath.outermost((named + (options.uploadFolder.map { [$0] } ?? [])).map { Array($0.utf8) })
        try await librarian.serve(folders)
        paths.set(try await catalog.folders())
    }

    private func isWithoutMusic(_ remembered: [String]) async throws -> Bool {
        guard options.folders.isEmpty, options.uploadFolder == nil else { return false }
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

    /// A folder that is named for the first time must be there: a mistake shows at once.
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

    /// Begins to scan, to watch and to analyze; as soon as the disk has room, where it has none now.
    package func begin() async {
        await librarian.keepWatch()
        Task { await fillDemo() }
        var hasTold = false
        while true {
            do {
                try await queue.start(paused: try await catalog.setting(Self.pauseSetting) == "true")
                break
            } catch {
                if !hasTold { log.error("the analysis does not begin", ["reason": "\(error)"]) }
                hasTold = true
                try? await Task.sleep(for: Self.pauseAfterTrouble)  // Nobody cancels it.
            }
        }
        let (backup, log) = (CatalogBackup(in: data.path), log)
        let daily = DailyBackup(
            renew: { try await backup.renew(at: $0) },
            tell: { log.warning("the catalog was not copied", ["reason": "\($0)"]) })
        Task { await daily.run() }
    }

    /// Ends the analysis, so that what is under way counts against no track.
    package func end() async {
        do {
            try await queue.stop()
        } catch {
            log.warning("analyses that are under way count as interrupted", ["reason": "\(error)"])
        }
    }

    /// Leaves the catalog and the rooms as one file each, which people may copy.
    package func close() async {
        do {
            try await catalog.clearJournal()
            try await rooms.clearJournal()
        } catch {
            log.warning("the journals beside the catalog and the rooms stay, and belong to them", ["reason": "\(error)"])
        }
    }

    package func set(paused: Bool) async throws {
        try await catalog.set(Self.pauseSetting, to: "\(paused)")
        await queue.set(paused: paused)
    }

    /// Makes the analysis of tracks due, or of all with nil; what is done only with `force`. Returns how many are due.
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

    /// The path of a music folder; empty for one that is not served.
    package func path(ofFolder folder: Int) -> [UInt8] { paths.path(folder) }

    package func text(ofPath path: [UInt8], inFolder folder: Int) -> String {
        String(decoding: MusicFile.path(folder: self.path(ofFolder: folder), path), as: UTF8.self)
    }

    /// The track whose file has this path: an absolute one, or one within a music folder.
    package func track(at path: [UInt8]) async throws -> Track? {
        for (folder, root) in paths.all {
            let isAbsolute = path.first == UInt8(ascii: "/")
            if isAbsolute && !(path.starts(with: root) && path.count > root.count && path[root.count] == UInt8(ascii: "/")) {
                continue
            }
            let rest = isAbsolute ? Array(path[(root.count + 1)...]) : path
            if let track = try await reader.track(at: rest, in: folder) { return track }
        }
        return nil
    }

    /// Has what lies in a folder of the library taken in now.
    package func takeIn(_ path: String) async throws {
        let path = Array(path.utf8)
        for (folder, root) in paths.all where FolderPath.contains(root, path) {
            try await librarian.takeIn([Array(path.dropFirst(root.count + 1))], in: folder)
        }
    }

    /// A track's file, open for an answer.
    package func file(of track: Track) async throws -> OpenFile {
        let (opener, root) = (opener, path(ofFolder: track.place.folder))
        do {
            return try await DiskThreads.run {
                let scanned = try opener.open(track.place, in: root)
                let file = try withExtendedLifetime(scanned) { try OpenFile(sharing: scanned.raw) }
                // It may have grown in this moment.
                guard file.count == Int(track.place.stamp.size) else { throw WorkerFailure.unreadable("has changed") }
                return file
            }
        } catch WorkerFailure.couldNotStart {
            throw LibraryRefusal.overloaded
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

/// The paths of the music folders by their keys, for those who open files.
final class FolderPaths: Sendable {
    private let paths = Mutex<[Int: [UInt8]]>([:])

    var all: [(Int, [UInt8])] { paths.withLock { $0.sorted { $0.key < $1.key } } }

    @Sendable func path(_ folder: Int) -> [UInt8] { paths.withLock { $0[folder] ?? [] } }

    func set(_ folders: [MusicFolder]) {
        paths.withLock { $0 = Dictionary(uniqueKeysWithValues: folders.map { ($0.id, $0.path) }) }
    }
}

/// Tells of walls that this machine cannot offer, once for each, whoever finds out.
private final class MissingWalls: Sendable {
    private let log: Log
    private let told = Mutex<Set<String>>([])

    init(_ log: Log) {
        self.log = log
    }

    @Sendable func tell(_ wall: String) {
        guard told.withLock({ $0.insert(wall).inserted }) else { return }
        log.warning("this kernel lacks a part of the sandbox for decoders; they run without it", ["part": wall])
    }
}
