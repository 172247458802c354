import Catalog
import Foundation
import Glibc
import Library
import Music
import Synchronization
import System
import Text
import Workers

/// `downbeat library`: maintains the library without a server.
struct LibraryCommand: Sendable {
    enum Action: Sendable {
        case status
        case scan(folders: [String])
        case analyze(AnalysisWish)
        case collect
        /// Restores a copy of the catalog; lists the copies if none is named.
        case restore(String?)

        init?(_ name: String, _ wish: AnalysisWish, _ paths: [String]) {
            switch name {
            case "status" where paths.isEmpty: self = .status
            case "scan": self = .scan(folders: paths)
            case "analyze":
                var wish = wish
                wish.paths = paths
                self = .analyze(wish)
            case "gc" where paths.isEmpty: self = .collect
            case "restore" where paths.count <= 1: self = .restore(paths.first)
            default: return nil
            }
        }
    }

    private let action: Action
    private let clock = MachineClock()
    private var options: LibraryOptions

    init(_ action: Action, _ options: LibraryOptions) {
        self.action = action
        self.options = options
        if case .scan(let folders) = action { self.options.folders = folders }
    }

    /// Returns whether the command succeeded.
    func run() async throws(Failure) -> Bool {
        do {
            switch action {
            case .status: return try await status()
            case .scan: return try await scan()
            case .analyze(let wish): return try await BatchCommand(wish, options).run()
            case .collect: return try await collect()
            case .restore(let copy): return try restore(copy)
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// The data folder, for reading. Only the usual one need not be there yet.
    private func dataFolder() throws -> String {
        let folder = try DataFolder.location(option: options.dataFolder, environment: ProcessInfo.processInfo.environment)
        if access(folder, R_OK | X_OK) != 0, errno != ENOENT || options.dataFolder != nil {
            throw Failure.unavailable("the data folder \(folder) cannot be read: \(SystemError.text(of: errno))")
        }
        return folder
    }

    private func status() async throws -> Bool {
        let folder = try dataFolder()
        guard let reader = try CatalogFile.reader(in: folder) else {
            say("nothing is known yet: downbeat library scan MUSIC_FOLDER begins")
            return true
        }
        let census = try await reader.census()
        let hours = rounded(census.duration / 3600, to: 1)
        say(
            "\(census.tracks) tracks by \(census.artists) artists on \(census.albums) albums, \(hours) hours; \(census.missing) missing"
        )
        for folder in try await reader.folders() {
            say("  \(String(decoding: folder.path, as: UTF8.self))\(folder.isOnline ? "" : " (offline)")")
        }
        let counts = AnalysisState.allCases.map { "\(census.analyses[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ")
        say("analyses: \(counts)")
        say("files that are not music: \(census.rejected); playlists: \(census.playlists)")
        for failed in try await reader.failures(limit: 20) {
            say("  \(String(decoding: failed.path, as: UTF8.self)): \(failed.reason)")
        }
        return true
    }

    private func scan() async throws -> Bool {
        let library = try makeLibrary()
        try await library.open()
        guard try await !library.catalog.folders().isEmpty else {
            throw Failure.usage("no music folder is known yet: downbeat library scan MUSIC_FOLDER")
        }
        let outcomes = try await library.librarian.scan()
        for (folder, outcome) in zip(try await library.catalog.folders(), outcomes) {
            let name = String(decoding: folder.path, as: UTF8.self)
            if outcome.isOffline {
                say("\(name): offline; its tracks are kept")
                continue
            }
            let recorded = outcome.recorded
            say(
                """
                \(name): \(outcome.seen) files, \(recorded.added) new, \(recorded.changed) changed, \
                \(recorded.moved + outcome.returned) found again, \(outcome.lost) gone, \(recorded.rejected) not music
                """)
            for unread in outcome.unreadable {
                say("  \(String(decoding: unread.path, as: UTF8.self)): \(unread.reason); kept as it was")
            }
        }
        return !outcomes.contains(where: \.isOffline)
    }

    private func collect() async throws -> Bool {
        let library = try makeLibrary()
        try await library.open()
        let (collected, orphans) = try await library.catalog.collect(missingBefore: .max)
        for identity in orphans { library.files.remove(identity) }
        try await library.catalog.compact()
        say(
            """
            forgot \(collected.tracks) missing tracks, \(collected.albums) albums, \(collected.artists) artists and \
            \(collected.contents) analyses; what people entered is kept
            """)
        let (taken, room) = (library.files.cache.byteCount >> 20, OptionProblem.text(ofSize: options.cacheSize))
        say("analysis files take \(taken)M of \(room)")
        return true
    }

    private func restore(_ copy: String?) throws -> Bool {
        let folder = try dataFolder()
        let copies = BackupFile.all(in: folder)
        guard let copy else {
            guard !copies.isEmpty else {
                say("there is no copy of the catalog in \(folder) yet: a server makes one a day")
                return true
            }
            say("copies of the catalog, the newest first; downbeat library restore NAME restores one:")
            for copy in copies { say("  \(copy.name): \(Self.text(of: copy.path))") }
            return true
        }
        // The path of a copy in another folder, or a name from the list, which the command line made into a path.
        let name = copy.split(separator: "/").last.map(String.init) ?? ""
        let path = access(copy, F_OK) == 0 ? copy : copies.first { $0.name == name }?.path ?? copy
        guard access(path, F_OK) == 0 else {
            throw Failure.usage("there is no copy called \(name): downbeat library restore lists the copies")
        }
        let data = try DataFolder(at: folder)
        let summary = Self.text(of: path)
        let setAside = try withExtendedLifetime(data) { try CatalogRestore.restore(path, in: folder, at: clock.second) }
        say("restored \(path): \(summary)")
        if let setAside { say("the previous catalog is kept in \(setAside)") }
        return true
    }

    /// The contents of a copy, or why it cannot be used.
    private static func text(of copy: String) -> String {
        do {
            let summary = try CatalogRestore.check(copy)
            let size = rounded(Double(summary.bytes) / 1_000_000, to: 1)
            return "\(summary.tracks) tracks, \(summary.playlists) playlists, \(summary.corrections) corrections, \(size) MB"
        } catch {
            return "not usable: \(error)"
        }
    }

    private func makeLibrary() throws -> Library {
        try Library(options, WorkerProgram(), log: Log(level: .warning, format: .text, clock: clock), clock: clock)
    }

    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line.asOneLine + "\n").utf8))
    }
}
