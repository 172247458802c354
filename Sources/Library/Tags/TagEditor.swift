package import Catalog
import Foundation
import Glibc
import Synchronization
import System
import Web
package import Workers

/// Edits the tags of music files, one file at a time: a sandboxed worker changes a copy and checks it, and the copy takes the file's place.
package actor TagEditor {
    /// The most tracks of one edit.
    package static let mostTracks = 2_000
    /// Edits that wait or are remembered after their end.
    private static let (mostWaiting, mostRemembered) = (16, 50)

    private let library: LibraryParts

    /// What an editor needs of the library.
    struct LibraryParts: Sendable {
        let catalog: Catalog
        let reader: CatalogReader
        let sources: MusicSources
        let librarian: Librarian
        let writer: TagWriter
        let events: LibraryEvents
        let log: Log
        let clock: any HouseClock
        /// Whether the owner says that no other program writes music files.
        let isAlone: Bool
        /// Hears of each file that was written.
        let filesChanged: @Sendable () async -> Void
    }

    private var jobs: [TagJob] = []
    private var lastJob = 0
    private var working: Task<Void, Never>?
    /// Those who wait for the end of an edit, by its number.
    private var waiters = EndWaiters()

    init(_ library: LibraryParts) {
        self.library = library
    }

    /// Removes copies that a crash left behind.
    func clean() async throws {
        for (edit, path) in try await library.catalog.tagDrafts() {
            TagCopy.remove(leftAt: path)
            try await library.catalog.finishTagEdit(edit)
        }
    }

    /// All editable fields of a track's file. A cover that is too large to edit is left out.
    package func tags(of track: Track) async throws -> TagFields {
        do {
            return try await tags(of: try await open(track), track)
        } catch let failure as WorkerFailure where failure.shortage == nil {
            throw TagRefusal(failure)
        }
    }

    /// What of these changes would change a track.
    package func preview(_ changes: TagFields, of track: Track) async throws -> [TagDifference] {
        TagDifference.all(from: try await tags(of: track), to: changes)
    }

    /// Queues an edit of many tracks; nil for one that is not known.
    package func start(_ parts: [TagJob.Part], keepsTime: Bool, by author: String) async throws(TagRefusal) -> TagJob {
        guard parts.count <= Self.mostTracks else { throw .tooManyTracks(Self.mostTracks) }
        guard jobs.filter({ !$0.isDone }).count < Self.mostWaiting else { throw .queueFull }
        for cover in Set(parts.compactMap { $0.changes[.cover]?.first }) { try await library.writer.check(cover) }
        lastJob += 1
        let job = TagJob(id: lastJob, parts: parts, keepsTime: keepsTime, author: author)
        jobs.append(job)
        let done = jobs.indices.filter { jobs[$0].isDone }
        for index in done.dropLast(Self.mostRemembered).reversed() { jobs.remove(at: index) }
        work()
        return job
    }

    package func job(_ id: Int) -> TagJob? { jobs.first { $0.id == id } }

    /// An edit once it has ended, or as far as it is after `patience`; nil for one that is not known.
    package func job(_ id: Int, within patience: Duration) async -> TagJob? {
        guard job(id)?.isDone == false else { return job(id) }
        let number = waiters.number(for: id)
        await library.clock.wait(
            { await withCheckedContinuation { waiters.add($0, as: number) } }, atMost: patience, wake: { await self.wake(number) })
        return job(id)
    }

    private func wake(_ number: EndWaiters.Number) { waiters.wake(number) }

    /// Lets an edit end after the file that is being written.
    package func cancel(_ id: Int) {
        if let index = jobs.firstIndex(where: { $0.id == id }) { jobs[index].isCancelled = true }
    }

    /// What undoing an edit writes.
    package func undoing(_ edit: TagEdit) async throws -> TagJob.Part {
        guard var changes = TagFields(bytes: edit.before) else { throw TagRefusal.isGone }
        if changes[.cover] != nil, changes[.cover] != [] {
            guard let hash = edit.picture, let picture = try await library.reader.tagPicture(hash) else {
                throw TagRefusal.pictureNotKept
            }
            changes[.cover] = [picture]
        }
        return TagJob.Part(track: edit.track, identity: edit.identity, changes: changes)
    }

    private func work() {
        guard working == nil else { return }
        working = Task {
            while let index = jobs.firstIndex(where: { !$0.isDone }) {
                let job = jobs[index]
                guard let part = job.next, !job.isCancelled else {
                    jobs[index].end()
                    waiters.wake(job.id)
                    continue
                }
                let outcome = await outcome(of: part, job)
                library.events.tell(.tags(track: part.track, outcome))
                // The list may have changed meanwhile.
                guard let index = jobs.firstIndex(where: { $0.id == job.id }) else { continue }
                jobs[index].note(outcome, of: part.track)
                if jobs[index].isDone { waiters.wake(job.id) }
            }
            working = nil
        }
    }

    private func outcome(of part: TagJob.Part, _ job: TagJob) async -> TagJob.Outcome {
        do {
            guard let track = try await library.reader.track(part.track), part.identity == nil || part.identity == track.identity
            else {
                return .failed("There is no such track.")
            }
            return try await edit(track, part.changes, job)
        } catch let refusal as TagRefusal {
            return .failed("\(refusal)")
        } catch let failure as WorkerFailure {
            return .failed("\(TagRefusal(failure))")
        } catch let error as SystemError {
            return .failed("\(TagRefusal(error))")
        } catch {
            library.log.warning("tags could not be edited", ["track": "\(part.track)", "reason": "\(error)"])
            return .failed("The server could not note the edit.")
        }
    }

    private func edit(_ track: Track, _ changes: TagFields, _ job: TagJob) async throws -> TagJob.Outcome {
        let original = try await open(track)
        let isAlone = library.isAlone
        let lease = try await DiskThreads.run { try ReadLease(of: original, isAlone: isAlone) }
        let before = try await lease.during { try await self.tags(of: original, track) }
        let differences = TagDifference.all(from: before, to: changes)
        guard !differences.isEmpty else { return .unchanged }
        let wanted = TagFields(Dictionary(uniqueKeysWithValues: differences.map { ($0.field, $0.after) }))
        var earlier = TagFields(Dictionary(uniqueKeysWithValues: differences.map { ($0.field, $0.before) }))
        let picture = earlier[.cover]?.first
        // The picture is kept apart: those of an album's tracks are often the same.
        if picture != nil { earlier[.cover] = [[]] }
        let roots = library.sources.localRoots
        let place = try await DiskThreads.run { try TagCopy.Place(of: original, within: roots) }
        let edit = try await library.catalog.beginTagEdit(
            of: track, before: earlier.bytes, picture: picture.map { (SHA256.digest($0).hex, $0) }, draft: place.draftPath,
            at: library.clock.second, by: job.author)
        do {
            try await lease.during { try await self.write(wanted, original, lease, track, place, keepsTime: job.keepsTime) }
        } catch {
            try await library.catalog.dropTagEdit(edit)
            throw error
        }
        try await library.catalog.finishTagEdit(edit)
        try await library.librarian.takeAnew(track)
        library.events.tell(.library(.tracks))
        await library.filesChanged()
        return .done
    }

    private func write(
        _ changes: TagFields, _ original: WorkerFile, _ lease: ReadLease, _ track: Track, _ place: TagCopy.Place, keepsTime: Bool
    ) async throws {
        let copy = try await DiskThreads.run { TagCopyBox(try TagCopy.make(of: original, lease, at: place)) }
        try await library.writer.write(changes, of: original, called: FolderPath.name(of: track.place.path), into: try copy.file())
        try await DiskThreads.run { try copy.putInPlace(keepsTime: keepsTime) }
    }

    /// Opens a track's file that may be edited.
    private func open(_ track: Track) async throws -> WorkerFile {
        guard !library.sources.isElsewhere(track.place) else { throw TagRefusal.isElsewhere }
        return try await library.sources.open(track.place)
    }

    private func tags(of file: WorkerFile, _ track: Track) async throws -> TagFields {
        try await library.writer.tags(of: file, called: FolderPath.name(of: track.place.path))
    }
}

/// Holds a copy that threads take turns with.
private final class TagCopyBox: Sendable {
    private let copy: Mutex<TagCopy>

    init(_ copy: consuming sending TagCopy) {
        self.copy = Mutex(copy)
    }

    func file() throws -> WorkerFile { try copy.withLock { try $0.file() } }

    func putInPlace(keepsTime: Bool) throws {
        try copy.withLock {
            try $0.complete(keepsTime: keepsTime)
            try $0.putInPlace()
        }
    }
}
