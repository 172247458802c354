import CLinux
import Foundation
import Glibc
import System
import Web

/// The server, seen from its guardian: a child process of the same program, and the line to it.
///
/// The kernel kills it when the thread that started it exits (PR_SET_PDEATHSIG), so that thread must outlive it.
package final class ServerProcess {
    /// The argument before the numbers of the inherited descriptors.
    package static let word = "guarded"
    /// POSIX_SPAWN_SETSID: a Ctrl-C in the terminal must reach only the guardian, which passes it on.
    private static let newSession: Int32 = 0x80

    let id: pid_t
    let line: Descriptor

    /// Takes over a server that another program in this process has started.
    init(adopting id: pid_t, line: consuming Descriptor) {
        self.id = id
        self.line = line
    }

    /// Starts a server with the guardian's own words; `mask` is its initial signal mask.
    init(page: borrowing SharedPage, listeners: [Listener], mask: sigset_t, _ words: [String]) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard downbeat_message_pair(&ends) == 0 else { throw SystemError("making a line to the server") }
        line = Descriptor(owning: ends[0])
        let theirs = Descriptor(owning: ends[1])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // dup2 of a descriptor onto itself keeps it open in the child.
        for raw in [theirs.raw, page.file.raw] + listeners.map(\.raw) { posix_spawn_file_actions_adddup2(&actions, raw, raw) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(Self.newSession | POSIX_SPAWN_SETSIGMASK))
        let inherited = [
            Self.word, "\(theirs.raw)", "\(page.file.raw)", listeners.map { "\($0.raw)" }.joined(separator: ","),
        ]
        var arguments = ([CommandLine.arguments.first ?? "downbeat"] + inherited + words).map { strdup($0) } + [nil]
        var variables = Self.environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var id = pid_t()
        // The running executable, even if an update has replaced the file.
        let code = posix_spawn(&id, "/proc/self/exe", &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw SystemError("starting the server", code: code) }
        self.id = id
    }

    /// The environment of child processes.
    static var environment: [String] {
        var variables = ProcessInfo.processInfo.environment.filter { !SystemdNotices.variables.contains($0.key) }
        // The backtrace of the Swift runtime would delay the end of the process for seconds.
        variables["SWIFT_BACKTRACE"] = variables["SWIFT_BACKTRACE"] ?? "enable=no"
        return variables.map { "\($0.key)=\($0.value)" }
    }

    func signal(_ number: Int32) {
        kill(id, number)
    }

    func say(_ word: LineWord) {
        var byte = word.rawValue
        downbeat_say(line.raw, &byte, 1)
    }

    /// The words received since the last call, in order, and whether the server has closed its end.
    func heard() -> (words: [LineWord], isClosed: Bool) {
        var words: [LineWord] = []
        var byte: UInt8 = 0
        while true {
            let count = downbeat_hear(line.raw, &byte, 1)
            guard count == 1 else { return (words, count == 0) }
            if let word = LineWord(rawValue: byte) { words.append(word) }
        }
    }
}
