import CLinux
import Foundation
import Glibc
import Web

/// The real `downbeat`, which lies beside this program, as a child.
final class RunningServer {
    static let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("downbeat").path

    let port: UInt16
    /// Seconds from the start to the first answer.
    let startSeconds: Double
    /// When it was started, in clock microseconds.
    let startedAt: UInt64
    private let process: pid_t

    init(data: String, music: String, port: UInt16) throws {
        let start = MonotonicClock.now
        process = try Self.start([
            Self.program, "serve", "--data", data, "--port", "\(port)", "--open-control", "--log", "warning", music,
        ])
        self.port = port
        startedAt = start
        while true {
            if let asker = try? WebAsker(port: port), (try? asker.ask("/api/v1/tracks?limit=1")) != nil { break }
            var status: Int32 = 0
            guard waitpid(process, &status, WNOHANG) == 0 else {
                throw BenchmarkOptions.Problem(text: "downbeat does not start; is port \(port) free?")
            }
            usleep(5_000)
        }
        startSeconds = Double(MonotonicClock.now - start) / 1e6
    }

    func stop() {
        var status: Int32 = 0
        kill(process, SIGTERM)
        waitpid(process, &status, 0)
    }

    /// Megabytes in memory, now and at most so far; its workers are not counted.
    var megabytes: (now: Double, peak: Double) {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let values = ["VmRSS:", "VmHWM:"].map { name in
            text.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
                ?? 0
        }
        return (values[0] / 1024, values[1] / 1024)
    }

    /// Seconds of processor time, its workers left out.
    var processorSeconds: Double {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        // The name in brackets may hold blanks; the 12th and 13th words behind it are the ticks.
        let words = text.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = words.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Seconds that a command of `downbeat` takes; what it prints is dropped.
    static func seconds(of words: [String]) throws -> Double {
        let start = MonotonicClock.now
        var status: Int32 = 0
        waitpid(try Self.start([program] + words), &status, 0)
        guard status == 0 else { throw BenchmarkOptions.Problem(text: "downbeat \(words.joined(separator: " ")) did not succeed") }
        return Double(MonotonicClock.now - start) / 1e6
    }

    private static func start(_ command: [String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var words = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        guard posix_spawnp(&child, command[0], &actions, nil, &words, environ) == 0 else {
            throw BenchmarkOptions.Problem(text: "\(command[0]) cannot be started")
        }
        return child
    }
}
