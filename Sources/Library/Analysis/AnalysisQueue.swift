package import Catalog
import Foundation
import Music
import Synchronization
import System
import Web
package import Workers

/// Analyzes the library in the background, what is asked for before all else, a few tracks at a time.
package actor AnalysisQueue {
    /// Work taken from the catalog at a time.
    private static let chunk = 64
    /// After the system itself could not start a worker.
    private static let pauseAfterShortage = Duration.seconds(5)

    /// Where the queue itself can fail.
    private enum Obstacle {
        case reading, noting, keeping, starting
    }

    let catalog: Catalog
    private let files: AnalysisFiles
    private let sources: MusicSources
    private let maker: AnalysisMaker
    private let clock: any HouseClock
    private let tell: @Sendable (AnalysisReport) -> Void
    package nonisolated let figures: AnalysisFigures
    /// How far each analysis is that runs.
    package nonisolated let growths = AnalysisGrowths()

    var schedule: AnalysisSchedule
    /// What askers hold of their quota, until the analysis begins.
    private var seats: [Int: Seat] = [:]
    private var offered = OfferedAnalyses()
    private var waiters = EndWaiters()
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []
    /// Ordered work that may take the place of older analysis files.
    private var replacing: Set<Int> = []
    /// What is in the way of all analyses now; each is told once until it is gone.
    private var obstacles: Set<Obstacle> = []
    /// What kept an analysis from beginning or being noted, for those who wait for it.
    var obstructed: [Int: any Error] = [:]
    /// Whether the catalog may hold analyses as running that are not.
    private var hasStranded = false
    private var isRecovering = false

    /// `jobs` analyses run at a time; what is asked for may have one more. `tell` hears of every step.
    init(
        catalog: Catalog, files: AnalysisFiles, sources: MusicSources, scratchFolder: String, program: WorkerProgram,
        jobs: Int, clock: any HouseClock, tellMissing: @escaping @Sendable (String) -> Void,
        tell: @escaping @Sendable (AnalysisReport) -> Void
    ) {
        self.clock = clock
        figures = AnalysisFigures(clock)
        self.catalog = catalog
        self.files = files
        self.sources = sources
        schedule = AnalysisSchedule(jobs: jobs)
        self.tell = tell
        maker = AnalysisMaker(
            pool: WorkerPool(jobs: jobs + 1 + AnalysisSchedule.mostArriving, program: program, tellMissing: tellMissing),
            folder: scratchFolder)
    }

    package var isPaused: Bool { schedule.isPaused }
    package var runningCount: Int { schedule.running.count }
    package var askedCount: Int { schedule.askedCount }

    /// Takes up what the last process left, and goes to work.
    package func start(paused: Bool) async throws {
        try await catalog.resumeAnalyses()
        schedule.start(paused: paused)
        fill()
    }

    /// Ends the work for good: what is under way is left for the next time, and not counted against it.
    func stop() async throws {
        schedule.stop()
        try await catalog.postponeAnalyses(except: [])
    }

    /// Tells that there may be more to do: tracks came, or analyses were asked for again.
    func lookAgain() {
        schedule.lookAgain()
        fill()
    }

    /// Background work waits while paused; what is asked for does not.
    func set(paused: Bool) {
        schedule.set(paused: paused)
        fill()
    }

    /// Takes an analysis of the file with this stamp that was made already, for when the file's turn comes.
    package func offer(_ analysis: WorkerFile, of stamp: FileStamp) { offered.add(analysis, of: stamp) }

    /// Analyzes a recording for a batch, after all that somebody waits for, and returns how that ended. Pending without a reason
    /// means that its file is not the one that was scanned, or that the queue has stopped.
    ///
    /// With `replaces` its analysis file takes the place of older ones where the cache is full.
    func analyzeLast(_ work: AnalysisWork, replaces: Bool) async throws -> AnalysisOutcome? {
        var outcome = try await catalog.outcome(of: work.content)
        while let known = outcome, [.pending, .running].contains(known.state) {
            // The last attempt, if it failed, has been counted.
            let work = try await catalog.analysis(of: work.track) ?? work
            if replaces { replacing.insert(work.content) }
            defer { replacing.remove(work.content) }
            schedule.ask(for: work, .ordered, by: nil)
            fill()
            await end(of: work.content)
            if let error = obstructed[work.content] { throw error }
            outcome = try await catalog.outcome(of: work.content)
            if outcome?.state == .pending, outcome?.reason == nil { break }
        }
        return outcome
    }

    /// Returns when nothing is left to do that could be done now.
    package func drained() async {
        guard !isIdle else { return }
        await withCheckedContinuation { idleWaiters.append($0) }
    }

    func open(_ identity: ContentIdentity) async throws -> AnalysisFiles.Opened? {
        let files = files
        return try await DiskThreads.run { files.open(identity) }
    }

    func enqueue(_ work: AnalysisWork, _ urgency: Urgency, for seat: Seat? = nil) throws {
        if schedule.isNew(work, urgency) {
            guard !schedule.isFull(for: work) else { throw LibraryRefusal.analysisQueueFull }
            seats[work.content] = try seat?.another(.analyses)
        }
        schedule.ask(for: work, urgency, by: seat?.asker)
        fill()
    }

    /// Waits until a piece of music is no longer at work or waiting, but no longer than `patience`.
    func end(of content: Int, within patience: Duration) async {
        guard schedule.awaits(content) else { return }
        let number = waiters.number(for: content)
        await clock.wait(
            { await withCheckedContinuation { waiters.add($0, as: number) } }, atMost: patience, wake: { await self.wake(number) })
    }

    private func wake(_ number: EndWaiters.Number) { waiters.wake(number) }

    /// Waits until a piece of music is no longer at work or waiting.
    private func end(of content: Int) async {
        guard schedule.awaits(content) else { return }
        let number = waiters.number(for: content)
        await withCheckedContinuation { waiters.add($0, as: number) }
    }

    // Work

    private var isIdle: Bool { schedule.isIdle && !isRecovering }

    /// Begins as much as there are seats for.
    private func fill() {
        while let step = schedule.next() {
            switch step {
            case .begin(let work): begin(work)
            case .search(let content, let look): search(after: content, look)
            }
        }
        guard isIdle else { return }
        for waiter in idleWaiters { waiter.resume() }
        idleWaiters = []
    }

    private func search(after content: Int, _ look: Int) {
        Task {
            do {
                let found = try await catalog.pendingAnalyses(after: content, limit: Self.chunk)
                obstacles.remove(.reading)
                schedule.found(found, look: look)
            } catch {
                meet(.reading, "the next tracks to analyze cannot be read: \(error)")
                await rest()
                schedule.searchFailed()
            }
            fill()
        }
    }

    private func begin(_ work: AnalysisWork) {
        seats[work.content] = nil
        obstructed[work.content] = nil
        Task {
            do {
                try await perform(work)
            } catch {
                // Its seat stays taken meanwhile, so that trouble is not met a thousand times a second.
                obstructed[work.content] = error
                waiters.wake(work.content)
                await rest()
                obstructed[work.content] = nil
                hasStranded = true
            }
            schedule.ended(work.content)
            waiters.wake(work.content)
            if hasStranded { await recover() }
            fill()
        }
    }

    /// Has done later what trouble kept from being done or noted.
    private func recover() async {
        guard !isRecovering else { return }
        isRecovering = true
        while hasStranded {
            hasStranded = false
            do {
                try await catalog.postponeAnalyses(except: Set(schedule.running.keys))
            } catch {
                // The trouble lasts, and was told.
                hasStranded = true
                await rest()
            }
        }
        isRecovering = false
        lookAgain()
    }

    private func meet(_ obstacle: Obstacle, _ sentence: String) {
        if obstacles.insert(obstacle).inserted { tell(.trouble(sentence)) }
    }

    /// Throws what is not the track's fault.
    private func perform(_ work: AnalysisWork) async throws {
        // It was told to stop before this one's turn came.
        guard schedule.isStarted else { return }
        do {
            try await catalog.began(work.content)
        } catch {
            meet(.noting, "an analysis cannot be noted: \(error)")
            throw error
        }
        let figures = figures
        figures.began(work.content)
        tell(.progress(work, 0))
        let outcome: Result<(Profile, WorkerFile), WorkerFailure>
        do {
            outcome = .success(try await analyze(work))
        } catch let failure as WorkerFailure {
            outcome = .failure(failure)
        } catch {
            outcome = .failure(.refused("\(error)"))
        }
        do {
            switch outcome {
            case .success(let (profile, file)):
                await keep(file, work)
                try await catalog.finished(work.content, profile)
                figures.finished(work.content, seconds: profile.duration)
                tell(.done(work, profile))
            case .failure(let failure): try await fail(work, failure)
            }
        } catch {
            figures.ended(work.content)
            if let failure = error as? WorkerFailure { throw failure.shortage.map { LibraryRefusal($0) as any Error } ?? failure }
            meet(.noting, "the outcome of an analysis cannot be noted: \(error)")
            throw error
        }
        obstacles.subtract([.noting, .starting])
    }

    private func analyze(_ work: AnalysisWork) async throws -> (Profile, WorkerFile) {
        let input = try await open(work)
        // Ends with this analysis at the latest.
        async let _ = noteArrival(of: input, work)
        let output = if let made = offered.take(work.place.stamp) { made } else { try await run(work, input) }
        return (try await AnalysisMaker.profile(of: output), output)
    }

    /// Opens the file of a track. One that comes from elsewhere lets others work meanwhile.
    private func open(_ work: AnalysisWork) async throws -> WorkerFile {
        guard sources.isElsewhere(work.place) else { return try await sources.openArriving(work.place) }
        schedule.set(arriving: true, work.content)
        fill()
        return try await sources.openArriving(work.place)
    }

    /// Takes a place for an analysis again when its file is here.
    private func noteArrival(of input: WorkerFile, _ work: AnalysisWork) async {
        // It matters here only that it ended.
        _ = try? await input.arrival?.whole()
        schedule.set(arriving: false, work.content)
    }

    private func run(_ work: AnalysisWork, _ input: WorkerFile) async throws(WorkerFailure) -> WorkerFile {
        let (figures, tell, growths) = (figures, tell, growths)
        defer { growths.ended(work.identity) }
        return try await maker.analysis(of: input, name: FolderPath.name(of: work.place.path)) { progress in
            figures.moved(work.content, to: progress)
            tell(.progress(work, progress))
        } grown: { file, frames in
            growths.grew(work.identity, file, frames: frames)
        }
    }

    /// A result that finds no room costs only that it is made again when it is wanted.
    private func keep(_ file: WorkerFile, _ work: AnalysisWork) async {
        let isWaitedFor = schedule.running[work.content].map { $0 > .ordered } ?? true
        let ifRoom = !isWaitedFor && !replacing.contains(work.content)
        do {
            let files = files
            try await DiskThreads.run { try files.keep(file, for: work.identity, ifRoom: ifRoom) }
            obstacles.remove(.keeping)
        } catch {
            meet(.keeping, "an analysis cannot be kept: \(error)")
            if !ifRoom { obstructed[work.content] = error }
        }
    }

    private func fail(_ work: AnalysisWork, _ failure: WorkerFailure) async throws {
        switch failure {
        case .cancelled:
            try await catalog.postponed(work.content)
            figures.ended(work.content)
            tell(.postponed(work, failure.description))
        case .couldNotStart:
            // The system is short of something; the track is not to blame.
            try await catalog.postponed(work.content)
            tell(.postponed(work, failure.description))
            meet(.starting, "no worker could be started: a track \(failure)")
            throw failure
        case .unreadable(let reason):
            let sources = sources
            guard try await DiskThreads.run({ sources.isThere(work.place) }) else {
                // It has moved or changed since it was seen, which the next scan settles.
                try await catalog.postponed(work.content)
                figures.ended(work.content)
                return tell(.unreadable(work, reason))
            }
            try await catalog.failed(work.content, reason, isFinal: failure.isFinal(after: work.attempts))
            figures.failed(work.content, reason, isFinal: false)
            tell(.unreadable(work, reason))
        case .outOfReach(let reason):
            try await catalog.postponed(work.content)
            figures.ended(work.content)
            if waiters.areThere(for: work.content) { obstructed[work.content] = LibraryRefusal.outOfReach(reason: reason) }
            tell(.postponed(work, reason))
        case .refused, .crashed, .garbled, .ranOutOfMemory, .timedOut:
            let isFinal = failure.isFinal(after: work.attempts)
            try await catalog.failed(work.content, failure.description, isFinal: isFinal)
            figures.failed(work.content, failure.description, isFinal: isFinal)
            tell(.failed(work, failure.description, isFinal: isFinal))
        }
    }

    private func rest() async {
        try? await clock.sleep(for: Self.pauseAfterShortage)  // Nobody cancels it.
    }
}
