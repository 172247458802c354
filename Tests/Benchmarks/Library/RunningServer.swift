import CLinux
import Foundation
import Glibc
import System
import Web

/// A server in a child process: usually the real `downbeat`, which lies beside this program.
final class RunningServer {
    static let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("downbeat").path

    let port: UInt16
    /// Seconds from the start to the first answer.
    let startSeconds: Double
    /// When it was started, in clock microseconds.
    let startedAt: UInt64
    private let process: pid_t

    convenience init(data: String, music: String, port: UInt16, more words: [String] = []) throws {
        let command = [
            Self.program, "serve", "--data", data, "--port", "\(port)", "--open-control", "--log", "warning",
            "--no-guardian", music,
        ]
        try self.init(command + words, port: port) { _ = try $0.ask("/api/v1/tracks?limit=1") }
    }

    /// Starts any server on this port, and waits until the requests of `asking` succeed.
    init(_ command: [String], port: UInt16, asking: (WebAsker) throws -> Void = { _ in }) throws {
        let start = MachineClock().now
        process = try Self.start(command)
        self.port = port
        startedAt = start
        while true {
            if let asker = try? WebAsker(port: port), (try? asking(asker)) != nil { break }
            var status: Int32 = 0
            guard waitpid(process, &status, WNOHANG) == 0 else {
                throw BenchmarkOptions.Problem(text: "\(command[0]) does not start; is port \(port) free?")
            }
            usleep(5_000)
        }
        startSeconds = Double(MachineClock().now - start) / 1e6
    }

    func stop() {
        var status: Int32 = 0
        kill(process, SIGTERM)
        waitpid(process, &status, 0)
    }

    /// Resident memory in megabytes, now and at the peak, without the worker processes.
    var megabytes: (now: Double, peak: Double) {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let values = ["VmRSS:", "VmHWM:"].map { name in
            text.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
                ?? 0
        }
        return (values[0] / 1024, values[1] / 1024)
    }

    /// Bytes passed to write(2) and similar calls, and bytes written to disk, from /proc/PID/io.
    var written: (calls: Int, disk: Int) {
        let text = (try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)) ?? ""
        let values = ["wchar:", "write_bytes:"].map { name in
            text.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        }
        return (values[0], values[1])
    }

    /// Seconds of processor time, without the worker processes.
    var processorSeconds: Double {
        // This clock counts nanoseconds; the ticks in /proc are too coarse for a second of little work.
        var (clock, spent) = (clockid_t(), timespec())
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &spent) == 0 else { return 0 }
        return Double(spent.tv_sec) + Double(spent.tv_nsec) / 1e9
    }

    /// Seconds that a command of `downbeat` takes; its output is discarded.
    static func seconds(of words: [String]) throws -> Double {
        let start = MachineClock().now
        var status: Int32 = 0
        waitpid(try Self.start([program] + words), &status, 0)
        guard status == 0 else { throw BenchmarkOptions.Problem(text: "downbeat \(words.joined(separator: " ")) did not succeed") }
        return Double(MachineClock().now - start) / 1e6
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
