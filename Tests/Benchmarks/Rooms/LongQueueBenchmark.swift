import Foundation
import Synchronization
import System
import Web

/// Times commands in a room with the longest queue allowed, without viewers and with viewers who request the queue repeatedly.
struct LongQueueBenchmark {
    private static let entries = 10_000
    /// Several, since each may send only 20 commands a second.
    private static let hosts = 12
    private static let pause: UInt64 = 5_000
    private static let viewers = 20
    /// Microseconds. A client may subscribe 4 times a second, and there are two pauses for each subscription.
    private static let togglePause: UInt32 = 125_000
    private static let warmUp: UInt64 = 1_000_000

    private let port: UInt16
    private let seconds: Double
    private let server: RunningServer
    private(set) var table = Table([
        "queue of 10,000", "viewers", "commands", "answer p50 ms", "p99 ms", "worst ms", "bytes written each", "on the disk each",
        "queues sent", "core %", "late frames",
    ])

    init(_ server: RunningServer, port: UInt16, seconds: Double) {
        self.server = server
        self.port = port
        self.seconds = seconds
    }

    mutating func run() throws {
        let queue = (0..<Self.entries).map { "\($0 % ClickMusic.count + 1)" }.joined(separator: ",")
        let hosts = try (0..<Self.hosts).map { _ in
            try RoomSocket(port: port, hello: #"{"type":"hello","protocol":1,"room":"main","kind":"controller"}"#)
        }
        try hosts[0].say(#"{"type":"command","id":0,"do":"play","tracks":[\#(queue)]}"#)
        try hosts[0].wait(for: #"{"type":"result""#)
        let commands: [(String, (Int) -> String)] = [
            ("volume", { #"{"type":"command","id":1,"do":"set","volume":\#(Double($0 % 100) / 100)}"# }),
            ("identify", { _ in #"{"type":"command","id":1,"do":"screen.identify","screen":1}"# }),
            ("move", { #"{"type":"command","id":1,"do":"queue.move","entry":\#(9000 - $0),"to":3}"# }),
            ("shuffled move", { #"{"type":"command","id":1,"do":"queue.move","entry":\#(9000 - $0),"to":3}"# }),
        ]
        for (name, command) in commands {
            if name == "shuffled move" {
                try hosts[0].say(#"{"type":"command","id":1,"do":"shuffle","on":true}"#)
                try hosts[0].wait(for: #"{"type":"result""#)
            }
            for viewers in [0, Self.viewers] { try measure(name, command, hosts, viewers: viewers) }
        }
    }

    private mutating func measure(
        _ name: String, _ command: (Int) -> String, _ hosts: [RoomSocket], viewers: Int
    ) throws {
        let toggling = Toggling(port: port, count: viewers, pause: Self.togglePause)
        let lamp = Lamp(
            port: port,
            hello: """
                {"type":"hello","protocol":1,"name":"screen","kind":"screen",\
                "streams":{"frames":{"mode":"ahead","lead":3,"fps":60,"bands":64}}}
                """, warmUp: Self.warmUp, duration: UInt64(seconds * 1e6))
        usleep(UInt32(Self.warmUp))
        var answers = Percentiles()
        var worst: UInt64 = 0
        let (before, spent, sent) = (server.written, server.processorSeconds, toggling.received)
        let end = MachineClock().now + UInt64(seconds * 1e6)
        var count = 0
        while MachineClock().now < end {
            let (start, host) = (MachineClock().now, hosts[count % hosts.count])
            try host.say(command(count))
            try host.wait(for: #"{"type":"result""#)
            let took = MachineClock().now - start
            answers.add(took)
            worst = max(worst, took)
            count += 1
            usleep(UInt32(max(Self.pause, took) - took))
        }
        let after = server.written
        let core = (server.processorSeconds - spent) / seconds * 100
        while !lamp.isOver { usleep(10_000) }
        table.add([
            name, "\(viewers)", "\(count)", Table.number(answers.milliseconds(0.5), digits: 2),
            Table.number(answers.milliseconds(0.99), digits: 2), Table.number(Double(worst) / 1000, digits: 2),
            "\((after.calls - before.calls) / max(count, 1))", "\((after.disk - before.disk) / max(count, 1))",
            "\(toggling.received - sent)", Table.number(core, digits: 1), "\(lamp.arrivals.late)",
        ])
        toggling.stop()
    }
}

/// Viewers who unsubscribe from the queue and subscribe again, each on its own thread.
private final class Toggling: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let count = Atomic<Int>(0)
    private let running: Atomic<Int>

    /// Number of queues that all viewers received.
    var received: Int { count.load(ordering: .relaxed) }

    init(port: UInt16, count: Int, pause: UInt32) {
        running = Atomic(count)
        for _ in 0..<count {
            Thread { [self] in
                // A viewer that is disconnected stops counting, which the table shows.
                try? toggle(RoomSocket(port: port, hello: #"{"type":"hello","protocol":1,"room":"main"}"#), pause)
                running.subtract(1, ordering: .relaxed)
            }.start()
        }
    }

    func stop() {
        isOver.store(true, ordering: .relaxed)
        while running.load(ordering: .relaxed) > 0 { usleep(1000) }
    }

    private func toggle(_ socket: RoomSocket, _ pause: UInt32) throws {
        while !isOver.load(ordering: .relaxed) {
            try socket.say(#"{"type":"subscribe","streams":{"queue":true}}"#)
            try socket.wait(for: #"{"type":"queue""#)
            count.add(1, ordering: .relaxed)
            usleep(pause)
            try socket.say(#"{"type":"unsubscribe","streams":["queue"]}"#)
            usleep(pause)
        }
    }
}
