import Foundation
import Subsonic
import Synchronization
import System
import Testing
import Waiting
import Yardstick

@testable import Library

@Suite("What servers are told")
final class ServerReportsTests {
    private let file = FileManager.default.temporaryDirectory.path + "/downbeat-test-\(UUID().uuidString).json"

    deinit { try? FileManager.default.removeItem(atPath: file) }

    private func reports(_ server: MusicServer) throws -> ServerReports {
        ServerReports(
            file: file, ServerTable(["home": try server.client()]), log: Log(level: .error, descriptor: -1, clock: MachineClock()),
            clock: HandClock(jumps: true))
    }

    private static func play(_ song: String, _ time: Int, _ event: ServerReports.Report.Event = .played, on server: String = "home")
        -> ServerReports.Report
    {
        ServerReports.Report(server: server, song: song, event: event, time: time)
    }

    /// Waits until what servers were not told of is this.
    private func wait(_ reports: ServerReports, for plays: [ServerReports.Report]) async throws {
        try await eventually("\(plays.count) plays that wait") { await reports.waiting == plays }
    }

    @Test("each play is told with its time until the server has taken it, and then no more")
    func recovery() async throws {
        let server = try MusicServer { _, _ in MusicServer.reply("".utf8, status: "503 Later") }
        let reports = try reports(server)
        await reports.add(Self.play("a", 1_000))
        await reports.add(Self.play("b", 2_000))
        try await server.asked.wait("three questions") { $0.count >= 3 }
        server.replace { _, _ in MusicServer.good() }
        try await wait(reports, for: [])
        let asked = server.asked.withLock { $0 }
        #expect(asked.allSatisfy { $0.method == "scrobble" && $0.query["submission"] == "true" })
        #expect(asked.allSatisfy { $0.query["time"] == ($0.query["id"] == "a" ? "1000" : "2000") })
        #expect(asked.suffix(2).map { $0.query["id"] } == ["a", "b"])
    }

    @Test("what could not be told is told after a restart, also if the login was refused")
    func restart() async throws {
        let server = try MusicServer { _, _ in MusicServer.failed(40) }
        let plays = [Self.play("a", 1), Self.play("b", 2, on: "gone"), Self.play("c", 3)]
        let first = try reports(server)
        for play in plays { await first.add(play) }
        #expect(await first.waiting == plays)
        server.replace { _, query in query["id"] == "c" ? MusicServer.failed(70) : MusicServer.good() }
        let second = try reports(server)
        #expect(await second.waiting == plays)
        await second.start()
        try await wait(second, for: [plays[1]])
        #expect(await (try reports(server)).waiting == [plays[1]])
    }

    @Test(
        "a file that cannot be read counts as an empty one",
        arguments: ["", "[", "[{\"server\":7}]", String(repeating: "[", count: 600)])
    func damage(text: String) async throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let server = try MusicServer { _, _ in MusicServer.good() }
        #expect(await (try reports(server)).waiting.isEmpty)
    }
}
