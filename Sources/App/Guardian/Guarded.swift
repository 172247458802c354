import CLinux
import Glibc
import Synchronization
import System
import Web

/// What a server has from its guardian: its sockets, the line, and the page where it leaves traces.
final class Guarded: Sendable {
    let line: GuardianLine
    let listeners: [Listener]
    let board: WorkBoard
    private let page: Mutex<SharedPage>

    /// Reads the words behind `ServerProcess.word` and takes them off; nil where they are none of a guardian's.
    init?(_ words: inout ArraySlice<String>) {
        guard words.count >= 3, let line = words.popFirst().flatMap({ Int32($0) }),
            let page = words.popFirst().flatMap({ Int32($0) }),
            let sockets = words.popFirst()?.split(separator: ",").map({ Int32($0) })
        else { return nil }
        for raw in [line, page] { _ = fcntl(raw, F_SETFD, FD_CLOEXEC) }
        do {
            let shared = try SharedPage(Descriptor(owning: page))
            listeners = try sockets.compactMap { $0 }.map { raw throws(SystemError) in try Listener(adopting: raw) }
            board = WorkBoard(page: shared.memory)
            // The server must die with its guardian. If the guardian died before this call, the parent is another process.
            _ = downbeat_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL))
            guard getppid() == downbeat_get_guardian(shared.memory) else { return nil }
            downbeat_name_thread("downbeat")
            downbeat_prepare_thread_for_faults()
            downbeat_keep_faults(shared.memory)
            self.page = Mutex(shared)
        } catch {
            return nil
        }
        self.line = GuardianLine(Descriptor(owning: line))
    }

    /// The guardian's process: stopping it stops the server.
    var guardian: pid_t { page.withLock { downbeat_get_guardian($0.memory) } }

    /// Identifies this guardian's life: while it is the same, so is the start of the monotonic clock.
    var epoch: String { String(page.withLock { downbeat_get_epoch($0.memory) }, radix: 36) }

    /// How often the guardian has started a server again, by reason.
    var restarts: [(reason: RestartReason, count: UInt64)] {
        page.withLock { page in RestartReason.allCases.map { ($0, downbeat_get_endings(page.memory, $0.rawValue)) } }
    }

    /// What is set aside now.
    var setAside: [SetAside] { SetAside.read(page.withLock { $0.list }) }

    /// Kinds of requests that are refused, by method and address pattern, and until when.
    var refusedRequests: [String: UInt64] {
        Dictionary(setAside.filter { $0.kind == .request }.map { ($0.subject, $0.until) }, uniquingKeysWith: { max($0, $1) })
    }

    /// How often and why servers were started again, as Prometheus reads it.
    var exposition: String {
        var exposition = Exposition()
        exposition.add(
            "restarts_total", "counter", "Servers that ended and were started again, by the reason of their end.",
            restarts.map { ("{reason=\"\($0.reason.name)\"}", $0.count) })
        return exposition.text
    }

    /// True for the first who asks in the guardian's life: addresses are told once.
    func takesGreeting() -> Bool {
        page.withLock { page in
            defer { downbeat_set_greeted(page.memory, 1) }
            return downbeat_get_greeted(page.memory) == 0
        }
    }
}
