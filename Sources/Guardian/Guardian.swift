import CLinux
import Foundation
import Glibc
package import System
package import Web

/// `downbeat serve` as people start it: a small process that holds the listening sockets, starts the server as its child,
/// restarts it when it dies, and makes way for a new version of the program. One thread does all of it.
package final class Guardian {
    /// The first pause before a restart; each pause is twice as long as the one before.
    private static let firstPause: UInt64 = 100_000
    private static let longestPause: UInt64 = 5_000_000
    /// A server that was asked to stop takes up to 5 s; one that was asked twice ends at once.
    private static let stopPatience: UInt64 = 30_000_000
    private static let hurriedPatience: UInt64 = 1_000_000
    /// Time between SIGABRT to a stuck server, which records its addresses, and SIGKILL.
    private static let abortPatience: UInt64 = 1_000_000
    /// A server that makes way for that of a new program is killed after this; by itself it takes up to 2 s.
    private static let leavingPatience: UInt64 = 10_000_000
    /// The first server of a new program is killed after this: then the program before goes on.
    private static let startPatience: UInt64 = 30_000_000

    let log: Log
    let clock: any HouseClock
    private let crashes: CrashFolder?
    let listeners: [Listener]
    let page: SharedPage
    private let signals: Descriptor
    /// The signal mask of before this guardian.
    let mask: sigset_t
    let manager: SystemdNotices
    private let kills = MemoryKills()
    /// The words of the command line, without the program's name and what a guardian before this one has added.
    let words: [String]

    private(set) var server: ServerProcess?
    private var startedAt: UInt64 = 0
    private(set) var readyAt: UInt64?
    private var obeysLine = false
    /// True once any server of this process has served.
    private var hasServed = false
    private(set) var isStopping = false
    private var timesAsked = 0
    /// When to kill the server if it still runs.
    private var killAt: UInt64?
    /// True when the server has closed its end of the line, which it does only by ending.
    private var isLineClosed = false
    private var nextStart: UInt64?
    private var nextAlive: UInt64?
    private var failures = 0
    private var killsBefore: UInt64 = 0
    private(set) var stuckThread: Int32?
    private var watch: StallWatch
    var suspicion: Suspicion
    /// How far the exchange for a new version is.
    var exchange = Exchange.none

    /// Without a folder for them, crashes are only logged. `words` are those of the command line, and `before` is what another
    /// program in this process has handed over.
    package init(
        _ listeners: [Listener], crashes: CrashFolder?, log: Log, clock: any HouseClock, environment: [String: String],
        words: [String], after before: Succession? = nil
    ) throws(Failure) {
        self.log = log
        self.clock = clock
        self.listeners = listeners
        self.crashes = crashes
        self.words = words
        manager = SystemdNotices(environment: environment)
        watch = StallWatch(environment: environment)
        suspicion = Suspicion(list: SetAside.read(before?.setAside ?? ""))
        do {
            page = try SharedPage()
            var mask = sigset_t()
            signals = try Self.takeSignals(&mask)
            self.mask = before?.mask ?? mask
        } catch {
            throw .unavailable("\(error)")
        }
        guard let before else { return }
        before.fill(page)
        hasServed = true
        exchange = before.exchange
        // The service manager waits for these from the program before on.
        if manager.interval != nil { nextAlive = clock.now }
    }

    /// Blocks the guardian's signals and returns a signalfd that receives them; `before` becomes the previous mask.
    private static func takeSignals(_ before: inout sigset_t) throws(SystemError) -> Descriptor {
        var wanted = sigset_t()
        sigemptyset(&wanted)
        for number in [SIGTERM, SIGINT, SIGCHLD, SIGUSR1] { sigaddset(&wanted, number) }
        for number in [SIGHUP, SIGTSTP] {
            var action = sigaction()
            sigaction(number, nil, &action)
            // An ignored signal stays ignored, as with nohup.
            let isIgnored = withUnsafeBytes(of: action.__sigaction_handler) { $0.loadUnaligned(as: Int.self) == 1 }
            if !isIgnored { sigaddset(&wanted, number) }
        }
        sigprocmask(SIG_BLOCK, &wanted, &before)
        let raw = downbeat_signal_file(&wanted)
        guard raw >= 0 else { throw SystemError("waiting for signals") }
        return Descriptor(owning: raw)
    }

    /// Runs the server until a signal or the server itself ends it, and then ends this process in the same way.
    package func run() -> Never {
        takeOver()
        while true {
            act(clock.now)
            wait()
            while true {
                let number = downbeat_next_signal(signals.raw)
                guard number > 0 else { break }
                answer(number)
            }
            hear()
            bury()
        }
    }

    private func wait() {
        let now = clock.now
        var moment = [nextStart, nextAlive, killAt, exchange.trial?.endsAt].compactMap { $0 }.min() ?? .max
        if readyAt != nil, !isStopping { moment = min(moment, now + StallWatch.interval) }
        // A closed line is always readable, so poll must not watch it; SIGCHLD reports the end.
        let lines = isLineClosed ? [] : [server?.line.raw].compactMap { $0 }
        var files = ([signals.raw] + lines).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // Rounded up, so that it is never too early.
        let pause = moment == .max ? -1 : moment <= now ? 0 : Int32(clamping: (moment - now + 999) / 1000)
        _ = poll(&files, nfds_t(files.count), pause)
    }

    /// Does what is due.
    private func act(_ now: UInt64) {
        if let nextStart, nextStart <= now { start(now) }
        if let killAt, killAt <= now {
            self.killAt = nil
            current?.signal(SIGKILL)
        }
        if let trial = exchange.trial, let endsAt = trial.endsAt, endsAt <= now { trial.end() }
        if readyAt != nil, !isStopping, stuckThread == nil, let id = server?.id, let thread = watch.look(page, at: id, now: now) {
            stuckThread = thread
            killAt = now + Self.abortPatience
            _ = downbeat_signal_thread(id, thread, SIGABRT)
        }
        if let nextAlive, nextAlive <= now, stuckThread == nil, let interval = manager.interval {
            manager.tellAlive()
            self.nextAlive = now + interval
        }
    }

    // Starting

    func start(_ now: UInt64) {
        nextStart = nil
        downbeat_clear_server_part(page.memory)
        page.setList(SetAside.text(suspicion.list))
        watch.reset()
        (startedAt, readyAt, obeysLine, isLineClosed, stuckThread) = (now, nil, false, false, nil)
        killsBefore = kills.count
        if exchange.isUnproven { killAt = now + Self.startPatience }
        do {
            server = try ServerProcess(page: page, listeners: listeners, mask: mask, words)
        } catch {
            log.error("the server cannot be started", ["reason": "\(error)"])
            failures += 1
            nextStart = now + pause
        }
    }

    private var pause: UInt64 {
        failures < 2 ? 0 : min(Self.firstPause << UInt64(min(failures - 2, 10)), Self.longestPause)
    }

    // Signals

    private func answer(_ number: Int32) {
        switch number {
        case SIGTERM, SIGINT: stop(number)
        case SIGUSR1: renew()
        case SIGHUP:
            guard let server else { Ending.signal(SIGHUP).follow() }
            isStopping = true
            server.signal(SIGCONT)
            server.signal(SIGHUP)
        case SIGTSTP:
            server?.signal(SIGSTOP)
            raise(SIGSTOP)
            server?.signal(SIGCONT)
            watch.reset()
        default: break
        }
    }

    /// Kills a server that takes too long to make way.
    func giveTime(to server: ServerProcess) {
        killAt = clock.now + Self.leavingPatience
    }

    private func stop(_ number: Int32) {
        timesAsked += 1
        let now = clock.now
        guard let current else { exit(0) }
        killAt = now + (timesAsked > 1 ? Self.hurriedPatience : Self.stopPatience)
        // Before the server obeys the line, a signal ends it at once.
        if obeysLine { current.say(number == SIGINT ? .interrupt : .terminate) } else { current.signal(number) }
        // A suspended process would not read it.
        current.signal(SIGCONT)
        beginStopping()
    }

    private func beginStopping() {
        guard !isStopping else { return }
        isStopping = true
        manager.tellStopping()
    }

    // What the server says, and how it ends

    private func hear() {
        guard let heard = server?.heard() else { return }
        isLineClosed = heard.isClosed
        for word in heard.words {
            switch word {
            case .obeys: obeysLine = true
            case .ready:
                let now = clock.now
                readyAt = now
                killAt = nil
                suspicion.served()
                if nextAlive == nil, manager.interval != nil { nextAlive = now }
                hasServed = true
                served()
            case .stopping: beginStopping()
            case .terminate, .interrupt, .replace: break
            }
        }
    }

    /// Reaps all ended children: the first process of a container is every orphan's parent.
    private func bury() {
        while true {
            var status: Int32 = 0
            let id = waitpid(-1, &status, WNOHANG)
            guard id > 0 else { return }
            if id == server?.id { ended(Ending(status: status)) }
            if id == exchange.retiring?.id { retired(Ending(status: status)) }
            if id == exchange.trial?.process { tried(Ending(status: status)) }
        }
    }

    private func ended(_ ending: Ending) {
        // Read its last words first.
        hear()
        server = nil
        killAt = nil
        if isStopping || timesAsked > 0 { finish(ending) }
        if readyAt == nil { goBack(because: ending.words) }
        if isMeant(ending) { finish(ending) }
        let now = clock.now
        let reason = RestartReason(ending, ranOutOfMemory: kills.count > killsBefore, isStuck: stuckThread != nil)
        let record = CrashRecord(
            page, reason, ending, at: clock.wall, lived: Double(now - startedAt) / 1_000_000, stuck: stuckThread)
        downbeat_set_endings(page.memory, reason.rawValue, downbeat_get_endings(page.memory, reason.rawValue) + 1)
        suspicion.keep(SetAside.read(page.list))
        let aside = reason.isOwnFault ? suspicion.ended(at: record.suspect, now: now) : nil
        // A server that has served is restarted at once, however soon it ended.
        failures = readyAt == nil ? failures + 1 : 0
        nextStart = now + pause
        if pause == 0 { start(now) }
        tell(record, aside)
    }

    /// Whether this end is intended although no signal came through the guardian: then it is not a crash.
    private func isMeant(_ ending: Ending) -> Bool {
        switch ending {
        case .code(let code): code == 0 || !hasServed
        case .signal(let number): [SIGTERM, SIGINT, SIGHUP, SIGQUIT].contains(number)
        }
    }

    func finish(_ ending: Ending) -> Never {
        manager.tellStopping()
        log.drain()
        ending.follow()
    }

    private func tell(_ record: CrashRecord, _ aside: SetAside?) {
        var place = ""
        if record.reason.isOwnFault {
            do {
                place = try crashes?.keep(record) ?? ""
            } catch {
                place = "not kept: \(error.localizedDescription)"
            }
        }
        manager.tellStatus("Serving; \(record.reason.sentence)")
        log.error(
            record.reason.sentence,
            ["ending": record.ending.words, "lived": "\(Int(record.lived)) s", "work": record.suspect, "record": place])
        if let aside {
            log.error("work that ended the server twice is set aside", ["kind": aside.kind.rawValue, "what": aside.subject])
        }
    }
}
