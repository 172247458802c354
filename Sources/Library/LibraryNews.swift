import Catalog
import Synchronization
import System
import Text

/// Work that follows a change in the library.
enum LibraryChore: Sendable {
    /// There may be more to analyze.
    case analyze
    /// The file at this place could not be opened for its analysis.
    case rescan(Track.Place)
    /// The file at this path has changed since it was scanned.
    case check(folder: Int, path: [UInt8])
    /// A music server has scanned its folders: its list may be another.
    case list(server: String)

    /// The limit of the queue. Beyond it the oldest are dropped: a changed file will be noticed again.
    static let mostWaiting = 1024
}

/// Passes reports of the librarian and of the analysis queue to listeners and the log, and queues the work that follows.
final class LibraryNews: Sendable {
    /// Most changed playlists that are told of one by one after a scan.
    private static let mostTold = 100

    private let events: LibraryEvents
    private let log: Log
    /// Folders that the server itself fills.
    private let own: [String]
    private let chores: AsyncStream<LibraryChore>.Continuation
    private let pace = Mutex<[Int: Int]>([:])
    /// Folders already logged as being without music.
    private let empty = Mutex<Set<String>>([])

    init(events: LibraryEvents, log: Log, own: [String], chores: AsyncStream<LibraryChore>.Continuation) {
        self.events = events
        self.log = log
        self.own = own
        self.chores = chores
    }

    @Sendable func tell(_ report: Librarian.Report) {
        switch report {
        case .progress(let progress): events.tell(.scan(progress))
        case .finished(let progress, let outcome, let seconds):
            events.tell(.scan(progress))
            note(progress, outcome, seconds)
            guard outcome.hasChanges else { return }
            events.tell(.library(.tracks))
            for playlist in outcome.playlists.prefix(Self.mostTold) { events.tell(.library(.playlist(playlist))) }
            chores.yield(.analyze)
        case .failed(let folder, let reason): log.error("a scan failed", ["folder": folder, "reason": reason])
        case .unwatched(let folder, let reason):
            log.warning("a folder cannot be watched and is scanned periodically", ["folder": folder, "reason": reason])
        }
    }

    @Sendable func tell(_ report: AnalysisReport) {
        switch report {
        case .progress(let work, let progress):
            // Steps of a tenth are enough for a progress bar.
            let tenth = Int(progress * 10)
            let isNew = pace.withLock { $0.updateValue(tenth, forKey: work.content) != tenth }
            if isNew { events.tell(.analysis(track: work.track, .running(progress: progress))) }
        case .done(let work, _): end(work.content, .analysis(track: work.track, .done))
        case .failed(let work, let reason, let isFinal):
            log.warning("a track cannot be analyzed", ["file": Self.name(work.place.path), "reason": reason])
            end(work.content, .analysis(track: work.track, isFinal ? .failed(reason) : .pending))
        case .unreadable(let work, let reason):
            log.info("a file does not match the catalog", ["file": Self.name(work.place.path), "reason": reason])
            end(work.content, .analysis(track: work.track, .pending))
            chores.yield(.rescan(work.place))
        case .postponed(let work, _): end(work.content, .analysis(track: work.track, .pending))
        case .trouble(let sentence): log.error("analysis", ["trouble": sentence])
        }
    }

    private func end(_ content: Int, _ event: LibraryEvent) {
        pace.withLock { $0[content] = nil }
        events.tell(event)
    }

    private func note(_ progress: ScanProgress, _ outcome: LibraryScan.Outcome, _ seconds: Double) {
        let folder = progress.folder ?? ""
        guard !outcome.isOffline else {
            return log.warning("a music folder is not there; its tracks are kept", ["folder": folder])
        }
        let words: KeyValuePairs = [
            "folder": folder, "files": "\(progress.seen)", "added": "\(progress.added)", "changed": "\(progress.changed)",
            "moved": "\(progress.moved + outcome.returned)", "gone": "\(outcome.lost)", "no music": "\(progress.rejected)",
            "seconds": "\(rounded(seconds, to: 2))",
        ]
        if outcome.hasChanges { log.info("scanned", words) } else { log.debug("scanned", words) }
        if outcome.isWithoutMusic, !own.contains(folder), empty.withLock({ $0.insert(folder).inserted }) {
            log.warning(
                "there is no music in a folder",
                [
                    "folder": folder,
                    "advice": "put audio files into it (\(MusicNames.examples)), or start with another folder",
                ])
        }
        for unread in outcome.unreadable.prefix(3) {
            log.warning(
                "a folder cannot be read; its tracks are kept as they are",
                ["folder": "\(folder)/\(Self.name(unread.path))", "reason": unread.reason])
        }
    }

    private static func name(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
}
