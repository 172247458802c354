import Catalog
import Foundation
import Subsonic
import Synchronization
import System
import Workers

/// Keeps the catalog in sync with the music folders: scans them at start, after changes, and periodically.
package actor Librarian {
    /// The interval of full scans: network file systems report no changes, and a missed event is noticed no later than this.
    static let rescanInterval = Duration.seconds(15 * 60)
    /// Files modified less than this many seconds ago may still be being copied.
    private static let settling = 1.0
    /// The delay before files that were too young are scanned again.
    private static let settlingPause = Duration.seconds(2)
    /// The delay before a failed scan is retried: the disk may have room by then, or the system descriptors.
    private static let troublePause = Duration.seconds(10)
    /// Microseconds before another request for a changed file has its folder scanned again: scans are cheap, but not free.
    private static let doubtPause: UInt64 = 5_000_000
    /// Folders remembered for that; any beyond wait for the next full scan.
    private static let mostDoubted = 64
    /// The most progress reports per second.
    private static let reportsPerSecond = 4.0

    /// A report of the librarian.
    enum Report: Sendable {
        case progress(ScanProgress)
        /// A scan has ended.
        case finished(ScanProgress, LibraryScan.Outcome, seconds: Double)
        case failed(folder: String, reason: String)
        /// Changes will be noticed late, for this reason.
        case unwatched(folder: String, reason: String)
    }

    private let catalog: Catalog
    private let sources: MusicSources
    private let clock: any HouseClock
    private let tell: @Sendable (Report) -> Void
    private var folders: [MusicFolder] = []
    /// By folder.
    private var watches: [Int: any Sendable & AnyObject] = [:]
    /// The scans that run, by folder.
    private var running: [Int: Running] = [:]
    /// The queue of scans, by folder; an empty list of parts means the whole folder.
    private var wanted: [Int: [[UInt8]]] = [:]
    private var working: [Lane: Task<Void, Never>] = [:]
    private var isWatching = false
    /// Where a scan runs, and those who wait for its end.
    private var lines: [Lane: [CheckedContinuation<Void, Never>]] = [:]
    /// The songs that were found so far in lists of servers that are being read, by folder.
    private let found = Mutex<[Int: Int]>([:])
    /// Folders whose last scan failed and was reported.
    private var troubled: Set<Int> = []
    /// Folders in which a file had changed, and until when, in clock microseconds, more such requests are ignored.
    private var doubted: [Part: UInt64] = [:]

    private struct Part: Hashable {
        let folder: Int
        let path: [UInt8]
    }

    private struct Running {
        let task: Task<LibraryScan.Outcome, any Error>
        /// The folders that were scanned beside it.
        var beside: Set<Int>
    }

    /// Where scans run one at a time. Folders of this machine share one: with two scans, each would take what moved to the other for
    /// gone. Nothing moves between servers, so that a slow one holds nobody up.
    private enum Lane: Hashable {
        case here
        case server(folder: Int)
    }

    init(catalog: Catalog, sources: MusicSources, clock: any HouseClock, tell: @escaping @Sendable (Report) -> Void) {
        self.clock = clock
        self.catalog = catalog
        self.sources = sources
        self.tell = tell
    }

    package var isScanning: Bool { !working.isEmpty }

    /// The songs that were found so far in the list of a server that is being read; nil if it is not.
    nonisolated func found(in folder: Int) -> Int? { found.withLock { $0[folder] } }

    /// Makes these the library's folders. New ones and the one `renewing` are read as `source` says, at once if `keepWatch` was called.
    func serve(_ paths: [[UInt8]], renewing: [UInt8]? = nil, source: (MusicFolder) -> any MusicSource) async throws {
        folders = try await catalog.serve(folders: paths, at: clock.second)
        var next: [Int: any MusicSource] = [:]
        for folder in folders where folder.path != renewing { next[folder.id] = sources[folder.id] }
        let fresh = folders.filter { next[$0.id] == nil }
        let kept = Set(next.keys)
        for folder in fresh { next[folder.id] = source(folder) }
        sources.set(next)
        watches = watches.filter { kept.contains($0.key) }
        // A scan of a folder that is served no more would list its tracks again.
        let ended = running.filter { !kept.contains($0.key) }.map(\.value.task)
        for scan in ended { scan.cancel() }
        for scan in ended { _ = await scan.result }
        if !ended.isEmpty { _ = try await catalog.serve(folders: folders.map(\.path), at: clock.second) }
        guard isWatching else { return }
        for folder in fresh {
            watch(folder)
            wanted[folder.id] = []
        }
        work()
    }

    /// Scans everything, then whatever changes, and everything again every `rescanInterval`.
    func keepWatch() {
        guard !isWatching else { return }
        isWatching = true
        for folder in folders { watch(folder) }
        requestScan()
        Task { [weak self] in
            while let self {
                try? await self.clock.sleep(for: Self.rescanInterval)  // Nobody cancels it.
                await self.requestScan()
            }
        }
    }

    /// Requests a scan of everything, which starts after the current one.
    package func requestScan() {
        for folder in folders { wanted[folder.id] = [] }
        work()
    }

    /// Requests a scan of parts of a folder: folders within it, with all below them.
    func requestScan(of parts: [[UInt8]], in folder: Int) {
        guard wanted[folder] != [] else { return }
        let all = FolderPath.outermost((wanted[folder] ?? []) + parts)
        wanted[folder] = all.contains([]) ? [] : all
        work()
    }

    /// Requests a scan of the whole folder that has this path.
    func requestScan(at path: [UInt8]) {
        if let folder = folders.first(where: { $0.path == path }) { requestScan(of: [[]], in: folder.id) }
    }

    /// Requests a scan of a part in which a file has changed, unless one was requested within `doubtPause`.
    func doubt(_ path: [UInt8], in folder: Int) {
        let (now, part) = (clock.now, Part(folder: folder, path: path))
        doubted = doubted.filter { $0.value > now }
        guard doubted[part] == nil, doubted.count < Self.mostDoubted else { return }
        doubted[part] = now + Self.doubtPause
        requestScan(of: [path], in: folder)
    }

    /// Scans everything now and returns the outcomes in the order of the folders, for callers that do nothing else meanwhile.
    package func scan() async throws -> [LibraryScan.Outcome] {
        let folders = folders
        var outcomes: [Int: LibraryScan.Outcome] = [:]
        for folder in folders.sorted(by: { isFirst($0.id, $1.id) }) {
            outcomes[folder.id] = try await scan(folder, [], settling: 0)
        }
        return folders.compactMap { outcomes[$0.id] }
    }

    /// Scans parts of a folder now, including files that were written a moment ago.
    func takeIn(_ parts: [[UInt8]], in folder: Int) async throws {
        guard let folder = folders.first(where: { $0.id == folder }) else { return }
        _ = try await scan(folder, parts, settling: 0)
    }

    /// Probes the file of a track that was just changed, and records it, without looking at any other.
    func takeAnew(_ track: Track) async throws {
        let place = track.place
        let lane = lane(of: place.folder)
        await enter(lane)
        defer { leave(lane) }
        guard let source = sources[place.folder], case .success(let found)? = await source.probe([place.path]).first else {
            return requestScan(of: [FolderPath.parent(of: place.path)], in: place.folder)
        }
        let hasCoverBeside = await source.openCover(beside: place.path) != nil
        let sources = sources
        _ = try await catalog.record(
            [FoundFile(path: place.path, stamp: found.stamp, hasCoverBeside: hasCoverBeside, finding: .music(found.probe))],
            in: place.folder, at: clock.second,
            isThere: { folder, path, stamp in sources.isThere(Track.Place(folder: folder, path: path, stamp: stamp)) },
            isElsewhere: { _, _ in false })
    }

    private func watch(_ folder: MusicFolder) {
        let root = String(decoding: folder.path, as: UTF8.self)
        do {
            guard let source = sources[folder.id] else { return }
            watches[folder.id] = try source.watch { [weak self] change in
                guard let self else { return }
                Task { await self.heard(change, of: folder.id, root) }
            }
        } catch {
            tell(.unwatched(folder: root, reason: "\(error)"))
        }
    }

    private func heard(_ change: SourceChange, of folder: Int, _ root: String) {
        switch change {
        case .ready: break
        case .changed(let parts): requestScan(of: parts, in: folder)
        case .overflowed: requestScan(of: [[]], in: folder)
        case .incomplete(let reason):
            tell(.unwatched(folder: root, reason: reason))
            requestScan(of: [[]], in: folder)
        }
    }

    /// Starts the scans that are wanted. Those of folders come first: songs of servers that lie there, too, are listed as those.
    private func work() {
        let waiting = Set(wanted.keys.map(lane))
        for lane in waiting.contains(.here) || working[.here] != nil ? [.here] : waiting where working[lane] == nil {
            work(in: lane)
        }
    }

    private func work(in lane: Lane) {
        working[lane] = Task {
            while let id = wanted.keys.filter({ self.lane(of: $0) == lane }).min(), let parts = wanted.removeValue(forKey: id) {
                guard let folder = folders.first(where: { $0.id == id }) else { continue }
                do {
                    let outcome = try await scan(folder, parts, settling: Self.settling)
                    troubled.remove(id)
                    if outcome.unsettled > 0 { lookAgainLater(at: parts, in: id, after: Self.settlingPause) }
                } catch {
                    if troubled.insert(id).inserted {
                        tell(.failed(folder: String(decoding: folder.path, as: UTF8.self), reason: "\(error)"))
                    }
                    // A server that has refused the login is left alone until the next full scan.
                    if (error as? SubsonicError)?.mayPass != false { lookAgainLater(at: parts, in: id, after: Self.troublePause) }
                }
            }
            working[lane] = nil
            work()
        }
    }

    private func lane(of folder: Int) -> Lane { sources[folder]?.isElsewhere == true ? .server(folder: folder) : .here }

    /// Folders of this machine come before servers.
    private func isFirst(_ one: Int, _ other: Int) -> Bool {
        let (isFar, isOtherFar) = (sources[one]?.isElsewhere ?? false, sources[other]?.isElsewhere ?? false)
        return isFar == isOtherFar ? one < other : !isFar
    }

    private func enter(_ lane: Lane) async {
        guard lines[lane] != nil else {
            lines[lane] = []
            return
        }
        await withCheckedContinuation { lines[lane]?.append($0) }
    }

    private func leave(_ lane: Lane) {
        guard lines[lane]?.isEmpty == false else {
            lines[lane] = nil
            return
        }
        lines[lane]?.removeFirst().resume()
    }

    /// Has lists of servers read again that were read beside that of a better one: songs that both have are listed as those of the
    /// better one.
    private func listAgain(_ others: Set<Int>, after folder: Int) {
        for other in others where other > folder && sources[other]?.isElsewhere == true { requestScan(of: [[]], in: other) }
    }

    private func lookAgainLater(at parts: [[UInt8]], in folder: Int, after pause: Duration) {
        Task {
            try? await clock.sleep(for: pause)  // Nobody cancels it.
            requestScan(of: parts.isEmpty ? [[]] : parts, in: folder)
        }
    }

    /// Scans a folder, once no other scan runs in its lane.
    private func scan(_ folder: MusicFolder, _ parts: [[UInt8]], settling: Double) async throws -> LibraryScan.Outcome {
        let lane = lane(of: folder.id)
        await enter(lane)
        defer { leave(lane) }
        // Read again: an earlier scan may have marked the folder as offline.
        guard let folder = try await catalog.folders().first(where: { $0.id == folder.id }) else { return LibraryScan.Outcome() }
        let start = clock.now
        let pace = Pace(perSecond: Self.reportsPerSecond)
        let tell = tell
        guard let source = sources[folder.id] else { return LibraryScan.Outcome() }
        let isElsewhere = source.isElsewhere
        let scan = LibraryScan(
            folder: folder, source: source, sources: sources, parts: parts, settling: settling, catalog: catalog, clock: clock
        ) { [self] progress in
            if isElsewhere { found.withLock { $0[folder.id] = progress.seen } }
            if pace.allows(clock.now) { tell(.progress(progress)) }
        }
        if isElsewhere { found.withLock { $0[folder.id] = 0 } }
        let task = Task { try await scan.run() }
        for other in running.keys { running[other]?.beside.insert(folder.id) }
        running[folder.id] = Running(task: task, beside: Set(running.keys))
        defer {
            running[folder.id] = nil
            found.withLock { $0[folder.id] = nil }
        }
        let outcome: LibraryScan.Outcome
        do {
            outcome = try await task.value
        } catch  where task.isCancelled {
            return LibraryScan.Outcome()
        }
        if outcome.hasChanges { listAgain(running[folder.id]?.beside ?? [], after: folder.id) }
        let summary = ScanProgress(
            folder: String(decoding: folder.path, as: UTF8.self), state: outcome.isOffline ? .offline : .done, seen: outcome.seen,
            recorded: outcome.recorded)
        tell(.finished(summary, outcome, seconds: clock.seconds(since: start)))
        return outcome
    }
}
