import Catalog
import Foundation
import Music
import Synchronization
import System
import Testing

@testable import Library
@testable import Workers

@Suite("A source of music that is not a folder") struct MusicSourceTests {
    private let folder: TemporaryFolder
    private let catalog: Catalog
    private let reader: CatalogReader
    private let served: MusicFolder
    private let source = Shelf()
    private let sources: MusicSources
    private let doubts: Doubts

    init() async throws {
        folder = try TemporaryFolder()
        let file = try CatalogFile(in: folder.path, at: 1)
        (catalog, reader) = (file.catalog, file.reader)
        served = try await #require(catalog.serve(folders: [Array("shelf:".utf8)], at: 1).first)
        let doubts = Doubts()
        self.doubts = doubts
        sources = MusicSources { doubts.hear($0, $1) }
        sources.set([served.id: source])
    }

    private func scan() async throws -> LibraryScan.Outcome {
        let served = try #require(try await catalog.folders().first)
        return try await LibraryScan(
            folder: served, source: source, sources: sources, parts: [], settling: 0, catalog: catalog, clock: MachineClock(),
            progress: { _ in }
        ).run()
    }

    private func titles() async throws -> Set<String> { Set(try await reader.tracks(TrackQuery()).items.map(\.title)) }

    @Test("a scan finds added, changed, moved and removed music, and keeps unreachable music")
    func scanned() async throws {
        source.put("a", version: 1)
        source.put("b", version: 1)
        #expect(try await scan().recorded.added == 2)
        #expect(try await !scan().hasChanges)
        let before = try await reader.tracks(TrackQuery()).items
        source.put("a", version: 2)
        source.move("b", to: "c/b")
        source.put("d", version: 1)
        let outcome = try await scan()
        #expect(outcome.recorded.changed == 1 && outcome.recorded.moved == 1 && outcome.recorded.added == 1 && outcome.lost == 0)
        #expect(try await titles() == ["a 2", "b 1", "d 1"])
        #expect(try await Set(reader.tracks(TrackQuery()).items.map(\.id)).isSuperset(of: before.map(\.id)))
        source.remove("d")
        #expect(try await scan().lost == 1)
        source.isReachable = false
        let away = try await scan()
        #expect(away.isOffline && away.lost == 0)
        #expect(try await reader.tracks(TrackQuery()).items.allSatisfy { !$0.isAvailable })
        source.isReachable = true
        #expect(try await scan().isTurned)
        #expect(try await titles() == ["a 2", "b 1"])
    }

    @Test("opens the scanned file, and requests a scan if the source has another one")
    func opened() async throws {
        source.put("a", version: 1)
        _ = try await scan()
        let place = try #require(try await reader.tracks(TrackQuery()).items.first).place
        #expect(try sources.openFetched(place).size == 3)
        #expect(sources.isThere(place) && doubts.heard == [])
        source.put("a", version: 2)
        #expect(throws: WorkerFailure.unreadable("has changed")) { try sources.openFetched(place) }
        #expect(!sources.isThere(place) && doubts.heard == ["\(served.id) a"])
        let elsewhere = Track.Place(folder: served.id + 1, path: place.path, stamp: place.stamp)
        #expect(throws: WorkerFailure.self) { try sources.openFetched(elsewhere) }
    }

    @Test("a track is found by the source's own path")
    func named() {
        let all = [(served.id, "a"), (served.id, "x/y")]
        for (folder, name) in all {
            #expect(sources.places(at: Array(name.utf8)).map { ($0.folder) } == [folder])
            #expect(sources.location(of: Array(name.utf8), in: folder) == "shelf:\(name)")
        }
        #expect(sources.places(at: Array("/music/a".utf8)).isEmpty)
    }
}

/// Music in memory. A file's title contains its version, and its identity that of its first name and version.
private final class Shelf: MusicSource {
    private struct Item {
        let name: String
        let version: Int

        var stamp: FileStamp { FileStamp(size: 3, modified: Int64(version), inode: Int64(name.utf8.first ?? 0)) }
    }

    private let items = Mutex<[String: Item]>([:])
    private let reachable = Mutex(true)

    var isReachable: Bool {
        get { reachable.withLock { $0 } }
        set { reachable.withLock { $0 = newValue } }
    }

    func put(_ name: String, version: Int) {
        items.withLock { $0[name] = Item(name: name, version: version) }
    }

    func move(_ name: String, to path: String) {
        items.withLock { $0[path] = $0.removeValue(forKey: name) }
    }

    func remove(_ name: String) {
        items.withLock { $0[name] = nil }
    }

    private func item(_ path: [UInt8]) -> Item? { items.withLock { $0[String(decoding: path, as: UTF8.self)] } }

    func state() -> SourceState {
        SourceState(isReachable: isReachable, medium: 0, isEmpty: items.withLock { $0.isEmpty })
    }

    func list(_ parts: [[UInt8]], _ deliver: @escaping @Sendable ([SourceFile]) -> Void) -> SourceListing {
        let all = items.withLock { $0 }
        deliver(all.map { SourceFile(path: Array($0.key.utf8), stamp: $0.value.stamp, hasCoverBeside: false) })
        return SourceListing(parts: [], unread: [])
    }

    func probe(_ paths: [[UInt8]]) async -> [Result<SourceProbe, WorkerFailure>] {
        paths.map { path in
            guard let item = item(path) else { return .failure(.unreadable("is gone")) }
            var tags = Tags()
            tags.title = "\(item.name) \(item.version)"
            let identity = ContentIdentity(high: UInt64(item.version), low: UInt64(item.name.utf8.first ?? 0))
            let probe = TrackProbe(
                identity: identity, description: TrackDescription(codec: "flac", container: "flac", tags: tags), duration: 60,
                sampleRate: 44_100, channels: 2, bitRate: nil, hasCover: false)
            return .success(SourceProbe(probe: probe, stamp: item.stamp))
        }
    }

    func stamp(of path: [UInt8]) -> FileStamp? { item(path)?.stamp }

    let isElsewhere = false

    func fetch(_ path: [UInt8], _ stamp: FileStamp, at pace: FetchPace?) {}

    func open(_ path: [UInt8], _ stamp: FileStamp) throws(WorkerFailure) -> WorkerFile {
        guard self.stamp(of: path) == stamp else { throw .unreadable("has changed") }
        let file = try WorkerFile(namelessIn: NSTemporaryDirectory())
        guard ftruncate(file.raw, off_t(stamp.size)) == 0 else { throw .unreadable("cannot be made") }
        return file
    }

    func openCover(beside path: [UInt8]) -> (file: WorkerFile, name: String)? { nil }

    func openLyrics(beside path: [UInt8]) -> [LyricsFile] { [] }

    func watch(_ report: @escaping @Sendable (SourceChange) -> Void) -> any Sendable & AnyObject { self }

    func location(of path: [UInt8]) -> String { "shelf:" + String(decoding: path, as: UTF8.self) }

    func path(at location: [UInt8]) -> [UInt8]? { nil }
}
