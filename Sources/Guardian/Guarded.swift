package import CLinux
import Glibc
import Synchronization
package import System
package import Web

/// What a server inherits from its guardian: the listening sockets, the line to the guardian, and the shared page.
package final class Guarded: Sendable {
    package let line: GuardianLine
    package let listeners: [Listener]
    package let board: WorkBoard
    private let page: Mutex<SharedPage>

    /// Parses and removes the words after `ServerProcess.word`; nil if they are not from a guardian.
    package init?(_ words: inout ArraySlice<String>, clock: any HouseClock) {
        guard words.count >= 3, let line = words.popFirst().flatMap({ Int32($0) }),
            let page = words.popFirst().flatMap({ Int32($0) }),
            let sockets = words.popFirst()?.split(separator: ",").map({ Int32($0) })
        else { return nil }
        for raw in [line, page] { _ = fcntl(raw, F_SETFD, FD_CLOEXEC) }
        do {
            let shared = try SharedPage(Descriptor(owning: page))
            listeners = try sockets.compactMap { $0 }.map { raw throws(SystemError) in try Listener(adopting: raw) }
            board = WorkBoard(page: shared.memory, clock: clock)
            // The server must die with its guardian. If the guardian died before this call, the parent is another process.
            _ = downbeat_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL))
            guard getppid() == downbeat_get_guardian(shared.memory) else { return nil }
            Self.goFirst()
            downbeat_name_thread("downbeat")
            downbeat_prepare_thread_for_faults()
            downbeat_keep_faults(shared.memory)
            self.page = Mutex(shared)
        } catch {
            return nil
        }
        self.line = GuardianLine(Descriptor(owning: line))
    }

    /// Makes the OOM killer choose this process before its guardian: without the guardian, nothing restarts the server. Any
    /// process may raise its own value (proc(5)); 100 counts as a tenth of the memory, more than a guardian ever uses.
    private static func goFirst() {
        let path = "/proc/self/oom_score_adj"
        let own = Int(ProcFile.text(of: path).filter { !$0.isWhitespace }) ?? 0
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        let text = "\(min(own + 100, 1000))"
        // If the write fails, the kernel chooses by size.
        _ = text.utf8.withContiguousStorageIfAvailable { write(file, $0.baseAddress, $0.count) }
    }

    /// The guardian's process: stopping it stops the server.
    package var guardian: pid_t { page.withLock { downbeat_get_guardian($0.memory) } }

    /// The id of this guardian process: while it is the same, the monotonic clock has not restarted.
    package var epoch: String { String(page.withLock { downbeat_get_epoch($0.memory) }, radix: 36) }

    /// How often the guardian has started a server again, by reason.
    var restarts: [(reason: RestartReason, count: UInt64)] {
        page.withLock { page in RestartReason.allCases.map { ($0, downbeat_get_endings(page.memory, $0.rawValue)) } }
    }

    /// The work that is set aside now.
    package var setAside: [SetAside] { SetAside.read(page.withLock { $0.list }) }

    /// The numbers of the tracks that are set aside now.
    package var tracksSetAside: [Int] { setAside.filter { $0.kind == .track }.compactMap { Int($0.subject) } }

    /// Lets a kind of request run again, in this and later servers; false if it was not set aside.
    package func forget(request: String) -> Bool {
        page.withLock { page in
            let list = SetAside.read(page.list)
            let rest = list.filter { $0.kind != .request || $0.subject != request }
            page.setList(SetAside.text(rest))
            return rest.count < list.count
        }
    }

    /// Whether a kind of request is refused.
    package func refuses(_ request: String) -> Bool { refusedRequests[request] != nil }

    /// Kinds of requests that are refused, by method and address pattern, and until when.
    package var refusedRequests: [String: UInt64] {
        Dictionary(setAside.filter { $0.kind == .request }.map { ($0.subject, $0.until) }, uniquingKeysWith: { max($0, $1) })
    }

    /// The number of restarts by reason, for Prometheus.
    package var exposition: String {
        var exposition = Exposition()
        exposition.add(
            "restarts_total", "counter", "Restarts of the server, by reason.",
            restarts.map { ("{reason=\"\($0.reason.name)\"}", $0.count) })
        return exposition.text
    }

    /// Whether a new program has run before this one and did not serve, so that its changes to the catalog may have to be undone.
    package var wentBack: Bool { page.withLock { downbeat_get_went_back($0.memory) == 1 } }

    /// True once per guardian: only its first server shows the addresses.
    package func takesGreeting() -> Bool {
        page.withLock { page in
            defer { downbeat_set_greeted(page.memory, 1) }
            return downbeat_get_greeted(page.memory) == 0
        }
    }
}
