package import Catalog
import Foundation
import System
import Workers

/// One look through a music folder, or parts of it: the catalog is what the file system is when it ends.
package struct LibraryScan: Sendable {
    /// Files that are looked into at a time: a transaction's worth, and often enough for a person who watches.
    private static let batchSize = 200
    /// Batches under way at once, so that workers, catalog and disk all have something to do.
    private static let mostBatches = 3

    let folder: MusicFolder
    /// Folders within the music folder, with all below them; empty for all of it.
    let parts: [[UInt8]]
    /// Files changed within so many seconds may still be on their way here, and are left for later.
    let settling: Double
    let catalog: Catalog
    let desk: ProbeDesk
    let progress: @Sendable (ScanProgress) -> Void

    /// What a scan came to.
    package struct Outcome: Sendable {
        /// Files with names of music.
        package var seen = 0
        package var recorded = Recorded()
        package var lost = 0
        package var returned = 0
        /// Tracks that a cover came to, or was taken from.
        var covers = 0
        /// Nothing below could be read, for this reason; the catalog keeps what it knows.
        package var unreadable: [FolderWalk.Unread] = []
        /// Files that may still be on their way.
        var unsettled = 0
        package var isOffline = false
        /// All of the folder was looked through, and nothing there has a name of music.
        var isWithoutMusic = false
        /// The folder came or went since the last scan.
        var isTurned = false

        var hasChanges: Bool { recorded != Recorded() || lost > 0 || returned > 0 || covers > 0 || isTurned }
    }

    private var root: String { String(decoding: folder.path, as: UTF8.self) }

    func run() async throws -> Outcome {
        let root = root
        let state = try await DiskThreads.run { RootState(of: root) }
        // A server without descriptors to spare sees nothing, which says nothing of the folder.
        if case .unreadable(let code) = state.condition, SystemError.shortages.contains(code) {
            throw SystemError("reading the folder", code: code)
        }
        let known = try await catalog.knownFiles(in: folder.id)
        guard isHere(state, known) else {
            if folder.isOnline { try await catalog.set(folder: folder.id, isOnline: false, device: nil) }
            var outcome = Outcome()
            outcome.isOffline = true
            outcome.isTurned = folder.isOnline
            return outcome
        }
        if !folder.isOnline || folder.device != Int64(bitPattern: state.device) {
            try await catalog.set(folder: folder.id, isOnline: true, device: Int64(bitPattern: state.device))
        }
        var sorting = Sorting(known: known, youngest: settling > 0 ? Self.nanoseconds(before: settling) : nil)
        var outcome = Outcome()
        outcome.isTurned = !folder.isOnline
        let parts = try await takeIn(&sorting, &outcome)
        try await finish(&sorting, &outcome, parts)
        return outcome
    }

    /// An empty folder that held music, or stood on another disk when it did, is a mount that is gone.
    private func isHere(_ state: RootState, _ known: KnownFiles) -> Bool {
        guard state.condition == .readable else { return false }
        return !state.isEmpty || known.present.isEmpty
    }

    /// Walks and, while it walks, looks into what is new: the first tracks are there long before the last. Returns the parts
    /// that were walked; none for all.
    private func takeIn(_ sorting: inout Sorting, _ outcome: inout Outcome) async throws -> [[UInt8]] {
        let (batches, source) = AsyncThrowingStream<[MusicWalk.File], any Error>.makeStream()
        let walk = walk(into: source)
        var waiting: [MusicWalk.File] = []
        var recorded = Recorded()
        try await withThrowingTaskGroup(of: Recorded.self) { group in
            var running = 0
            func look(at files: [MusicWalk.File]) async throws {
                if running == Self.mostBatches, let done = try await group.next() {
                    recorded = recorded + done
                    running -= 1
                }
                running += 1
                group.addTask { try await record(files, moved: nil) }
            }
            for try await batch in batches {
                waiting += sorting.sort(batch)
                while waiting.count >= Self.batchSize {
                    try await look(at: Array(waiting.prefix(Self.batchSize)))
                    waiting.removeFirst(Self.batchSize)
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
        let walked = try await walk.value
        outcome.unreadable = walked.unread
        return walked.parts
    }

    /// The walk on a thread that may wait for the disk, delivering as it goes.
    private func walk(into source: AsyncThrowingStream<[MusicWalk.File], any Error>.Continuation) -> Task<Walked, any Error> {
        let (root, parts) = (root, parts)
        return Task {
            do {
                let walked = try await DiskThreads.run {
                    if !parts.isEmpty, let walked = try Self.walk(parts, of: root, { source.yield($0) }) { return walked }
                    return Walked(parts: [], unread: try MusicWalk(root: root).run { source.yield($0) })
                }
                source.finish()
                return walked
            } catch {
                source.finish(throwing: error)
                throw error
            }
        }
    }

    /// What was walked, and what could not be read of it.
    private struct Walked {
        let parts: [[UInt8]]
        let unread: [FolderWalk.Unread]
    }

    /// Nil where a link leads to another folder: whether that is reached in another way as well, only a walk of everything tells.
    private static func walk(
        _ parts: [[UInt8]], of root: String, _ deliver: ([MusicWalk.File]) -> Void
    ) throws -> Walked? {
        struct LinkMet: Error {}
        var batches: [[MusicWalk.File]] = []
        var unread: [FolderWalk.Unread] = []
        do {
            for part in parts {
                unread += try MusicWalk(root: root).run(
                    from: part, behind: { _ in throw LinkMet() }, deliver: { batches.append($0) })
            }
        } catch is LinkMet {
            return nil
        }
        for batch in batches { deliver(batch) }
        return Walked(parts: parts, unread: unread)
    }

    /// What has to wait for the whole walk: files that changed in their place, tracks that came back, and those that went.
    private func finish(_ sorting: inout Sorting, _ outcome: inout Outcome, _ parts: [[UInt8]]) async throws {
        outcome.unsettled = sorting.unsettled
        outcome.seen = sorting.seen
        try await catalog.returned(tracks: sorting.returned, at: Moment.now)
        outcome.returned = sorting.returned.count
        try await catalog.covers(beside: sorting.covers)
        outcome.covers = sorting.covers.count
        let moved = sorting.unfamiliar
        for start in stride(from: 0, to: sorting.changed.count, by: Self.batchSize) {
            let batch = Array(sorting.changed[start..<min(start + Self.batchSize, sorting.changed.count)])
            outcome.recorded = outcome.recorded + (try await record(batch, moved: moved))
            tell(sorting, outcome.recorded)
        }
        // A disk that went away in the middle of it all took no music with it.
        let root = root
        let state = try await DiskThreads.run { RootState(of: root) }
        guard isHere(state, sorting.known), folder.device == nil || folder.device == Int64(bitPattern: state.device) else { return }
        // A part that is gone took what was in it along; a link that leads nowhere may lead to a disk that is not there now.
        let unread = outcome.unreadable.filter { !parts.contains($0.path) || ![ENOENT, ENOTDIR].contains($0.code) }.map(\.path)
        // As it is known now: what was found in another place is not gone.
        let known = outcome.hasChanges ? try await catalog.knownFiles(in: folder.id) : sorting.known
        let gone = sorting.unseen(of: known, within: parts).filter { path, _ in !unread.contains { FolderPath.contains($0, path) } }
        let tracks = gone.compactMap(\.1.track)
        try await catalog.lost(
            tracks: tracks, rejected: gone.filter { $0.1.track == nil }.map(\.0), in: folder.id, at: Moment.now)
        outcome.lost = tracks.count
        outcome.isWithoutMusic = parts.isEmpty && outcome.seen == 0 && outcome.unreadable.isEmpty
        if parts.isEmpty { try await catalog.finishedScan(of: folder.id, at: Moment.now) }
    }

    /// Looks into files and has the catalog take them up: new ones, or with `moved` those that are not what they were, and the
    /// stamps of all files that lie where none of that stamp did.
    private func record(_ files: [MusicWalk.File], moved: Set<FileStamp>?) async throws -> Recorded {
        let root = folder.path
        let findings = await desk.look(
            at: files.map { FileToProbe(path: MusicFile.path(folder: root, $0.path)) })
        var found: [FoundFile] = []
        var shortage: WorkerFailure?
        for (file, finding) in zip(files, findings) {
            switch finding {
            case .success(let probed):
                found.append(
                    FoundFile(
                        path: file.path, stamp: FileStamp(probed), hasCoverBeside: file.hasCoverBeside,
                        finding: .music(probed.probe)))
            // The system's trouble, not the file's.
            case .failure(.couldNotStart(let code)): shortage = .couldNotStart(code: code)
            case .failure(.cancelled): continue
            case .failure(.unreadable(let reason)):
                // Gone by now, or known as music from better days: neither is news.
                guard moved == nil, MusicFile.stamp(folder: root, file.path) != nil else { continue }
                found.append(FoundFile(path: file.path, stamp: .never, finding: .rejected(reason)))
            case .failure(let failure):
                found.append(FoundFile(path: file.path, stamp: FileStamp(file), finding: .rejected(failure.description)))
            }
        }
        let folders = Dictionary(uniqueKeysWithValues: try await catalog.folders().map { ($0.id, $0.path) })
        let recorded = try await catalog.record(
            found, in: folder.id, at: Moment.now,
            isThere: { folder, path, stamp in folders[folder].map { MusicFile.stamp(folder: $0, path) == stamp } ?? false },
            isElsewhere: { _, stamp in moved?.contains(stamp) ?? false })
        // Without these the scan cannot come to its end.
        if let shortage { throw shortage }
        return recorded
    }

    private func tell(_ sorting: Sorting, _ recorded: Recorded) {
        progress(ScanProgress(folder: root, state: .scanning, seen: sorting.seen, recorded: recorded))
    }

    private static func nanoseconds(before seconds: Double) -> Int64 {
        Int64((Date().timeIntervalSince1970 - seconds) * 1_000_000_000)
    }
}

/// How far a scan is.
package struct ScanProgress: Encodable, Sendable {
    enum State: String, Encodable {
        case scanning, done, offline
    }

    /// Nil for those who need not know.
    var folder: String?
    let state: State
    /// Files with names of music, so far.
    let seen: Int
    let added: Int
    let changed: Int
    let moved: Int
    let rejected: Int

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
