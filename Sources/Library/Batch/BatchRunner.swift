import Catalog
import Music
import System
import Text
import Workers

/// Carries out one batch of analyses at a time: songs of music servers are fetched one after the other, while others are analyzed.
package actor BatchRunner {
    /// Where a batch is kept over a restart of the server.
    private static let setting = "analysis.batch"
    /// Recordings that are read from the catalog, and after which the batch is kept.
    private static let chunk = 16
    /// Seconds until a music server that did not answer is asked again. Once all are over, further songs are not waited for.
    private static let patience: [Duration] = [.seconds(5), .seconds(15), .seconds(40), .seconds(60)]
    /// How often it is looked whether the hour has come.
    private static let look = Duration.seconds(20)
    /// After trouble of the catalog or of this system.
    private static let rest = Duration.seconds(5)

    private let catalog: Catalog
    private let reader: CatalogReader
    private let files: AnalysisFiles
    private let sources: MusicSources
    private let queue: AnalysisQueue
    private let log: Log
    private let jobs: Int
    private let clock: any HouseClock

    /// The batch that runs, or the last one.
    private var batch: AnalysisBatch?
    private var pace = FetchPace(rate: nil)
    private var work: Task<Void, Never>?
    private var isKept = true
    private var isBeginning = false
    private var isSuspended = false
    /// Waits for a music server in a row.
    private var waits = 0

    init(
        catalog: Catalog, reader: CatalogReader, files: AnalysisFiles, sources: MusicSources, queue: AnalysisQueue, log: Log,
        jobs: Int, clock: any HouseClock
    ) {
        (self.catalog, self.reader, self.files, self.sources) = (catalog, reader, files, sources)
        (self.queue, self.log, self.jobs, self.clock) = (queue, log, jobs, clock)
    }

    /// The batch that runs, or the last one; nil if there never was any.
    package var current: AnalysisBatch? {
        var now = batch
        now?.fetched(pace.byteCount)
        return now
    }

    /// Begins a batch. With `isKept` it goes on after a restart.
    package func begin(_ order: AnalysisOrder, isKept: Bool = true) async throws -> AnalysisBatch {
        guard batch?.state != .running, !isBeginning else { throw BatchRefusal.running }
        isBeginning = true
        defer { isBeginning = false }
        await work?.value
        if order.isForced || order.extent == .all {
            let files = files
            try await catalog.askAgain(in: order.choice) { order.isForced || !files.contains($0) }
        }
        let begun = AnalysisBatch(order, total: try await catalog.dueCount(in: order.choice), at: clock.second)
        self.isKept = isKept
        pace = FetchPace(rate: order.rate)
        batch = begun
        try await keep()
        start()
        return begun
    }

    /// Goes on with the batch of an earlier process, if that did not end.
    func resume() async {
        guard batch == nil else { return }
        do {
            guard let text = try await catalog.setting(Self.setting) else { return }
            let kept = try JSON.read(AnalysisBatch.self, from: Array(text.utf8), atMost: text.utf8.count)
            guard kept.state == .running else {
                batch = kept
                return
            }
            batch = kept.resumed(left: try await catalog.dueCount(in: kept.order.choice))
            pace = FetchPace(rate: kept.order.rate)
            start()
        } catch {
            log.warning("the batch of analyses of the last run cannot go on", ["reason": "\(error)"])
        }
    }

    /// Stops a batch: what is being analyzed is finished, and what is being fetched is dropped.
    package func stop() async throws {
        guard batch?.state == .running else { return }
        work?.cancel()
        pace.end()
        end(.stopped)
        try await keep()
    }

    /// Leaves the rest of a batch to the next process.
    func suspend() {
        isSuspended = true
        work?.cancel()
        pace.end()
    }

    /// Returns when no batch runs any more.
    package func ended() async { await work?.value }

    private func start() {
        waits = 0
        work = Task { await run() }
    }

    private func end(_ state: AnalysisBatch.State) {
        batch?.fetched(pace.byteCount)
        pace = FetchPace(rate: nil)
        batch?.end(state, at: clock.second)
    }

    private func keep() async throws {
        guard isKept, let current else { return }
        try await catalog.set(Self.setting, to: String(decoding: JSON.bytes(current), as: UTF8.self))
    }

    private var goesOn: Bool { batch?.state == .running && !isSuspended }

    private func run() async {
        guard let order = batch?.order else { return }
        for elsewhere in [false, true] {
            var last = 0
            while goesOn {
                do {
                    let works = try await catalog.due(in: order.choice, elsewhere: elsewhere, after: last, limit: Self.chunk)
                    guard let end = works.last?.content else { break }
                    await perform(works, order)
                    last = end
                    try await keep()
                } catch {
                    log.warning("a batch of analyses waits", ["reason": "\(error)"])
                    try? await clock.sleep(for: Self.rest)  // Whoever cancels it ends the loop.
                }
            }
        }
        guard goesOn else { return }
        end(.done)
        do { try await keep() } catch { log.warning("the end of a batch cannot be kept", ["reason": "\(error)"]) }
    }

    private func perform(_ works: [AnalysisWork], _ order: AnalysisOrder) async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for work in works {
                if running == jobs + 1 {
                    await group.next()
                    running -= 1
                }
                guard await prepare(work, order) else { continue }
                group.addTask { await self.analyze(work, order) }
                running += 1
            }
        }
    }

    /// Fetches a song, if it lies on a music server. False if there is nothing to analyze.
    private func prepare(_ work: AnalysisWork, _ order: AnalysisOrder) async -> Bool {
        guard goesOn else { return false }
        guard sources.isElsewhere(work.place) else { return true }
        while goesOn {
            do throws(WorkerFailure) {
                guard await mayFetch(order) else { return false }
                try await sources.fetch(work.place, at: pace)
                waits = 0
                batch?.waitsFor = nil
                return true
            } catch {
                guard goesOn else { return false }
                // A server that answers otherwise lacks this song alone.
                guard case .outOfReach = error, waits < Self.patience.count, await !sources.answers(work.place.folder) else {
                    await fail(work, error.description)
                    return false
                }
                batch?.waitsFor = .server
                try? await clock.sleep(for: Self.patience[waits])  // Whoever cancels it ends the loop.
                waits += 1
            }
        }
        return false
    }

    /// Waits for the hours in which songs may be fetched. False if the batch was stopped meanwhile.
    private func mayFetch(_ order: AnalysisOrder) async -> Bool {
        guard let hours = order.hours else { return true }
        while goesOn {
            guard !hours.contains(DailyHours.hour(at: clock.second)) else {
                if batch?.waitsFor == .hours { batch?.waitsFor = nil }
                return true
            }
            batch?.waitsFor = .hours
            try? await clock.sleep(for: Self.look)  // Whoever cancels it ends the loop.
        }
        return false
    }

    private func analyze(_ work: AnalysisWork, _ order: AnalysisOrder) async {
        do {
            let replaces = order.isForced || order.extent == .all
            guard let outcome = try await queue.analyzeLast(work, replaces: replaces) else { return }
            switch outcome.state {
            case .done: batch?.succeeded()
            case .failed: await fail(work, outcome.reason ?? "it failed")
            case .pending, .running:
                // A stop leaves the rest for the next time.
                if goesOn { await fail(work, outcome.reason ?? "its file is gone or has changed since it was scanned") }
            }
        } catch {
            if goesOn { await fail(work, "\(error)") }
        }
    }

    private func fail(_ work: AnalysisWork, _ reason: String) async {
        let name = await name(of: work)
        batch?.failed(AnalysisBatch.Failure(track: work.track, name: name, reason: reason))
    }

    /// The paths of servers are ids, which tell people nothing.
    private func name(of work: AnalysisWork) async -> String {
        let location = sources.location(of: work.place.path, in: work.place.folder)
        guard sources.isElsewhere(work.place), let track = try? await reader.track(work.track) else { return location }
        return [track.title, track.artist?.name].compactMap { $0 }.joined(separator: ", ")
    }
}
