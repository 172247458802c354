import Foundation
import System
import Web

/// Times the real server while a room plays to more and more screens, compared with a plain fanout of messages of the same size.
struct RoomsBenchmark {
    private static let aheadCounts = [100, 300, 1000, 2000, 5000, 10_000]
    private static let liveCounts = [100, 1000, 2000]
    private static let lampCounts = [2000]
    private static let rushCounts = [1000]
    /// New clients first get some seconds of frames at once; the measurement starts when all have them.
    private static let warmUp: UInt64 = 1_500_000
    /// The room and the plain fanout take turns, so that other load on the machine affects both.
    private static let liveRounds = 3
    /// A header of 24 bytes and one frame of 64 bands.
    private static let liveBytes = 24 + 70
    private static let patience: UInt64 = 120_000_000

    private let counts: [Int]
    private let seconds: Double
    private let port: UInt16
    private let loops: Int
    private let queueLength: Int
    private var table = Table([
        "stream", "clients", "messages/s", "frames/s", "core %", "CPU us per client s", "CPU s per million", "x fanout",
        "late frames", "missed", "lead p1 ms", "delay p50 ms", "p99 ms", "worst ms", "KB each",
    ])

    static func run(_ options: BenchmarkOptions) throws {
        let mode = options.word("mode")
        guard mode == nil || ["ahead", "lamp", "live", "rush", "long"].contains(mode) else {
            throw BenchmarkOptions.Problem(text: "--mode takes ahead, lamp, live, rush or long")
        }
        _ = DescriptorLimit.raise()
        var benchmark = RoomsBenchmark(options)
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("downbeat-bench-rooms").path
        let server = try benchmark.start(in: options.files.first ?? temporary)
        defer {
            server.stop()
            print(benchmark.table)
        }
        if mode == nil || mode == "ahead" { try benchmark.ahead(server) }
        if mode == nil || mode == "lamp" { try benchmark.lamp() }
        if mode == nil || mode == "live" { try benchmark.live(server) }
        if mode == nil || mode == "rush" { try benchmark.rush() }
        guard mode == nil || mode == "long" else { return }
        var long = LongQueueBenchmark(server, port: benchmark.port, seconds: benchmark.seconds)
        defer { print(long.table) }
        try long.run()
    }

    private init(_ options: BenchmarkOptions) {
        counts = options.numbers("clients", default: [])
        seconds = Double(max(options.number("seconds", default: 6), 1))
        port = UInt16(clamping: options.number("port", default: 8096))
        queueLength = max(options.number("tracks", default: 1000), 1)
        loops = max(options.number("loops", default: 1), 1)
    }

    /// Starts the server on generated music, and lets its main room repeat it endlessly.
    private func start(in folder: String) throws -> RunningServer {
        try ClickMusic.make(in: "\(folder)/music")
        let data = "\(folder)/data"
        try? FileManager.default.removeItem(atPath: data)  // There may be none yet.
        let server = try RunningServer(data: data, music: "\(folder)/music", port: port, more: ["--loops", "\(loops)"])
        let asker = try WebAsker(port: port)
        let end = MachineClock().now + Self.patience
        while !String(decoding: try asker.ask("/api/v1/analysis"), as: UTF8.self).contains("\"done\":\(ClickMusic.count)") {
            guard MachineClock().now < end else { throw BenchmarkOptions.Problem(text: "the made music is never analyzed") }
            usleep(50_000)
        }
        // A new catalog numbers its tracks from 1.
        let queue = (0..<queueLength).map { "\($0 % ClickMusic.count + 1)" }.joined(separator: ",")
        let play = "{\"do\":\"play\",\"tracks\":[\(queue)],\"start\":\(queueLength - 1)}"
        for command in ["{\"do\":\"repeat\",\"mode\":\"all\"}", play] {
            _ = try asker.ask("/api/v1/rooms/main/commands", "POST", body: command)
        }
        return server
    }

    private static func hello(_ mode: String) -> String {
        """
        {"type":"hello","protocol":1,"name":"screen","kind":"screen",\
        "streams":{"frames":{"mode":"\(mode)","lead":3,"fps":60,"bands":64}}}
        """
    }

    // Mode "ahead": half a second of frames in a message, three seconds early

    private mutating func ahead(_ server: RunningServer) throws {
        let empty = server.megabytes.now
        for count in counts.isEmpty ? Self.aheadCounts : counts {
            let screens = Subscribers(port: port, .room(hello: Self.hello("ahead")))
            try screens.connect(count)
            screens.pump(for: Self.warmUp)
            let spent = measure(screens, server)
            let kilobytes = (server.megabytes.now - empty) * 1024 / Double(count)
            let arrivals = screens.arrivals
            table.add(
                ["ahead 3 s", "\(count)"] + load(arrivals, spent, seconds, count) + ["-", "\(arrivals.late)"] + [
                    "\(arrivals.missed)", number(arrivals.leads.milliseconds(0.01), 0), "-", "-",
                    arrivals.late == 0 ? "-" : number(Double(arrivals.latest) / 1000), number(kilobytes),
                ])
            try settle(screens)
        }
    }

