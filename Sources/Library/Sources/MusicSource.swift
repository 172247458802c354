package import Catalog
import Dispatch
import Music
import Synchronization
import System
package import Workers

/// Where music comes from, such as a folder.
///
/// Files are named by paths within the source, as bytes; parts of it are folders within it, and the empty path is all of it.
package protocol MusicSource: Sendable {
    /// Whether it can be read now. Throws what says nothing about the source, such as a shortage of descriptors.
    func state() async throws -> SourceState

    /// Delivers the music files of some parts, or of everything with none, in batches as they are found.
    func list(_ parts: [[UInt8]], _ deliver: @escaping @Sendable ([SourceFile]) -> Void) async throws -> SourceListing

    /// Reads the format, the tags and the identity of files, in their order.
    func probe(_ paths: [[UInt8]]) async -> [Result<SourceProbe, WorkerFailure>]

    /// The stamp of a file as it is now; nil if there is none. Blocks.
    func stamp(of path: [UInt8]) -> FileStamp?

    /// Whether its files lie on another machine, and are fetched before they are opened.
    var isElsewhere: Bool { get }

    /// Brings a file to this machine, so that it can be opened. Returns at once where that is not needed. With a pace nobody waits
    /// for it.
    func fetch(_ path: [UInt8], _ stamp: FileStamp, at pace: FetchPace?) async throws(WorkerFailure)

    /// What a file is called in the cache of fetched files; nil for one that lies on this machine.
    func cacheKey(of path: [UInt8], _ stamp: FileStamp) -> String?

    /// Opens a file as soon as it begins to come, if it has to be fetched. May block if not.
    func openArriving(_ path: [UInt8], _ stamp: FileStamp) async throws(WorkerFailure) -> WorkerFile

    /// Opens a file that still has the stamp with which it was scanned. Blocks.
    func open(_ path: [UInt8], _ stamp: FileStamp) throws(WorkerFailure) -> WorkerFile

    /// Opens the picture that is the cover of all files beside `path`; nil if there is none.
    func openCover(beside path: [UInt8]) async -> (file: WorkerFile, name: String)?

    /// Opens the files with the lyrics of the file at `path`: the words that are sung first, then translations.
    func openLyrics(beside path: [UInt8]) async -> [LyricsFile]

    /// Reports changes until the returned watch is released.
    func watch(_ report: @escaping @Sendable (SourceChange) -> Void) throws -> any Sendable & AnyObject

    /// The name of a file for hosts.
    func location(of path: [UInt8]) -> String

    /// The folder of this machine that its files may be changed in; nil if there is none.
    var localRoot: String? { get }

    /// The path within the source of a file that is named as on the command line; nil if it is not in this source.
    func path(at location: [UInt8]) -> [UInt8]?
}

extension MusicSource {
    package var localRoot: String? { nil }

    /// Brings a file to this machine for somebody who waits for it.
    func fetch(_ path: [UInt8], _ stamp: FileStamp) async throws(WorkerFailure) { try await fetch(path, stamp, at: nil) }

    package func cacheKey(of path: [UInt8], _ stamp: FileStamp) -> String? { nil }

    // On this machine, all of a file is there.
    package func openArriving(_ path: [UInt8], _ stamp: FileStamp) async throws(WorkerFailure) -> WorkerFile {
        try open(path, stamp)
    }
}

/// The state of a source before it is listed: an unplugged disk must not look like deleted music.
package struct SourceState: Equatable, Sendable {
    let isReachable: Bool
    /// What it is read from, such as a file system: if this differs from the last scan, a disk was mounted or unmounted.
    let medium: Int64
    let isEmpty: Bool
}

/// A file that is music by its name.
package struct SourceFile: Equatable, Sendable {
    let path: [UInt8]
    let stamp: FileStamp
    /// Whether a picture beside it is its cover.
    let hasCoverBeside: Bool
    /// What the list itself says of the file; nil if it has to be probed.
    var probe: TrackProbe?
    /// Whether the user of another server has marked it as a favourite there; nil where nobody can.
    var isFavourite: Bool?
    /// The stars that this user gave it there, 0 for none; nil where nobody can.
    var rating: Int?
}

/// A file with lyrics.
package struct LyricsFile: Sendable {
    let file: WorkerFile
    /// According to its name.
    var language: String?
}

/// What a file is, and the stamp of the file that was read.
package struct SourceProbe: Equatable, Sendable {
    let probe: TrackProbe
    let stamp: FileStamp
}

/// What a listing found out besides the files.
package struct SourceListing: Sendable {
    /// A place that could not be read: nothing is known of what is below it.
    package struct Unread: Equatable, Sendable {
        package let path: [UInt8]
        package let reason: String
        /// There is nothing with this path.
        let isGone: Bool
    }

    /// The parts that were listed; empty if it was everything.
    let parts: [[UInt8]]
    let unread: [Unread]
    /// The playlist files in them.
    var playlists: [SourceFile] = []
    /// Files that are listed as tracks in better places, by their paths.
    var otherPlaces: [[UInt8]: Int] = [:]
    /// The internet radio stations of a music server.
    var stations: [Station] = []
}

