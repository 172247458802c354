package import Catalog
import Foundation
import Music
import System
import Workers

/// One scan of a music folder, or of parts of it: afterwards the catalog matches the file system.
package struct LibraryScan: Sendable {
    /// Files probed and recorded in one transaction: few enough that a person sees progress.
    private static let batchSize = 200
    /// Concurrent batches, so that workers, catalog and disk are all busy.
    private static let mostBatches = 3

    let folder: MusicFolder
    let source: any MusicSource
    /// All sources: a file that is missing here may be a track's file elsewhere.
    let sources: MusicSources
    /// Folders within the music folder, with all below them; empty for all of it.
    let parts: [[UInt8]]
    /// Files modified within this many seconds may still be being copied, and are left for later.
    let settling: Double
    let catalog: Catalog
    let clock: any HouseClock
    let progress: @Sendable (ScanProgress) -> Void

    /// The result of a scan.
    package struct Outcome: Sendable {
        /// Files with the extension of a music file.
        package var seen = 0
        package var recorded = Recorded()
        package var lost = 0
        package var returned = 0
        /// Tracks that gained or lost a cover in their folder.
        var covers = 0
        /// Playlists from files that were added, changed or removed.
        package var playlists: [Int] = []
        /// What could not be read, and why; the catalog keeps what it knows below these paths.
        package var unreadable: [SourceListing.Unread] = []
        /// Files that may still be being copied.
        var unsettled = 0
        package var isOffline = false
        /// The whole folder was scanned, and no file has the extension of a music file.
        var isWithoutMusic = false
        /// The folder went online or offline since the last scan.
        var isTurned = false

        var hasChanges: Bool { recorded != Recorded() || lost > 0 || returned > 0 || covers > 0 || !playlists.isEmpty || isTurned }
    }

    private var root: String { String(decoding: folder.path, as: UTF8.self) }

    func run() async throws -> Outcome {
        let state = try await source.state()
        let known = try await catalog.knownFiles(in: folder.id)
        guard isHere(state, known) else {
            if folder.isOnline { try await catalog.set(folder: folder.id, isOnline: false, device: nil) }
            var outcome = Outcome()
            outcome.isOffline = true
            outcome.isTurned = folder.isOnline
            return outcome
        }
        if !folder.isOnline || folder.device != state.medium {
            try await catalog.set(folder: folder.id, isOnline: true, device: state.medium)
        }
        var sorting = Sorting(known: known, youngest: settling > 0 ? nanoseconds(before: settling) : nil)
        var outcome = Outcome()
        outcome.isTurned = !folder.isOnline
        let listing = try await takeIn(&sorting, &outcome)
        try await finish(&sorting, &outcome, listing)
        return outcome
    }

    /// Whether the folder is online. An empty folder that held music is a mount point without its disk.
    private func isHere(_ state: SourceState, _ known: KnownFiles) -> Bool {
        guard state.isReachable else { return false }
        return !state.isEmpty || known.present.isEmpty
    }

    /// Walks the folder and probes new files meanwhile, so that the first tracks appear long before the last.
    private func takeIn(_ sorting: inout Sorting, _ outcome: inout Outcome) async throws -> SourceListing {
        let (batches, stream) = AsyncThrowingStream<[SourceFile], any Error>.makeStream()
        let listing = list(into: stream)
        return try await withTaskCancellationHandler {
            try await takeIn(batches, listing, &sorting, &outcome)
        } onCancel: {
            listing.cancel()
        }
    }

    private func takeIn(
        _ batches: AsyncThrowingStream<[SourceFile], any Error>, _ listing: Task<SourceListing, any Error>,
        _ sorting: inout Sorting, _ outcome: inout Outcome
    ) async throws -> SourceListing {
        var waiting: [SourceFile] = []
        var recorded = Recorded()
        try await withThrowingTaskGroup(of: Recorded.self) { group in
            var running = 0
            func look(at files: [SourceFile]) async throws {
                if running == Self.mostBatches, let done = try await group.next() {
                    recorded = recorded + done
                    running -= 1
                }
                running += 1
                group.addTask { try await record(files, moved: nil) }
            }
            for try await batch in batches {
                waiting += sorting.sort(batch)
                // A page of a server's list may be small and the next one far away.
                while waiting.count >= (source.isElsewhere ? 1 : Self.batchSize) {
                    try await look(at: Array(waiting.prefix(Self.batchSize)))
                    waiting.removeFirst(min(Self.batchSize, waiting.count))
                }
                tell(sorting, recorded)
            }
            if !waiting.isEmpty { try await look(at: waiting) }
            for try await done in group {
                recorded = recorded + done
                tell(sorting, recorded)
            }
        }
        outcome.recorded = recorded
        // The batches of a scan that was cancelled end early.
        try Task.checkCancellation()
        let listed = try await listing.value
        outcome.unreadable = listed.unread
        return listed
    }

    /// Lists on a disk thread, and yields batches as it goes.
    private func list(into stream: AsyncThrowingStream<[SourceFile], any Error>.Continuation) -> Task<SourceListing, any Error> {
        let (source, parts) = (source, parts)
        return Task {
            do {
                let listing = try await source.list(parts) { stream.yield($0) }
                stream.finish()
                return listing
            } catch {
                stream.finish(throwing: error)
                throw error
            }
        }
    }

    /// Does what needs the whole walk: records changed files, tracks that came back, and lost tracks.
    private func finish(_ sorting: inout Sorting, _ outcome: inout Outcome, _ listing: SourceListing) async throws {
        let parts = listing.parts
        outcome.unsettled = sorting.unsettled
        outcome.seen = sorting.seen
        try await catalog.returned(tracks: sorting.returned, at: clock.second)
        outcome.returned = sorting.returned.count
        try await catalog.covers(beside: sorting.covers)
        outcome.covers = sorting.covers.count
        let moved = sorting.unfamiliar
        for start in stride(from: 0, to: sorting.changed.count, by: Self.batchSize) {
            let batch = Array(sorting.changed[start..<min(start + Self.batchSize, sorting.changed.count)])
            outcome.recorded = outcome.recorded + (try await record(batch, moved: moved))
            tell(sorting, outcome.recorded)
        }
        // If the disk went away during the scan, nothing counts as lost.
        let state = try await source.state()
        guard isHere(state, sorting.known), folder.device == nil || folder.device == state.medium else { return }
        // The files of a part that is gone are lost. Those behind a dangling link may be on an unmounted disk.
        let unread = outcome.unreadable.filter { !parts.contains($0.path) || !$0.isGone }.map(\.path)
        // Read again: a file that was found in another place is not lost.
        let known = outcome.hasChanges ? try await catalog.knownFiles(in: folder.id) : sorting.known
        let gone = sorting.unseen(of: known, within: parts).filter { path, _ in !unread.contains { FolderPath.contains($0, path) } }
        let tracks = gone.compactMap(\.1.track)
        let haveMoved = try await recordOtherPlaces(listing, gone)
        try await catalog.lost(
            tracks: tracks, rejected: gone.filter { $0.1.track == nil }.map(\.0), in: folder.id, at: clock.second)
        outcome.lost = tracks.count
        outcome.playlists = try await takePlaylists(listing.playlists, tracksChanged: outcome.hasChanges || haveMoved) { path in
            (parts.isEmpty || parts.contains { FolderPath.contains($0, path) })
                && !unread.contains { FolderPath.contains($0, path) }
        }
        if source.isElsewhere { try await catalog.set(stations: listing.stations, in: folder.id) }
        outcome.isWithoutMusic =
            parts.isEmpty && outcome.seen == 0 && outcome.unreadable.isEmpty && listing.otherPlaces.isEmpty
        if parts.isEmpty { try await catalog.finishedScan(of: folder.id, at: clock.second) }
    }

    /// Records which songs of a server are listed as tracks in better places. Returns whether that differs from before.
    private func recordOtherPlaces(_ listing: SourceListing, _ gone: [([UInt8], KnownFile)]) async throws -> Bool {
        guard source.isElsewhere, listing.unread.isEmpty, try await catalog.otherPlaces(in: folder.id) != listing.otherPlaces
        else { return false }
        var replaced: [Int: Int] = [:]
        for (path, file) in gone {
            if let old = file.track, let new = listing.otherPlaces[path] { replaced[old] = new }
        }
        try await catalog.set(otherPlaces: listing.otherPlaces, in: folder.id, replaced: replaced)
        return true
    }

    /// Probes files and records them in the catalog: new ones, or with `moved` changed ones. `moved` holds the stamps of all
    /// files that are not known at their path.
    private func record(_ files: [SourceFile], moved: Set<FileStamp>?) async throws -> Recorded {
        let findings = await findings(files)
        var found: [FoundFile] = []
        var shortage: WorkerFailure?
        for (file, finding) in zip(files, findings) {
            switch finding {
            case .success(let probed):
                found.append(
                    FoundFile(
                        path: file.path, stamp: probed.stamp, hasCoverBeside: file.hasCoverBeside,
                        finding: .music(probed.probe)))
            // The system failed, not the file.
            case .failure(.couldNotStart(let code)): shortage = .couldNotStart(code: code)
            case .failure(.cancelled): continue
            case .failure(.unreadable(let reason)):
                // A file that is gone by now, or that the catalog knew before, stays as it is there.
                guard moved == nil, source.stamp(of: file.path) != nil else { continue }
                found.append(FoundFile(path: file.path, stamp: .never, finding: .rejected(reason)))
            case .failure(let failure):
                found.append(FoundFile(path: file.path, stamp: file.stamp, finding: .rejected(failure.description)))
            }
        }
        let sources = sources
        let recorded = try await catalog.record(
            found, in: folder.id, at: clock.second,
            isThere: { folder, path, stamp in sources.isThere(Track.Place(folder: folder, path: path, stamp: stamp)) },
            isElsewhere: { _, stamp in moved?.contains(stamp) ?? false })
        let favourites = files.compactMap { file in file.isFavourite.flatMap { isOn in file.probe.map { ($0.identity, isOn) } } }
        if !favourites.isEmpty {
            try await catalog.set(favourites: Dictionary(favourites) { first, _ in first }, at: clock.second)
        }
        let ratings = files.compactMap { file in
            file.rating.flatMap { stars in file.probe.map { ($0.identity, Track.ratings.contains(stars) ? stars : nil) } }
        }
        if !ratings.isEmpty { try await catalog.set(ratings: Dictionary(ratings) { first, _ in first }) }
        // Some files were not probed, so the scan has failed.
        if let shortage { throw shortage }
        return recorded
    }

    private func findings(_ files: [SourceFile]) async -> [Result<SourceProbe, WorkerFailure>] {
        let listed = files.compactMap { file in file.probe.map { SourceProbe(probe: $0, stamp: file.stamp) } }
        return listed.count == files.count ? listed.map { .success($0) } : await source.probe(files.map(\.path))
    }

    private func tell(_ sorting: Sorting, _ recorded: Recorded) {
        progress(ScanProgress(folder: root, state: .scanning, seen: sorting.seen, recorded: recorded))
    }

    private func nanoseconds(before seconds: Double) -> Int64 {
        clock.wall * 1_000 - Int64(seconds * 1_000_000_000)
    }
}

/// The progress of a scan.
package struct ScanProgress: Encodable, Sendable {
    enum State: String, Encodable {
        case scanning, done, offline
    }

    /// Nil for listeners that are not hosts.
    var folder: String?
    let state: State
    /// Files with the extension of a music file, so far.
    package let seen: Int
    package let added: Int
    package let changed: Int
    let moved: Int
    let rejected: Int

    /// The state for clients.
    package var word: String { state.rawValue }

    private enum Key: String, CodingKey { case folder, state, seen, added, changed, moved, rejected }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(folder, forKey: .folder)
        try object.encode(state, forKey: .state)
        try object.encode(seen, forKey: .seen)
        try object.encode(added, forKey: .added)
        try object.encode(changed, forKey: .changed)
        try object.encode(moved, forKey: .moved)
        try object.encode(rejected, forKey: .rejected)
    }

    init(folder: String, state: State, seen: Int, recorded: Recorded) {
        self.folder = folder
        self.state = state
        self.seen = seen
        (added, changed, moved, rejected) = (recorded.added, recorded.changed, recorded.moved, recorded.rejected)
    }
}
