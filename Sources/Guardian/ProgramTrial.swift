import Foundation
import Glibc
import System
import Text

/// Whether a program can start, found out by a child process while the server goes on.
package final class ProgramTrial {
    /// The argument that makes a program try to start.
    package static let word = "try-start"
    /// Enough for migrating a copy of a large catalog, in microseconds.
    private static let patience: UInt64 = 60_000_000
    /// The end of what it says is enough for its last line.
    private static let mostSaid = 4096

    let process: pid_t
    /// When to kill it.
    private(set) var endsAt: UInt64?
    /// What it writes on standard error.
    let output: Descriptor
    private var said: [UInt8] = []
    private var isLate = false

    /// Starts the program at a path with the server's own words; `mask` is its initial signal mask.
    init(_ path: String, _ words: [String], mask: sigset_t, now: UInt64) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("making a pipe") }
        output = Descriptor(owning: ends[0])
        let theirs = Descriptor(owning: ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(output.raw, F_SETFL, O_NONBLOCK)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, theirs.raw, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = ([CommandLine.arguments.first ?? "downbeat", Self.word] + words).map { strdup($0) } + [nil]
        var variables = ServerProcess.environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw SystemError("starting \(path)", code: code) }
        process = id
        endsAt = now + Self.patience
    }

    /// Reads what it has said since the last call.
    func hear() {
        var bytes = [UInt8](repeating: 0, count: Self.mostSaid)
        while case let count = read(output.raw, &bytes, bytes.count), count > 0 {
            said = (said + bytes[..<count]).suffix(Self.mostSaid)
        }
    }

    /// It has taken too long.
    func end() {
        endsAt = nil
        isLate = true
        kill(process, SIGKILL)
    }

    /// Why the program cannot start; nil if it can.
    func refusal(_ ending: Ending) -> String? {
        hear()
        if isLate { return "it had not tried to start within \(Self.patience / 1_000_000) s" }
        guard ending != .code(0) else { return nil }
        let last = String(decoding: said, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
        let words = last.hasPrefix("downbeat: ") ? String(last.dropFirst("downbeat: ".count)) : last
        return words.isEmpty ? ending.words : words.asOneLine
    }
}
