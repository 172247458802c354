import CBroadcast
import System
import Web

/// Compares broadcasting frames to many clients with a loop in C that does nothing else; the two run in turns.
struct BroadcastBenchmark {
    /// What one run of a server cost.
    private struct Cost {
        let secondsPerMillion: Double
        /// Milliseconds until all clients are let in.
        let connecting: Double
    }

    private static let rate = 60
    private static let size = 200
    private static let warmUp: UInt64 = 1_000_000

    private let port: UInt16
    private let count: Int
    private let duration: UInt64

    static func run(_ options: BenchmarkOptions) throws {
        _ = DescriptorLimit.raise()
        let benchmark = BroadcastBenchmark(
            port: UInt16(clamping: options.number("port", default: 8094)), count: max(options.number("clients", default: 1000), 1),
            duration: UInt64(max(options.number("seconds", default: 4), 1)) * 1_000_000)
        let pairs = try (0..<max(options.number("rounds", default: 5), 1)).map { _ in
            (ours: try benchmark.cost(of: "fanout"), loop: try benchmark.cost(of: "c-loop"))
        }
        var table = Table(["\(benchmark.count) clients, median of \(pairs.count)", "ours", "C loop", "ratio", "least", "most"])
        for (name, read) in [("CPU s per million messages", \Cost.secondsPerMillion), ("connecting, ms", \.connecting)] {
            let ratios = pairs.map { $0.ours[keyPath: read] / $0.loop[keyPath: read] }.sorted()
            let (ours, loop) = (pairs.map { $0.ours[keyPath: read] }, pairs.map { $0.loop[keyPath: read] })
            let values = [ours.median, loop.median, ratios.median, ratios[0], ratios[ratios.count - 1]]
            table.add([name] + values.map { Table.number($0.isFinite ? $0 : 0, digits: 2) })
        }
        print(table)
    }

    /// Serves the yardstick until it is stopped.
    static func loop(_ options: BenchmarkOptions) throws {
        _ = DescriptorLimit.raise()
        _ = downbeat_broadcast(
            UInt16(clamping: options.number("port", default: 0)), UInt32(clamping: options.number("rate", default: rate)),
            UInt32(clamping: options.number("bytes", default: size)))
        throw BenchmarkOptions.Problem(text: "the loop cannot start; is the port free?")
    }

    private func cost(of name: String) throws -> Cost {
        let command = [CommandLine.arguments[0], name, "--port", "\(port)", "--rate", "\(Self.rate)", "--bytes", "\(Self.size)"]
        let server = try RunningServer(command, port: port)
        defer { server.stop() }
        let start = MachineClock().now
        let clients = Subscribers(port: port, .fanout)
        try clients.connect(count)
        let connecting = Double(MachineClock().now - start) / 1000
        clients.pump(for: Self.warmUp)
        let before = server.processorSeconds
        clients.measure(for: duration)
        let spent = server.processorSeconds - before
        guard clients.lostCount == 0 else { throw BenchmarkOptions.Problem(text: "\(clients.lostCount) clients were cut off") }
        return Cost(secondsPerMillion: spent / Double(max(clients.arrivals.messages, 1)) * 1e6, connecting: connecting)
    }
}
