import Foundation
import Subsonic
import System
import Text

/// Tells servers what happened to their music. What cannot be told now is kept in a file until it can, across restarts: each report is
/// sent at least once, always with the same time.
actor ServerReports {
    struct Report: Codable, Hashable {
        enum Event: String, Codable {
            case played, starred, unstarred, rated
            /// Somebody stopped in the song, or heard it to its end.
            case placed, unplaced

            var isOfPlace: Bool { self == .placed || self == .unplaced }
        }

        let server: String
        let song: String
        let event: Event
        /// Milliseconds since 1970.
        let time: Int
        /// Of a rating, 0 for none.
        var stars: Int?
        /// Of a place, in milliseconds.
        var position: Int?
    }

    /// Reports that wait; the oldest beyond are given up: a month of one room's music.
    private static let mostWaiting = 10_000
    private static let mostBytes = 8 << 20
    /// The file is written after so many that were sent; after a crash, those are sent again.
    private static let savedEvery = 50
    /// After the first failure in a row, and after many.
    private static let (shortestPause, longestPause) = (Duration.seconds(2), Duration.seconds(300))

    private let path: String
    private let clients: ServerTable
    private let log: Log
    private let clock: any HouseClock
    private(set) var waiting: [Report]
    private var working: Task<Void, Never>?

    /// Reads what an earlier process could not tell.
    init(file path: String, _ clients: ServerTable, log: Log, clock: any HouseClock) {
        self.clock = clock
        self.path = path
        self.clients = clients
        self.log = log
        guard FileManager.default.fileExists(atPath: path) else {
            waiting = []
            return
        }
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            let bytes = Array(try file.read(upToCount: Self.mostBytes + 1) ?? Data())
            waiting = try JSON.read([Report].self, from: bytes, atMost: Self.mostBytes).suffix(Self.mostWaiting)
        } catch {
            log.warning("what servers were not told yet is lost", ["reason": "\(error)"])
            waiting = []
        }
    }

    /// Begins to tell what waits.
    func start() {
        guard working == nil, !waiting.isEmpty else { return }
        working = Task { await work() }
    }

    /// Keeps a report, and sends it.
    func add(_ report: Report) {
        // Only the last place counts.
        if report.event.isOfPlace {
            waiting.removeAll { $0.event.isOfPlace && $0.server == report.server && $0.song == report.song }
        }
        waiting.append(report)
        if waiting.count > Self.mostWaiting { waiting.removeFirst(waiting.count - Self.mostWaiting) }
        save()
        start()
    }

    /// What is still to be told about the place in a song.
    func waitingPlace(in song: String, on server: String) -> Report? {
        waiting.last { $0.event.isOfPlace && $0.server == server && $0.song == song }
    }

    /// Gives up what a server that was removed would have been told.
    func forget(_ server: String) {
        waiting.removeAll { $0.server == server }
        save()
    }

    /// Sends reports one after the other, those of a server in their order, until none waits.
    private func work() async {
        var failures = 0
        while !waiting.isEmpty {
            // A server that cannot be reached holds up no other.
            var silent: Set<String> = []
            var sent = 0
            for report in waiting where !silent.contains(report.server) {
                // A server that is not configured any more may come back.
                guard let client = clients[report.server] else { continue }
                do {
                    try await client.send(report)
                } catch  where error.mayPass || error.isOfLogin {
                    silent.insert(report.server)
                    continue
                } catch {
                    log.warning(
                        "a server does not take a report",
                        ["server": report.server, "event": report.event.rawValue, "reason": "\(error)"])
                }
                // A song may be marked, unmarked and marked again within a second.
                if let index = waiting.firstIndex(of: report) { waiting.remove(at: index) }
                sent += 1
                if sent % Self.savedEvery == 0 { save() }
            }
            if sent > 0 { save() }
            guard waiting.contains(where: { clients[$0.server] != nil }) else { break }
            failures = silent.isEmpty ? 0 : failures + 1
            let pause = min(Self.shortestPause * (1 << min(max(failures - 1, 0), 8)), Self.longestPause)
            try? await clock.sleep(for: pause)  // Nobody cancels it.
        }
        working = nil
    }

    private func save() {
        do {
            try NewFile.write(JSON.bytes(waiting), to: path, isSecret: true)
        } catch {
            log.warning("what servers must be told cannot be kept", ["reason": "\(error)"])
        }
    }
}

extension SubsonicClient {
    fileprivate func send(_ report: ServerReports.Report) async throws(SubsonicError) {
        switch report.event {
        case .played: try await scrobble(report.song, at: report.time, isSubmission: true)
        case .starred: try await star(report.song, true)
        case .unstarred: try await star(report.song, false)
        case .rated: try await rate(report.song, report.stars ?? 0)
        case .placed, .unplaced: try await keep(bookmark: report.event == .placed ? report.position : nil, in: report.song)
        }
    }
}
