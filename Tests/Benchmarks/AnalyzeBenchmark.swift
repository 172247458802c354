import CLinux
import Foundation
import Glibc

/// Compares the processor time of `downbeat analyze` with that of ffmpeg decoding the same file; the two run in turns.
enum AnalyzeBenchmark {
    /// The processor time and peak memory of one run of a program, including its child processes.
    private struct Cost {
        let seconds: Double
        let megabytes: Double
    }

    static func run(_ options: BenchmarkOptions) throws {
        guard !options.files.isEmpty else { throw BenchmarkOptions.Problem(text: "analyze needs the name of a file") }
        let rounds = max(options.number("rounds", default: 5), 1)
        let downbeat = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("downbeat").path
        var table = Table(["CPU seconds, median of \(rounds)", "downbeat analyze", "ffmpeg -f null", "ratio", "peak MB"])
        for file in options.files {
            var ours: [Cost] = []
            var theirs: [Cost] = []
            for _ in 0..<rounds {
                ours.append(try cost(of: [downbeat, "analyze", "--jobs", "1", file]))
                theirs.append(try cost(of: ["ffmpeg", "-nostdin", "-v", "quiet", "-threads", "1", "-i", file, "-f", "null", "-"]))
            }
            let (our, their) = (ours.map(\.seconds).median, theirs.map(\.seconds).median)
            table.add([
                URL(fileURLWithPath: file).lastPathComponent, Table.number(our, digits: 3), Table.number(their, digits: 3),
                Table.number(our / their, digits: 2), Table.number(ours.map(\.megabytes).max() ?? 0, digits: 1),
            ])
        }
        print(table)
    }

    private static func cost(of command: [String]) throws -> Cost {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var words = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        var status: Int32 = 0
        var usage = rusage()
        guard posix_spawnp(&child, command[0], &actions, nil, &words, environ) == 0, wait4(child, &status, 0, &usage) == child,
            status == 0
        else { throw BenchmarkOptions.Problem(text: "\(command.joined(separator: " ")) did not succeed") }
        let seconds = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        return Cost(seconds: seconds[0] + seconds[1], megabytes: Double(usage.ru_maxrss) / 1024)
    }
}
