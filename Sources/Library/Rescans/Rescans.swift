import Catalog
import System
import Text

/// Has other servers scan their music folders after files were changed here: once for each burst of changes, and later where one does
/// not answer, also after a restart of either.
actor Rescans {
    /// The name of a music server; nil stands for the address of `--rescan-url`.
    typealias Target = String?

    /// The other servers as this asks them.
    struct Port: Sendable {
        /// Those that there are now.
        let targets: @Sendable () -> [Target]
        let ask: @Sendable (Target) async throws(RescanTrouble) -> Void
        /// False from one that does not say.
        let isScanning: @Sendable (Target) async -> Bool
        let tell: @Sendable (Target, LibraryEvent.RescanStep) -> Void
    }

    private struct Kept: Codable {
        let server: String?
        let state: RescanState
    }

    /// The setting that keeps the states.
    private static let setting = "rescans"
    /// After so many questions a scan is no longer waited for: ten minutes.
    private static let mostSteps = 300

    private let port: Port
    private let catalog: Catalog
    private let log: Log
    private let clock: any HouseClock
    private let pace: RescanPlan.Pace
    private var plans: [Target: RescanPlan] = [:]
    private var states: [Target: RescanState] = [:]
    private var working: [Target: Task<Void, Never>] = [:]
    private var hasLoaded = false

    init(_ port: Port, _ catalog: Catalog, _ log: Log, _ clock: any HouseClock, pace: RescanPlan.Pace = RescanPlan.Pace()) {
        (self.port, self.catalog, self.log, self.clock, self.pace) = (port, catalog, log, clock, pace)
    }

    func state(of target: Target) async -> RescanState {
        await load()
        return states[target] ?? RescanState()
    }

    /// Tells what could not be told before: at the start, and after a change of a server.
    func resume() async {
        await load()
        for target in port.targets() where states[target]?.waitingSince != nil { plan(target) }
    }

    /// Files in the music folders were changed.
    func filesChanged() async {
        await load()
        let targets = port.targets()
        let fresh = targets.filter { states[$0]?.waitingSince == nil }
        for target in fresh { states[target, default: RescanState()].waitingSince = clock.second }
        for target in targets { plan(target) }
        if !fresh.isEmpty { await save() }
    }

    /// Forgets a server that was removed.
    func forget(_ server: String) async {
        await load()
        (states[server], plans[server]) = (nil, nil)
        await save()
    }

    private func plan(_ target: Target) {
        plans[target, default: RescanPlan()].change(at: clock.now)
        if working[target] == nil { working[target] = Task { await work(target) } }
    }

    /// Asks one server whenever it is due, until nothing is left to tell it.
    private func work(_ target: Target) async {
        while let due = plans[target]?.due(pace) {
            if due > clock.now {
                try? await clock.sleep(until: due)  // Nobody cancels it.
            } else {
                await ask(target)
            }
        }
        (working[target], plans[target]) = (nil, nil)
    }

    private func ask(_ target: Target) async {
        plans[target]?.ask()
        let asked = clock.second
        do throws(RescanTrouble) {
            try await port.ask(target)
        } catch {
            return await note(error, target)
        }
        plans[target]?.end()
        // It may have been removed meanwhile.
        guard states[target] != nil else { return }
        // What changed while it was asked is still to be told.
        states[target] = RescanState(waitingSince: plans[target]?.due(pace) == nil ? nil : asked, toldAt: asked, trouble: nil)
        await save()
        log.info("another server was asked to scan its music folders", ["server": Self.name(target)])
        port.tell(target, .asked)
        for _ in 0..<Self.mostSteps {
            try? await clock.sleep(for: pace.step)  // Nobody cancels it.
            guard await port.isScanning(target) else { break }
        }
        port.tell(target, .done)
    }

    private func note(_ trouble: RescanTrouble, _ target: Target) async {
        guard let before = states[target] else { return }
        if trouble.patience == .passes {
            plans[target]?.fail(at: clock.now, pace, chance: .random(in: 0..<1))
        } else {
            plans[target]?.end()
        }
        states[target]?.trouble = trouble.reason
        if trouble.patience == .stays { states[target]?.waitingSince = nil }
        if states[target] != before { await save() }
        let isNew = before.trouble != trouble.reason
        if isNew {
            log.warning(
                "another server cannot be asked to scan its music folders",
                ["server": Self.name(target), "reason": trouble.reason])
        }
        if isNew || trouble.patience != .passes { port.tell(target, .failed(trouble.reason)) }
    }

    private static func name(_ target: Target) -> String { target ?? "--rescan-url" }

    private func load() async {
        guard !hasLoaded else { return }
        let text: String?
        do {
            text = try await catalog.setting(Self.setting)
        } catch {
            return log.warning("what other servers were told of changed files cannot be read", ["reason": "\(error)"])
        }
        // Somebody else may have loaded it meanwhile.
        guard !hasLoaded else { return }
        hasLoaded = true
        // What cannot be read counts as nothing.
        let kept = text.flatMap { try? JSON.read([Kept].self, from: Array($0.utf8)) } ?? []
        states = Dictionary(kept.map { ($0.server, $0.state) }) { first, _ in first }
    }

    private func save() async {
        let kept = states.sorted { ($0.key ?? "") < ($1.key ?? "") }.map { Kept(server: $0.key, state: $0.value) }
        do {
            try await catalog.set(Self.setting, to: String(decoding: JSON.bytes(kept), as: UTF8.self))
        } catch {
            log.warning("what other servers were told of changed files cannot be kept", ["reason": "\(error)"])
        }
    }
}
