import CLinux
import Foundation
import Glibc
import Testing
import Waiting

/// A running child process with its output; its process group is killed when the call that started it returns.
struct ChildProcess: Sendable {
    /// The child's descriptors that are read. Stream 0 is standard output, 1 is standard error, 2 is the pipe that `isSpokenTo`
    /// adds.
    private static let outputs = [STDOUT_FILENO, STDERR_FILENO, 4]

    let id: pid_t
    let transcript: Transcript
    private let input: Int32?

    /// Starts a program, runs `body` and kills what is left of the program's process group.
    ///
    /// With `isSpokenTo`, the program reads from descriptor 3 and answers on 4, as Chromium's debugging pipe does.
    static func running<Value: Sendable>(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], isSpokenTo: Bool = false,
        _ body: (ChildProcess) async throws -> Value
    ) async throws -> Value {
        try await Turnstile.pass {
            let child = try ChildProcess(path, arguments, environment, isSpokenTo: isSpokenTo)
            defer { child.dispose() }
            return try await body(child)
        }
    }

    /// Copies a program that is to be run. A process of its own writes it: a child that another test starts meanwhile would inherit the open
    /// file from this one, and a file that is open for writing cannot be run.
    static func copy(_ program: String, to path: String) async throws {
        let (ending, _, err) = try await run("/bin/cp", [program, path])
        try #require(ending == .code(0), "\(err)")
    }

    /// Runs a program until it exits.
    static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], within seconds: TimeInterval = patience
    ) async throws -> (ending: Transcript.Ending, out: String, err: String) {
        try await running(path, arguments, environment: environment) { child in
            let ending = try await child.end(within: seconds)
            return (ending, child.transcript.text(0), child.transcript.text(1))
        }
    }

    func signal(_ number: Int32) {
        kill(id, number)
    }

    /// Waits until the program has exited and all its output is read.
    func end(within seconds: TimeInterval = patience) async throws -> Transcript.Ending {
        let transcript = transcript
        return try await blocking {
            guard let ending = transcript.waitForEnd(within: seconds) else {
                throw NeverHappened("the program's end; it said: \(transcript.text(1))")
            }
            return ending
        }
    }

    /// Waits for line `number` of standard error, counted from 0.
    func errorLine(_ number: Int) async throws -> String {
        let transcript = transcript
        return try await blocking {
            guard let line = transcript.piece(1, after: number, separator: 10, within: patience) else {
                throw NeverHappened("line \(number) of what the program says; it said: \(transcript.text(1))")
            }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// Sends one message through the debugging pipe, with a NUL at its end.
    func say(_ message: [UInt8]) {
        var rest = (message + [0])[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(input ?? -1, $0.baseAddress, $0.count) }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }

    /// Lets only one child start at a time: descriptors of one child must not leak into another, or its pipes would never close.
    private static let starting = NSLock()

    private init(_ path: String, _ arguments: [String], _ environment: [String: String], isSpokenTo: Bool) throws {
        let outputs = isSpokenTo ? Self.outputs : Array(Self.outputs.prefix(2))
        transcript = Transcript(streams: outputs.count)
        Self.starting.lock()
        defer { Self.starting.unlock() }
        let pipes = try outputs.map { _ in try Pipe() }
        let questions = isSpokenTo ? try Pipe() : nil
        defer {
            for pipe in pipes { close(pipe.writing) }
            if let questions { close(questions.reading) }
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (pipe, target) in zip(pipes, outputs) { posix_spawn_file_actions_adddup2(&actions, pipe.writing, target) }
        if let questions { posix_spawn_file_actions_adddup2(&actions, questions.reading, 3) }
        // What other tests have open would leak into it, and count among its descriptors.
        posix_spawn_file_actions_addclosefrom_np(&actions, isSpokenTo ? 5 : 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Reset the signal mask and handlers: a shell may have made this process ignore signals, and pool threads block them.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let inherited = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "TMPDIR"].contains($0.key) }
        // Many programs at once leave threads waiting for a CPU, which the guardian must not take for stuck.
        let patient = ["DOWNBEAT_TEST_PATIENCE": "8000000"]
        let variables = inherited.merging(patient) { $1 }.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        var argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
        var variablePointers = variables.map { strdup($0) } + [nil]
        defer { for pointer in argumentPointers + variablePointers { free(pointer) } }
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, &attributes, &argumentPointers, &variablePointers)
        guard code == 0 else { throw NeverHappened("starting \(path): \(String(cString: strerror(code)))") }
        self.id = id
        input = questions?.writing
        for (index, pipe) in pipes.enumerated() { Self.collect(pipe.reading, index, transcript) }
        Self.awaitEnd(of: id, transcript)
    }

    private func dispose() {
        kill(-id, SIGKILL)
        _ = transcript.waitForEnd(within: 1)
        if let input { close(input) }
    }

    private static func collect(_ descriptor: Int32, _ stream: Int, _ transcript: Transcript) {
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                transcript.append(buffer[..<count], to: stream)
            }
            close(descriptor)
            transcript.close(stream)
        }
    }

    private static func awaitEnd(of id: pid_t, _ transcript: Transcript) {
        Thread.detachNewThread {
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0 && errno == EINTR {}
            // The macros WIFEXITED and so on, spelled out (wait(2)).
            transcript.end(status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F))
        }
    }

    private struct Pipe {
        /// Above the child's descriptors, so that no dup2 overwrites a descriptor that is still to be duplicated.
        private static let lowest: Int32 = 10

        let reading: Int32
        let writing: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            // Close-on-exec from the beginning: not all code that starts children takes the lock, and such a child would keep the
            // pipe open. Swift's Glibc does not import pipe2.
            typealias MakePipe = @convention(c) (UnsafeMutablePointer<Int32>?, Int32) -> Int32
            let pipe2 = unsafeBitCast(dlsym(nil, "pipe2"), to: MakePipe.self)
            guard pipe2(&ends, O_CLOEXEC) == 0 else { throw NeverHappened("a pipe: \(String(cString: strerror(errno)))") }
            reading = fcntl(ends[0], F_DUPFD_CLOEXEC, Self.lowest)
            writing = fcntl(ends[1], F_DUPFD_CLOEXEC, Self.lowest)
            for end in ends { close(end) }
        }
    }
}
