import Catalog
import Foundation
import Glibc
import System
import Workers

/// A folder of music on this machine.
struct FolderSource: MusicSource {
    /// Absolute, without a slash at the end.
    let root: [UInt8]
    let opener: MusicOpener
    let desk: ProbeDesk

    private var rootText: String { String(decoding: root, as: UTF8.self) }

    func state() async throws -> SourceState {
        let root = rootText
        let state = try await DiskThreads.run { RootState(of: root) }
        if case .unreadable(let code) = state.condition, SystemError.shortages.contains(code) {
            throw SystemError("reading the folder", code: code)
        }
        return SourceState(
            isReachable: state.condition == .readable, medium: Int64(bitPattern: state.device), isEmpty: state.isEmpty)
    }

    func list(_ parts: [[UInt8]], _ deliver: @escaping @Sendable ([SourceFile]) -> Void) async throws -> SourceListing {
        try await DiskThreads.run { try walk(parts, deliver) }
    }

    private func walk(_ parts: [[UInt8]], _ deliver: ([SourceFile]) -> Void) throws -> SourceListing {
        if !parts.isEmpty, let listing = try listParts(parts, deliver) { return listing }
        var playlists: [SourceFile] = []
        let unread = try MusicWalk(root: rootText).run(playlist: { playlists.append($0) }, deliver: deliver)
        return Self.listing([], unread, playlists)
    }

    /// Nil if a link in them leads to another folder: only a full walk shows whether that is also reached otherwise.
    private func listParts(_ parts: [[UInt8]], _ deliver: ([SourceFile]) -> Void) throws -> SourceListing? {
        struct LinkMet: Error {}
        var batches: [[SourceFile]] = []
        var unread: [FolderWalk.Unread] = []
        var playlists: [SourceFile] = []
        do {
            for part in parts {
                unread += try MusicWalk(root: rootText).run(
                    from: part, behind: { _ in throw LinkMet() }, playlist: { playlists.append($0) },
                    deliver: { batches.append($0) })
            }
        } catch is LinkMet {
            return nil
        }
        for batch in batches { deliver(batch) }
        return Self.listing(parts, unread, playlists)
    }

    private static func listing(_ parts: [[UInt8]], _ unread: [FolderWalk.Unread], _ playlists: [SourceFile]) -> SourceListing {
        SourceListing(
            parts: parts,
            unread: unread.map { unread in
                SourceListing.Unread(
                    path: unread.path, reason: SystemError.text(of: unread.code), isGone: [ENOENT, ENOTDIR].contains(unread.code))
            }, playlists: playlists)
    }

    func probe(_ paths: [[UInt8]]) async -> [Result<SourceProbe, WorkerFailure>] {
        let outcomes = await desk.probe(paths.map { FileToProbe(path: MusicFile.path(folder: root, $0)) })
        return outcomes.map { $0.map { SourceProbe(probe: $0.probe, stamp: FileStamp($0)) } }
    }

    func stamp(of path: [UInt8]) -> FileStamp? { MusicFile.stamp(folder: root, path) }

    func open(_ path: [UInt8], _ stamp: FileStamp) throws(WorkerFailure) -> WorkerFile {
        try opener.open(MusicFile.path(folder: root, path), stamp)
    }

    var isElsewhere: Bool { false }
    var localRoot: String? { rootText }

    func fetch(_ path: [UInt8], _ stamp: FileStamp, at pace: FetchPace?) async throws(WorkerFailure) {}

    func openCover(beside path: [UInt8]) async -> (file: WorkerFile, name: String)? {
        // A shortage of threads counts as no cover, too.
        try? await DiskThreads.run { cover(beside: path) }
    }

    private func cover(beside path: [UInt8]) -> (file: WorkerFile, name: String)? {
        let folder = FolderPath.parent(of: path)
        if let cover = openCover(in: folder) { return cover }
        let album = DiscFolder.album(of: path)
        return album == folder ? nil : openCover(in: album, isNamed: true)
    }

    private func openCover(in folder: [UInt8], isNamed: Bool = false) -> (file: WorkerFile, name: String)? {
        // An unreadable folder counts as one without a cover, and so does an unreadable picture.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: location(of: folder))) ?? []
        guard let name = FolderCover.name(among: names, isNamed: isNamed) else { return nil }
        let picture = folder + (folder.isEmpty ? [] : [UInt8(ascii: "/")]) + Array(name.utf8)
        return (try? opener.open(MusicFile.path(folder: root, picture))).map { ($0, name) }
    }

    func openLyrics(beside path: [UInt8]) async -> [LyricsFile] {
        (try? await DiskThreads.run { lyrics(beside: path) }) ?? []
    }

    /// An unreadable folder or file counts as none.
    private func lyrics(beside path: [UInt8]) -> [LyricsFile] {
        let folder = FolderPath.parent(of: path)
        let beside = MusicFile.path(folder: root, folder)
        guard let entries = try? FolderListing(beside).entries() else { return [] }
        var files: [LyricsFile] = []
        for lyrics in LyricsName.all(
            of: path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? [], among: entries.map(\.name))
        where !files.contains(where: { $0.language == lyrics.language }) {
            guard let file = try? opener.open(MusicFile.path(folder: beside, lyrics.name)) else { continue }
            // A link may lead to lyrics elsewhere, but to no other file: lyrics are shown as they are.
            guard let place = OwnFiles.path(of: file.raw), LyricsName.isOne(place) else { continue }
            files.append(LyricsFile(file: file, language: lyrics.language))
        }
        return files
    }

    func watch(_ report: @escaping @Sendable (SourceChange) -> Void) throws -> any Sendable & AnyObject {
        try FolderWatch(root: rootText, report: report)
    }

    func location(of path: [UInt8]) -> String { String(decoding: MusicFile.path(folder: root, path), as: UTF8.self) }

    func path(at location: [UInt8]) -> [UInt8]? {
        FolderPath.contains(root, location) ? Array(location.dropFirst(root.count + 1)) : nil
    }
}
