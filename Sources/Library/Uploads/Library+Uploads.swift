package import Catalog
import Music
import System
import Workers

/// What became of an uploaded file.
package struct StoredUpload: Sendable {
    /// Within the folder for uploads; the file's path in the library, if its sound was there already.
    package let name: String
    package let path: String
    /// Nil if the file was changed at once.
    package let track: Track?
    /// Whether its sound was not in the library before.
    package let isNew: Bool
    /// Why the tags that were asked for are not in it.
    package var untagged: String?

    /// Within its music folder.
    package var relativePath: String { track.map { String(decoding: $0.place.path, as: UTF8.self) } ?? name }
}

/// What became of an upload, which may be an archive of many files.
package struct UploadReport: Sendable {
    /// A file that was not stored, and why.
    package struct Refused: Sendable {
        package let name: String
        /// One sentence.
        package let reason: String
    }

    /// As many files are told of each kind; the rest is counted.
    private static let mostTold = 1_000

    package private(set) var stored: [StoredUpload] = []
    package private(set) var refused: [Refused] = []
    package private(set) var storedCount = 0
    /// Of the stored ones, those whose sound is new, and those whose sound was in the library already.
    package private(set) var newCount = 0
    package var knownCount: Int { storedCount - newCount }
    package private(set) var refusedCount = 0
    /// Files of the archive that are no music by their names.
    package internal(set) var leftOut = 0

    mutating func add(_ other: UploadReport) {
        stored += other.stored.prefix(Self.mostTold - stored.count)
        refused += other.refused.prefix(Self.mostTold - refused.count)
        storedCount += other.storedCount
        newCount += other.newCount
        refusedCount += other.refusedCount
        leftOut += other.leftOut
    }

    mutating func add(_ files: [StoredUpload]) {
        storedCount += files.count
        newCount += files.count { $0.isNew }
        stored += files.prefix(Self.mostTold - stored.count)
    }

    mutating func refuse(_ name: String, _ reason: String) {
        refusedCount += 1
        if refused.count < Self.mostTold { refused.append(Refused(name: name, reason: reason)) }
    }
}

extension Library {
    /// Checks and stores the files of one request, and tells how far they are. If one is not music none is stored, apart from those in archives.
    package func receive(_ files: [UploadedFile], again: Bool = false) async throws -> UploadReport {
        let name = files.count == 1 ? files[0].name : "\(files.count) files"
        events.tell(.upload(.checking(nil, name, 0, of: files.count)))
        do {
            var report = UploadReport()
            report.add(try await store(files.filter { !$0.isArchive }, again: again))
            for archive in files where archive.isArchive {
                report.add(
                    try await take(archive, again: again) { [events] done, all in
                        events.tell(.upload(.checking(nil, archive.name, done, of: all)))
                    })
            }
            events.tell(.upload(.done(nil, name, report)))
            return report
        } catch {
            let reason = (error as? LibraryRefusal)?.description ?? "The server could not store it."
            events.tell(.upload(.failed(nil, name, reason)))
            throw error
        }
    }

    /// Checks and stores what has come, and tells how many of its files are checked.
    func take(_ upload: UploadedFile, again: Bool, tell: @Sendable (_ done: Int, _ all: Int) -> Void) async throws -> UploadReport {
        if upload.isArchive { return try await unpack(upload, again: again, tell: tell) }
        var report = UploadReport()
        report.add(try await store([upload], again: again))
        return report
    }

    /// Checks and stores files, and lists them. Those whose sound is here already are not stored, unless they are wanted `again`.
    func store(_ files: [UploadedFile], again: Bool) async throws -> [StoredUpload] {
        guard let uploads else { return [] }
        let outcomes = try await uploads.keep(files, again: again) {
            try await presentTrack(of: $0)
        } offer: {
            await queue.offer($0, of: $1)
        }
        var parents: Set<String> = []
        for case .stored(let kept) in outcomes {
            parents.insert(kept.parent)
        }
        for parent in parents { try await takeIn(parent) }
        if !parents.isEmpty { await rescans.filesChanged() }
        var stored: [StoredUpload] = []
        for outcome in outcomes {
            switch outcome {
            case .known(let track):
                let path = sources.location(of: track.place.path, in: track.place.folder)
                stored.append(StoredUpload(name: FolderPath.name(of: track.place.path), path: path, track: track, isNew: false))
            case .stored(let kept):
                let name = String(kept.path.dropFirst(uploads.folder.count + 1))
                let track = try await track(at: Array(kept.path.utf8))
                stored.append(StoredUpload(name: name, path: kept.path, track: track, isNew: true, untagged: kept.untagged))
            }
        }
        return stored
    }

    /// A track of a recording whose file is there now: one may have been deleted since it was scanned.
    private func presentTrack(of identity: ContentIdentity) async throws -> Track? {
        let (known, sources) = (try await reader.tracks(of: identity).filter(\.isAvailable), sources)
        return try await DiskThreads.run { known.first { sources.isThere($0.place) } }
    }
}
