import Foundation

/// Runs other programs to their end.
enum Command {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs `path` without its output, and throws unless it exits with 0.
    ///
    /// It waits on its own thread, so that it does not block the few threads that tests share.
    static func run(_ path: String, _ arguments: [String]) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result { try runAndWait(path, arguments) }) }
        }
    }

    private static func runAndWait(_ path: String, _ arguments: [String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        var pointers = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, nil, &pointers, environ)
        guard code == 0 else { throw Failed(description: "starting \(path): \(String(cString: strerror(code)))") }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else { throw Failed(description: "\(path) \(arguments.joined(separator: " ")): status \(status)") }
    }
}
