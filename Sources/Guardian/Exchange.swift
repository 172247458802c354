import CLinux
import Foundation
import Glibc
import System
import Web

/// How far a guardian is with exchanging the running program for the one that lies on the disk now.
enum Exchange {
    case none
    /// The new program tries to start, while the server goes on.
    case trying(ProgramTrial)
    /// It can start. It takes over as soon as the server is ready.
    case tried
    /// The server of the program before makes way.
    indirect case waiting(for: ServerProcess, then: Exchange)
    /// This is the new program. Its server has not served yet.
    case unproven(Predecessor)
    /// This is the program from before, because the new one did not serve.
    case wentBack(reason: String)

    var trial: ProgramTrial? {
        if case .trying(let trial) = self { trial } else { nil }
    }

    /// The server of the program before.
    var retiring: ServerProcess? {
        if case .waiting(let server, _) = self { server } else { nil }
    }

    /// Whether there is a program to go back to.
    var isUnproven: Bool {
        if case .unproven = self { true } else { false }
    }
}

/// The program from which this one has taken over.
struct Predecessor {
    let version: String
    /// An open file.
    let program: Int32
}

extension Succession {
    /// The signal mask of before the first guardian.
    var mask: sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in blocked { sigaddset(&mask, number) }
        return mask
    }

    /// Where this program is in the exchange.
    var exchange: Exchange {
        var next = Exchange.unproven(Predecessor(version: version, program: program))
        if let refusal {
            close(program)
            next = .wentBack(reason: refusal)
        }
        guard let server else { return next }
        return .waiting(for: ServerProcess(adopting: server.process, line: Descriptor(owning: server.line)), then: next)
    }

    /// Writes into a new page what servers read there.
    func fill(_ page: borrowing SharedPage) {
        downbeat_set_epoch(page.memory, UInt64(epoch, radix: 16) ?? 0)
        downbeat_set_greeted(page.memory, isGreeted ? 1 : 0)
        downbeat_set_went_back(page.memory, refusal == nil ? 0 : 1)
        for reason in RestartReason.allCases {
            downbeat_set_endings(page.memory, reason.rawValue, endings[reason.name] ?? 0)
        }
    }
}

/// How the program is exchanged for a new version, at SIGUSR1.
extension Guardian {
    /// Starts a server, or has the one of the program before make way first.
    func takeOver() {
        guard let retiring = exchange.retiring else { return start(clock.now) }
        retiring.say(.replace)
        giveTime(to: retiring)
    }

    /// The process that serves: between two programs, that of the one before.
    var current: ServerProcess? { server ?? exchange.retiring }

    /// Another program lies on the disk.
    func renew() {
        guard case .none = exchange, !isStopping else { return }
        manager.tellReloading(at: clock.now)
        do {
            exchange = .trying(try ProgramTrial(ProgramPath.own, words, mask: mask, now: clock.now))
        } catch {
            refuse("\(error)")
        }
    }

    func tried(_ ending: Ending) {
        let refusal = exchange.trial?.refusal(ending)
        exchange = .tried
        if let refusal { return refuse(refusal) }
        handOverIfReady()
    }

    private func refuse(_ reason: String) {
        exchange = .none
        log.error("the new program cannot start, so this one goes on", ["reason": reason])
        manager.tellReady("Serving; the new program cannot start: \(reason)")
    }

    /// Lets the new program take this one's place, unless the server is just starting or stuck: then a little later.
    func handOverIfReady() {
        guard case .tried = exchange, !isStopping, server == nil || readyAt != nil && stuckThread == nil else { return }
        let program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        guard program >= 0 else { return refuse("\(SystemError("opening this program"))") }
        suspicion.keep(SetAside.read(page.list))
        log.info("the new program takes over", ["from": ProgramVersion.text])
        log.drain()
        let error = succession(Predecessor(version: ProgramVersion.text, program: program), refusal: nil)
            .hand(to: ProgramPath.own, words)
        close(program)
        refuse("\(error)")
    }

    func retired(_ ending: Ending) {
        guard case .waiting(_, let next) = exchange else { return }
        exchange = next
        if isStopping { finish(ending) }
        start(clock.now)
    }

    /// A server is ready.
    func served() {
        switch exchange {
        case .unproven(let predecessor):
            close(predecessor.program)
            exchange = .none
            log.info("the new program serves", ["from": predecessor.version, "to": ProgramVersion.text])
            manager.tellReady()
        case .wentBack(let reason):
            exchange = .none
            downbeat_set_went_back(page.memory, 0)
            log.error("the program before serves again", ["reason": reason])
            manager.tellReady("Serving; the new program did not serve: \(reason)")
        case .tried:
            manager.tellReady()
            handOverIfReady()
        case .none, .trying, .waiting: manager.tellReady()
        }
    }

    /// Lets the program before this one take its place again, because a new server did not serve. Returns only if that fails.
    func goBack(because reason: String) {
        guard case .unproven(let predecessor) = exchange else { return }
        let error = succession(predecessor, refusal: reason).hand(to: Succession.path(of: predecessor.program), words)
        close(predecessor.program)
        exchange = .none
        log.error("the program before cannot be started again", ["reason": "\(error)"])
    }

    private func succession(_ predecessor: Predecessor, refusal: String?) -> Succession {
        var mask = mask
        let endings = RestartReason.allCases.map { ($0.name, downbeat_get_endings(page.memory, $0.rawValue)) }
        return Succession(
            version: predecessor.version, program: predecessor.program, listeners: listeners.map(\.raw),
            server: server.map { Succession.Server(process: $0.id, line: $0.line.raw) },
            blocked: (1...64).filter { sigismember(&mask, $0) == 1 },
            epoch: String(downbeat_get_epoch(page.memory), radix: 16), isGreeted: downbeat_get_greeted(page.memory) == 1,
            endings: Dictionary(uniqueKeysWithValues: endings), setAside: SetAside.text(suspicion.list), refusal: refusal)
    }
}

/// Where this program lies.
enum ProgramPath {
    /// The path by which it was started: after an upgrade the new program is there. A name without a slash was looked up in PATH.
    static let own: String = {
        let name = CommandLine.arguments.first ?? ""
        let folders =
            name.contains("/") ? [""] : (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map { "\($0)/" }
        return folders.map { $0 + name }.first { access($0, X_OK) == 0 } ?? ownFile
    }()

    /// The name of the running file, without what the kernel adds when another file has taken its place (proc(5)).
    private static var ownFile: String {
        let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return link.hasSuffix(" (deleted)") ? String(link.dropLast(" (deleted)".count)) : link
    }
}
