import Foundation
import Music
import Testing

@testable import Catalog

/// A catalog with one folder of music, in a temporary folder that is deleted with it.
final class TemporaryCatalog: Sendable {
    let folder: TemporaryFolder
    let catalog: Catalog
    let reader: CatalogReader
    let rooms: RoomDatabase
    let music: Int

    init() async throws {
        folder = try TemporaryFolder()
        let file = try CatalogFile(in: folder.path, at: 1)
        catalog = file.catalog
        reader = file.reader
        rooms = file.rooms
        try await catalog.hurry()
        try await rooms.script("PRAGMA synchronous = OFF")
        music = try await #require(catalog.serve(folders: [Array("/music".utf8)], at: 1).first).id
    }

    /// Records files that exist at the given paths.
    @discardableResult
    func record(_ files: [FoundFile], at now: Int = 5) async throws -> Recorded {
        try await catalog.record(files, in: music, at: now, isThere: { _, _, _ in true }, isElsewhere: { _, _ in false })
    }

    /// Records one file and returns its track.
    @discardableResult
    func track(_ file: FoundFile, at now: Int = 5) async throws -> Track {
        try await record([file], at: now)
        return try #require(try await reader.track(at: file.path, in: music))
    }

    func search(_ text: String) async throws -> [String] {
        var query = TrackQuery()
        query.text = text
        query.limit = 1_000
        return try await reader.tracks(query).items.map(\.title)
    }
}

extension Catalog {
    /// Turns off fsync, which most tests do not need.
    func hurry() throws {
        try connection.script("PRAGMA synchronous = OFF")
    }

    func script(_ sql: String) throws {
        try connection.script(sql)
    }

    func number(_ sql: String) throws -> Int {
        try connection.number(sql)
    }
}

extension RoomDatabase {
    func script(_ sql: String) throws {
        try connection.script(sql)
    }

    func number(_ sql: String) throws -> Int {
        try connection.number(sql)
    }

    func lines(_ sql: String) throws -> [String] {
        try connection.rows(sql) { $0.text() }
    }
}

extension ContentIdentity {
    init(_ number: Int) {
        self.init(high: 7, low: UInt64(number))
    }
}

extension FoundFile {
    /// A file with music and the tags that a test needs.
    init(
        _ path: String, _ music: Int, stamp: Int = 1, duration: Double? = 200, _ tag: (inout Tags) -> Void = { _ in }
    ) {
        var tags = Tags()
        tag(&tags)
        self.init(bytes: Array(path.utf8), music, FileStamp(size: 1, modified: Int64(stamp), inode: Int64(music)), duration, tags)
    }

    init(bytes: [UInt8], _ music: Int, _ stamp: FileStamp, _ duration: Double?, _ tags: Tags) {
        self.init(
            path: bytes, stamp: stamp,
            finding: .music(
                TrackProbe(
                    identity: ContentIdentity(music),
                    description: TrackDescription(codec: "mp3", container: "mp3", tags: tags), duration: duration,
                    sampleRate: 44_100, channels: 2, bitRate: nil, hasCover: false)))
    }
}
