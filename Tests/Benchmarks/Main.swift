import Glibc
import Web

/// Benchmarks and test peers, one a subcommand.
@main
struct Main {
    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let name = arguments.isEmpty ? "" : arguments.removeFirst()
        do {
            let options = try BenchmarkOptions(arguments)
            switch name {
            case "beats": try BeatsBenchmark.run(options)
            case "clock": ClockBenchmark.run(options)
            case "clock-traces": ClockTraces.run(options)
            case "echo": try await EchoServer.run(options)
            case "fanout": try await FanoutServer.run(options)
            case "c-loop": try BroadcastBenchmark.loop(options)
            case "broadcast": try BroadcastBenchmark.run(options)
            case "files": try FilesBenchmark.run(options)
            case "load": try LoadClients.run(options)
            case "analyze": try AnalyzeBenchmark.run(options)
            case "library": try await LibraryBenchmark.run(options)
            case "kernels": KernelBenchmark.run(options)
            case "rooms": try RoomsBenchmark.run(options)
            case "presence": try PresenceMeasures.run(options)
            case "parse": try ParseBenchmark.run(options)
            case "proof": try BrowserProof.run("run", options)
            case "soak": try BrowserProof.run("soak", options)
            default: throw BenchmarkOptions.Problem(text: "unknown benchmark \"\(name)\"")
            }
        } catch {
            var text = "downbeat-bench: \(error)\n\(BenchmarkOptions.usage)"
            _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            exit(64)
        }
    }
}
