private import CLinux
import Glibc
package import System
import Text

/// What a program writes on its standard output. It is started again when it ends.
package final class ProgramReader: InputReader {
    /// The end of what it says is enough for its last line.
    private static let mostSaid = 1024
    /// A recorder that gives nothing for so long hangs.
    private static let patience: UInt64 = 5_000_000

    private let words: [String]
    private let isRecorder: Bool
    private let clock: any HouseClock
    private var program: RunningProgram?
    private var retries = Retries()
    private var said: [UInt8] = []
    private var ending: String?
    /// When it gave something.
    private var heard: UInt64 = 0
    private var isOver = false

    /// The program with its arguments, looked for in the path. A recorder gives sound all the time, and is started again when it does not.
    package init(_ words: [String], isRecorder: Bool = false, _ clock: any HouseClock) {
        (self.words, self.isRecorder, self.clock) = (words, isRecorder, clock)
    }

    /// A command of the shell.
    package convenience init(shell command: String, _ clock: any HouseClock) { self.init(["/bin/sh", "-c", command], clock) }

    package var waiting: Int { program.map { Reading.waiting(in: $0.output.raw) } ?? 0 }

    package var trouble: String? { program == nil ? ending : lastLine }

    package func read(_ most: Int) -> Reading {
        guard let program = program ?? start() else { return .noWriter }
        hear(program)
        let reading = Reading(of: program.output.raw, most: most)
        switch reading {
        case .bytes: heard = clock.now
        case .nothing:
            guard isRecorder, clock.now - heard > Self.patience else { break }
            end(program, because: "\(words[0]) gives no sound")
            return .noWriter
        case .noWriter: end(program, because: "the program ended")
        }
        return reading
    }

    package func end() { (isOver, program) = (true, nil) }

    private func start() -> RunningProgram? {
        guard !isOver, retries.isDue(at: clock.now) else { return nil }
        (said, heard) = ([], clock.now)
        retries.begin(at: clock.now)
        do throws(SystemError) {
            program = try RunningProgram(words)
        } catch {
            ending = "\(words[0]) does not start: \(error)"
            retries.fail(at: clock.now)
        }
        return program
    }

    private func end(_ program: RunningProgram, because reason: String) {
        hear(program)
        ending = lastLine ?? reason
        retries.fail(at: clock.now)
        self.program = nil
    }

    /// Reads what it says.
    private func hear(_ program: RunningProgram) {
        // One that says much without end may not keep us here.
        for _ in 0..<4 {
            guard case .bytes(let bytes) = Reading(of: program.errors.raw, most: 65_536) else { return }
            said = (said + bytes).suffix(Self.mostSaid)
        }
    }

    private var lastLine: String? {
        String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
            .map { String($0).asOneLine }
    }
}

/// A program with its output; it and what it started are killed with this object.
private final class RunningProgram {
    private let id: pid_t
    let output: Descriptor
    let errors: Descriptor

    init(_ words: [String]) throws(SystemError) {
        let output = try OpenPipe()
        let errors = try OpenPipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.theirs.raw, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.theirs.raw, STDERR_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Whatever this thread does with signals. In a group of its own, what a shell started ends with it.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var wordPointers = words.map { strdup($0) } + [nil]
        var variablePointers = Self.environment.map { strdup($0) } + [nil]
        defer { for pointer in wordPointers + variablePointers { free(pointer) } }
        var id = pid_t()
        let code = posix_spawnp(&id, words[0], &actions, &attributes, &wordPointers, &variablePointers)
        guard code == 0 else { throw SystemError("starting \(words[0])", code: code) }
        self.id = id
        self.output = output.takeOurs()
        self.errors = errors.takeOurs()
    }

    deinit {
        kill(-id, SIGKILL)
        let id = id
        // It may still be in a call to a device.
        _ = PlainThread.start(name: "reap") {
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        }
    }

    /// Ours, without what is meant for the server alone: there are secrets in it.
    private static var environment: [String] {
        var variables: [String] = []
        var next = environ
        while let text = next.pointee {
            variables.append(String(cString: text))
            next += 1
        }
        return variables.filter { !$0.hasPrefix("DOWNBEAT_") && !$0.hasPrefix("NOTIFY_SOCKET=") }
    }
}

/// A pipe whose end for reading does not block.
private struct OpenPipe: ~Copyable {
    let ours: Descriptor
    let theirs: Descriptor

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard downbeat_pipe(&ends) == 0 else { throw SystemError("making a pipe") }
        ours = Descriptor(owning: ends[0])
        theirs = Descriptor(owning: ends[1])
        _ = fcntl(ours.raw, F_SETFL, O_NONBLOCK)
    }

    consuming func takeOurs() -> Descriptor { ours }
}
