import Foundation
import Glibc
import Waiting

/// Kills the server under its guardian at random times and in every way, while a screen watches and a client changes the room.
struct KillCampaign: Sendable {
    /// How a server is ended.
    enum Way: Sendable, CaseIterable {
        case kill, segmentationFault, busError, abort
        /// A thread hangs.
        case stuckLoop, stuckRooms

        var signal: Int32? {
            switch self {
            case .kill: SIGKILL
            case .segmentationFault: SIGSEGV
            case .busError: SIGBUS
            case .abort: SIGABRT
            case .stuckLoop, .stuckRooms: nil
            }
        }

        var fault: String { self == .stuckRooms ? "/test/rooms-spin" : "/test/loop-spin" }
    }

    /// The result of a campaign.
    struct Outcome: Sendable {
        var findings: [String] = []
        var rounds = 0
        /// The number of acknowledged changes.
        var changes = 0
        /// The number of connection attempts during restarts, and of those that were refused.
        var connections = 0
        var refused = 0
        /// Seconds from the server's end to the start of the next process.
        var starts: [Double] = []
        /// Seconds from the signal, or from the request that makes a thread hang, until the server answers again.
        var waits: [Double] = []
        var stuckWaits: [Double] = []
        /// In microseconds: the largest error of the music's position after a restart, and the smallest overlap of the frames from
        /// before and after it.
        var drift = 0
        var overlap = Int.max

        static func quantile(_ values: [Double], _ share: Double) -> Double {
            values.isEmpty ? 0 : values.sorted()[min(values.count - 1, Int(Double(values.count) * share))]
        }
    }

    /// The largest permitted error in microseconds, too small to see.
    private static let mostDrift = 1000
    /// Milliseconds from the start of a screen to the kill.
    private static let life = 50...900
    /// Seconds of frames that a screen has in advance at least.
    private static let advance = 1.5
    /// Seconds of music; then the track repeats.
    private static let seconds = 40.0

    let program: String
    let publicFolder: String
    let folder: String
    let seed: UInt64

    func run(rounds: Int) async throws -> Outcome {
        let music = folder + "/music"
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        try Data(ClickTrack(seconds: Self.seconds).wave).write(to: URL(fileURLWithPath: music + "/clicks.wav"))
        let words = [
            "--bind", "127.0.0.1", "--port", "0", "--log", "json", "--public", publicFolder, "--data", folder + "/data",
            "--open-control", music,
        ]
        let faults = ["DOWNBEAT_TEST_FAULTS": "yes", "DOWNBEAT_TEST_PATIENCE": "1000000"]
        return try await ChildProcess.running(program, words, environment: faults) { process in
            let port = try await Self.port(of: process)
            return try await blocking { try work(process.id, port, rounds) }
        }
    }

    private static func port(of process: ChildProcess) async throws -> UInt16 {
        var number = 0
        while true {
            let fields = try JSONDecoder().decode([String: String].self, from: Data(try await process.errorLine(number).utf8))
            if let port = fields["url"].flatMap({ URL(string: $0) })?.port { return UInt16(port) }
            number += 1
        }
    }

    private func work(_ guardian: pid_t, _ port: UInt16, _ rounds: Int) throws -> Outcome {
        var random = SeededGenerator(seed: seed)
        var outcome = Outcome()
        let client = LibraryClient(port: port)
        // Frames of a track that is not analyzed yet may come late.
        try client.rest { try client.tracks("&state=done").count == 1 }
        let track = try client.tracks().first?["id"] as? Int ?? 0
        for json in [#"{"do":"repeat","mode":"all"}"#, #"{"do":"set","crossfade":0}"#, #"{"do":"play","track":\#(track)}"#] {
            _ = try client.ask("POST", "/rooms/main/commands", json: json)
        }
        let known = try Self.line(client)
        let ways = Way.allCases
        for round in 0..<rounds {
            let way = ways[round % ways.count]
            let life = Int.random(in: Self.life, using: &random)
            let finding = { (text: String) in outcome.findings.append("round \(round), \(way): \(text)") }
            let screen = WatchingScreen(port)
            // As any screen, it has some seconds of frames in advance.
            try screen.waitForAdvance()
            let (acknowledged, end) = try Self.change(client, guardian, way, port, life, &outcome)
            try Self.waitForAnswer(port, &outcome)
            let wait = Date().timeIntervalSince(end)
            if way.signal == nil { outcome.stuckWaits.append(wait) } else { outcome.waits.append(wait) }
            let state = try client.object("/rooms/main")
            let line = RoomLine(state["timeline"] as? [String: Any] ?? [:])
            let moment = state["sent"] as? Int ?? 0
            let length = Int(Self.seconds * 1e6)
            var drift = (line.position(moment) - known.position(moment)) % length
            if abs(drift) > length / 2 { drift -= drift.signum() * length }
            outcome.drift = max(outcome.drift, abs(drift))
            if abs(drift) > Self.mostDrift || !line.isPlaying { finding("the music is off by \(drift) µs") }
            let look = (state["look"] as? [String: Any])?["n"] as? Int ?? 0
            // One more change may have been made without being acknowledged.
            if !(acknowledged...acknowledged + 1).contains(look) {
                finding("look \(look), although \(acknowledged) was acknowledged")
            }
            outcome.changes = look
            // The frames from before the kill must reach the first frames from after it.
            let reached = screen.reachedAtEnd()
            let first = try RoomClient(port, "streams=frames&lead=3").frames()
            if wait < Self.advance { outcome.overlap = min(outcome.overlap, reached - first.due) }
            // If the restart took longer than the screen's advance, the machine is too slow for this check.
            if reached < first.due, wait < Self.advance { finding("frames end \(first.due - reached) µs before the next begin") }
            outcome.rounds += 1
        }
        return outcome
    }