/// A change in a source.
package enum SourceChange: Equatable, Sendable {
    /// This many folders are watched: every change after this is reported.
    case ready(folders: Int)
    /// Something was added, removed or changed directly in these folders. New folders are included.
    case changed([[UInt8]])
    /// Some changes were missed: scan everything again. The watch goes on.
    case overflowed
    /// Changes are missed from now on, for this reason: scan everything periodically. Sent once.
    case incomplete(String)
}

/// The sources of the library, by the catalog's rows of their folders.
package final class MusicSources: Sendable {
    /// Seconds until a file is whole whose server does not say how long it is.
    private static let longestWait = 120.0

    private let sources = Mutex<[Int: any MusicSource]>([:])
    /// Called with the place of a file that has changed since it was scanned, to have it scanned again.
    private let doubt: @Sendable (_ folder: Int, _ path: [UInt8]) -> Void

    init(doubt: @escaping @Sendable (_ folder: Int, _ path: [UInt8]) -> Void = { _, _ in }) {
        self.doubt = doubt
    }

    func set(_ sources: [Int: any MusicSource]) {
        self.sources.withLock { $0 = sources }
    }

    /// The folders of this machine.
    var localRoots: [String] { sources.withLock { $0.values.compactMap(\.localRoot) } }

    subscript(folder: Int) -> (any MusicSource)? { sources.withLock { $0[folder] } }

    /// Opens a track's file, if it is still the one that was scanned; one that lies elsewhere is fetched first.
    package func open(_ place: Track.Place) async throws -> WorkerFile {
        try await fetch(place)
        return try await DiskThreads.run { try self.openFetched(place) }
    }

    /// Whether a file has to be fetched before it can be opened.
    func isElsewhere(_ place: Track.Place) -> Bool { self[place.folder]?.isElsewhere ?? false }

    /// Brings a track's file to this machine, if it lies elsewhere. With a pace nobody waits for it.
    package func fetch(_ place: Track.Place, at pace: FetchPace? = nil) async throws(WorkerFailure) {
        try await self[place.folder]?.fetch(place.path, place.stamp, at: pace)
    }

    /// Whether a source can be read now.
    func answers(_ folder: Int) async -> Bool { (try? await self[folder]?.state())?.isReachable ?? false }

    /// What a track's file is called in the cache of fetched files; nil for one that lies on this machine.
    func cacheKey(of place: Track.Place) -> String? { self[place.folder]?.cacheKey(of: place.path, place.stamp) }

    /// Opens a track's file for a worker. One that lies elsewhere may still come, and the worker waits for what it needs.
    func openArriving(_ place: Track.Place) async throws -> WorkerFile {
        guard let source = self[place.folder], source.isElsewhere else {
            return try await DiskThreads.run { try self.openFetched(place) }
        }
        return try await source.openArriving(place.path, place.stamp)
    }

    /// The same, on a thread that may wait until it begins to come.
    package func openWaiting(_ place: Track.Place) throws(WorkerFailure) -> WorkerFile {
        guard self[place.folder]?.isElsewhere == true else { return try openFetched(place) }
        let outcome = Mutex<Result<WorkerFile, any Error>?>(nil)
        let isOpen = DispatchSemaphore(value: 0)
        let task = Task { [self] in
            let result: Result<WorkerFile, any Error>
            do { result = .success(try await openArriving(place)) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
            isOpen.signal()
        }
        guard isOpen.wait(timeout: .now() + Self.longestWait) == .success, let result = outcome.withLock({ $0 }) else {
            task.cancel()
            throw .timedOut(seconds: Self.longestWait)
        }
        do { return try result.get() } catch { throw WorkerFailure(fetching: error) }
    }

    /// Opens a track's file that lies on this machine. Blocks.
    func openFetched(_ place: Track.Place) throws(WorkerFailure) -> WorkerFile {
        guard let source = self[place.folder] else { throw .unreadable("is not in a folder that is served") }
        do {
            return try source.open(place.path, place.stamp)
        } catch {
            if case .unreadable = error { doubt(place.folder, place.path) }
            throw error
        }
    }

    /// Whether a file is still the one that was scanned. Blocks.
    func isThere(_ place: Track.Place) -> Bool { self[place.folder]?.stamp(of: place.path) == place.stamp }

    /// The name of a file for hosts.
    package func location(of path: [UInt8], in folder: Int) -> String {
        self[folder]?.location(of: path) ?? String(decoding: path, as: UTF8.self)
    }

    /// All places that a name from the command line may mean: an absolute name, or a path within any source.
    func places(at location: [UInt8]) -> [(folder: Int, path: [UInt8])] {
        let all = sources.withLock { $0.sorted { $0.key < $1.key } }
        guard location.first == UInt8(ascii: "/") else { return all.map { ($0.key, location) } }
        return all.compactMap { folder, source in source.path(at: location).map { (folder, $0) } }
    }
}