    // A lamp that gets each frame when it is due, beside screens that get half a second of frames at once

    private mutating func lamp() throws {
        for count in counts.isEmpty ? Self.lampCounts : counts {
            let screens = Subscribers(port: port, .room(hello: Self.hello("ahead")))
            try screens.connect(count)
            let lamp = Lamp(port: port, hello: Self.hello("live"), warmUp: Self.warmUp, duration: UInt64(seconds * 1e6))
            screens.pump(for: Self.patience) { lamp.isOver }
            let arrivals = lamp.arrivals
            table.add(
                ["a live one beside", "\(count)"] + [String](repeating: "-", count: 7) + ["\(arrivals.missed)", "-"]
                    + delays(arrivals) + ["-"])
            try settle(screens)
        }
    }

    private func delays(_ arrivals: Arrivals) -> [String] {
        [
            number(arrivals.ages.milliseconds(0.5), 2), number(arrivals.ages.milliseconds(0.99), 2),
            number(Double(arrivals.latest) / 1000),
        ]
    }

    // Mode "live": each frame in a message of its own, when it is due

    private mutating func live(_ server: RunningServer) throws {
        let command = [
            CommandLine.arguments[0], "fanout", "--port", "\(port + 1)", "--bytes", "\(Self.liveBytes)", "--loops", "\(loops)",
        ]
        let fanout = try RunningServer(command, port: port + 1)
        defer { fanout.stop() }
        for count in counts.isEmpty ? Self.liveCounts : counts {
            let empty = server.megabytes.now
            let screens = Subscribers(port: port, .room(hello: Self.hello("live")))
            let plain = Subscribers(port: port + 1, .fanout)
            var (spent, plainSpent) = (0.0, 0.0)
            for _ in 0..<Self.liveRounds {
                spent += try slice(screens, count, server)
                plainSpent += try slice(plain, count, fanout)
            }
            let cost = (spent / Double(screens.arrivals.messages)) / (plainSpent / Double(plain.arrivals.messages))
            let kilobytes = max(0, server.megabytes.now - empty) * 1024 / Double(count)
            addLive("live", screens, spent, count, ratio: number(cost, 2), "\(screens.arrivals.missed)", number(kilobytes))
            addLive("fanout", plain, plainSpent, count, ratio: "1", "-", "-")
        }
    }

    /// Connects, measures for a part of the time and disconnects. Returns the server's processor seconds.
    private func slice(_ clients: Subscribers, _ count: Int, _ server: RunningServer) throws -> Double {
        try clients.connect(count)
        clients.pump(for: Self.warmUp / 3)
        let before = server.processorSeconds
        clients.measure(for: UInt64(seconds / Double(Self.liveRounds) * 1e6))
        let spent = server.processorSeconds - before
        try settle(clients)
        return spent
    }

    private mutating func addLive(
        _ name: String, _ clients: Subscribers, _ spent: Double, _ count: Int, ratio: String, _ missed: String, _ memory: String
    ) {
        let arrivals = clients.arrivals
        table.add(
            [name, "\(count)"] + load(arrivals, spent, seconds, count) + [ratio, "-", missed, "-"] + delays(arrivals)
                + [memory])
    }

    // A rush: all screens reconnect at once, as when the Wi-Fi comes back

    private mutating func rush() throws {
        for count in counts.isEmpty ? Self.rushCounts : counts {
            let screens = Subscribers(port: port, .room(hello: Self.hello("ahead")))
            try screens.connect(count)
            screens.pump(for: Self.warmUp)
            screens.hangUp()
            let waits = try screens.rush(count)
            let cells = [0.5, 0.99, 1].map { share in
                number(Double(waits[min(waits.count - 1, Int(share * Double(waits.count)))]) / 1000)
            }
            table.add(["all return at once", "\(count)"] + [String](repeating: "-", count: 9) + cells + ["-"])
            try settle(screens)
        }
    }

    private func measure(_ clients: Subscribers, _ server: RunningServer) -> Double {
        let before = server.processorSeconds
        clients.measure(for: UInt64(seconds * 1e6))
        return server.processorSeconds - before
    }

    /// Disconnects, and waits until the server has noticed.
    private func settle(_ clients: Subscribers) throws {
        guard clients.lostCount == 0 else { throw BenchmarkOptions.Problem(text: "\(clients.lostCount) clients were cut off") }
        clients.hangUp()
        usleep(300_000)
    }

    private func load(_ arrivals: Arrivals, _ spent: Double, _ seconds: Double, _ count: Int) -> [String] {
        [
            number(Double(arrivals.messages) / seconds, 0), number(Double(arrivals.frames) / seconds, 0),
            number(spent / seconds * 100), number(spent * 1e6 / seconds / Double(count)),
            number(spent / Double(max(arrivals.messages, 1)) * 1e6, 2),
        ]
    }

    private func number(_ value: Double, _ digits: Int = 1) -> String { Table.number(value, digits: digits) }
}