    private static func line(_ client: LibraryClient) throws -> RoomLine {
        RoomLine(try client.object("/rooms/main")["timeline"] as? [String: Any] ?? [:])
    }

    /// Changes the room until the server is killed. Returns the last acknowledged change, and the time of the kill.
    private static func change(
        _ client: LibraryClient, _ guardian: pid_t, _ way: Way, _ port: UInt16, _ life: Int, _ outcome: inout Outcome
    ) throws -> (acknowledged: Int, end: Date) {
        guard let child = children(of: guardian).first else { throw NeverHappened("a server") }
        var last = outcome.changes
        let lifeEnd = Date() + Double(life) / 1000
        while Date() < lifeEnd {
            do {
                _ = try client.ask("POST", "/rooms/main/commands", json: #"{"do":"look","n":\#(last + 1)}"#)
                last += 1
            } catch let refusal as LibraryClient.Refused where refusal.status == 429 {
                // Commands are limited to a number per second.
                usleep(20_000)
            }
        }
        let end = Date()
        if let signal = way.signal {
            kill(child, signal)
        } else {
            let wire = try Wire(port: port)
            try wire.send("GET \(way.fault) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            // A server that hangs is running until the guardian kills it.
            try untilSo("the end of a server that is stuck") { !children(of: guardian).contains(child) }
            withExtendedLifetime(wire) {}
        }
        let gone = Date()
        try untilSo("another server") { children(of: guardian).contains { $0 != child } }
        outcome.starts.append(Date().timeIntervalSince(gone))
        return (last, end)
    }

    /// Retries until there is an answer, as pages do.
    private static func waitForAnswer(_ port: UInt16, _ outcome: inout Outcome) throws {
        let end = Date() + patience
        while Date() < end {
            outcome.connections += 1
            let wire: Wire
            do {
                wire = try Wire(port: port)
            } catch {
                outcome.refused += 1
                continue
            }
            // The dying server may have accepted the connection.
            guard (try? wire.send("GET /api/v1/rooms/main HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")) != nil,
                let head = try? wire.readHead(), head.hasPrefix("HTTP/1.1 200")
            else { continue }
            return
        }
        throw NeverHappened("an answer after a restart")
    }

    /// The living children of a process (proc(5)).
    static func children(of parent: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { id in
            guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8), let end = text.lastIndex(of: ")")
            else { return false }
            let fields = text[text.index(after: end)...].split(separator: " ")
            return fields.count > 1 && pid_t(fields[1]) == parent && !["Z", "X"].contains(fields[0])
        }
    }
}

/// A screen that reads on its own thread until the connection ends.
private final class WatchingScreen: @unchecked Sendable {  // What both threads use is behind the condition.
    private static let enough = 2_000_000

    private let condition = NSCondition()
    private var reached = 0
    private var lead = 0
    private var isOver = false

    init(_ port: UInt16) {
        Thread.detachNewThread { [self] in
            // Ignore errors, since the server is killed.
            if let client = try? RoomClient(port, "streams=frames&lead=3") {
                while let block = try? client.frames() { note(block) }
            }
            condition.withLock {
                isOver = true
                condition.broadcast()
            }
        }
    }

    private func note(_ block: FrameBlock) {
        condition.withLock {
            reached = max(reached, block.due + block.count * 1_000_000 / max(block.rate, 1))
            lead = block.lead
            condition.broadcast()
        }
    }

    func waitForAdvance() throws {
        let patience = Patience("frames in advance")
        try condition.withLock {
            while lead < Self.enough {
                guard !isOver, condition.wait(until: patience.end) else { throw NeverHappened("frames in advance") }
            }
        }
    }

    /// When the last frame received before the connection ended stops being shown.
    func reachedAtEnd() -> Int {
        condition.withLock {
            while !isOver { condition.wait() }
            return reached
        }
    }
}
