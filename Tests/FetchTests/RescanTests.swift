import Catalog
import Fetch
import Foundation
import Subsonic
import Synchronization
import System
import Testing
import Yardstick

@testable import Library

@Suite("When servers are told of changed files")
struct RescanPlanTests {
    private static let start = UInt64(1_000_000_000)
    private static let pace = RescanPlan.Pace()

    @Test("is 5 s after the last change of a burst, and a minute after the first at the latest", arguments: [1, 4, 13, 57, 300])
    func bursts(seconds: Int) {
        var plan = RescanPlan()
        #expect(plan.due(Self.pace) == nil)
        for second in 0...seconds { plan.change(at: Self.start + UInt64(second) * 1_000_000) }
        #expect(plan.due(Self.pace) == Self.start + UInt64(min(seconds + 5, 60)) * 1_000_000)
        plan.ask()
        #expect(plan.due(Self.pace) == nil)
    }

    @Test("is later after each failure, but never by more than the longest pause, and not at all after success")
    func failures() {
        var plan = RescanPlan()
        var now = Self.start
        plan.change(at: now)
        for failure in 1...40 {
            plan.ask()
            plan.fail(at: now, Self.pace, chance: 0.999)
            let wait = plan.due(Self.pace).map { $0 - now } ?? 0
            #expect((4_995_000...300_000_000).contains(wait))
            if failure > 8 { #expect(wait > 299_000_000) }
            // A change brings it no nearer.
            plan.change(at: now + 1_000_000)
            #expect(plan.due(Self.pace) ?? now >= now + wait)
            now += wait
        }
        plan.ask()
        plan.end()
        plan.change(at: now)
        #expect(plan.due(Self.pace) == now + 5_000_000)
    }
}

@Suite("Servers that are told of changed files")
final class RescanTests: Sendable {
    /// The other servers of a test: what each says when it is asked.
    private final class Others: Sendable {
        let troubles = Mutex<[RescanTrouble?]>([])
        let asked = Mutex<[String?]>([])
        let steps: AsyncStream<LibraryEvent.RescanStep>
        private let source: AsyncStream<LibraryEvent.RescanStep>.Continuation
        private let targets: [Rescans.Target]

        init(_ targets: [Rescans.Target] = ["home"], troubles: [RescanTrouble?] = []) {
            self.targets = targets
            self.troubles.withLock { $0 = troubles }
            (steps, source) = AsyncStream.makeStream()
        }

        var port: Rescans.Port {
            Rescans.Port(
                targets: { self.targets },
                ask: { (target) throws(RescanTrouble) in
                    self.asked.withLock { $0.append(target) }
                    if let trouble = self.troubles.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw trouble }
                },
                isScanning: { _ in false }, tell: { _, step in self.source.yield(step) })
        }
    }

    private static let absent = RescanTrouble(reason: "nas:80 does not accept connections", patience: .passes)
    private let place: LibraryOfServers

    init() throws { place = try LibraryOfServers() }

    deinit { place.remove() }

    private func rescans(_ others: Others, _ library: Library, _ clock: HandClock = HandClock(jumps: true)) -> Rescans {
        Rescans(
            others.port, library.catalog, Log(level: .error, descriptor: -1, clock: clock), clock)
    }

    @Test("one that does not answer is asked until it does, and its trouble is said once")
    func retries() async throws {
        let library = try await place.open()
        let others = Others(troubles: [Self.absent, Self.absent, Self.absent])
        let rescans = rescans(others, library)
        await rescans.filesChanged()
        var steps = others.steps.makeAsyncIterator()
        #expect(await steps.next() == .failed(Self.absent.reason))
        #expect(await steps.next() == .asked)
        #expect(await steps.next() == .done)
        #expect(others.asked.withLock { $0 } == ["home", "home", "home", "home"])
        let state = await rescans.state(of: "home")
        #expect(state.waitingSince == nil && state.toldAt != nil && state.trouble == nil)
    }

    @Test("one that could not be told is told after a restart, and the others are not told again")
    func restart() async throws {
        let library = try await place.open()
        let clock = HandClock()
        // The first of the two that is asked is absent.
        let before = Others(["home", nil], troubles: [Self.absent])
        let first = rescans(before, library, clock)
        await first.filesChanged()
        var steps = before.steps.makeAsyncIterator()
        // A burst of changes ends, then the other server has scanned.
        for (seconds, told) in [(5, 2), (2, 1)] {
            await clock.sleepers(2)
            clock.advance(by: .seconds(seconds))
            for _ in 0..<told { _ = await steps.next() }
        }
        let missed = try #require(before.asked.withLock { $0.first })

        let after = Others(["home", nil])
        let second = rescans(after, library)
        #expect(await second.state(of: missed).trouble == Self.absent.reason)
        #expect(await second.state(of: missed == nil ? "home" : nil).toldAt != nil)
        await second.resume()
        var later = after.steps.makeAsyncIterator()
        #expect(await later.next() == .asked)
        #expect(await later.next() == .done)
        #expect(after.asked.withLock { $0 } == [missed])
        #expect(await second.state(of: missed).waitingSince == nil)
    }

    @Test("one that cannot be asked is left alone until files change again; one that a person has to mend still waits")
    func refusals() async throws {
        let library = try await place.open()
        let never = RescanTrouble(.notSupported("startScan", at: "http://nas:80"))
        let others = Others(troubles: [never, RescanTrouble(.notAllowed(at: "http://nas:80"))])
        let rescans = rescans(others, library)
        var steps = others.steps.makeAsyncIterator()
        await rescans.filesChanged()
        #expect(await steps.next() == .failed("http://nas:80 cannot be asked to scan its music folders"))
        #expect(await rescans.state(of: "home").waitingSince == nil)
        await rescans.filesChanged()
        #expect(await steps.next() == .failed("http://nas:80 lets only its administrators have it scan: sign in as one"))
        #expect(await rescans.state(of: "home").waitingSince != nil)
        await rescans.resume()
        #expect(await steps.next() == .asked)
        await rescans.forget("home")
        #expect(await rescans.state(of: "home") == RescanState())
    }

    @Test("a music server is asked by startScan, and has scanned when it says so")
    func musicServer() async throws {
        let polls = Mutex(0)
        let server = try MusicServer { method, _ in
            guard method == "getScanStatus" else { return MusicServer.good() }
            let count = polls.withLock { polls in
                polls += 1
                return polls
            }
            return MusicServer.good(#""scanStatus":{"scanning":\#(count < 3),"count":7}"#)
        }
        let fixed = SubsonicServer(name: "home", addresses: [server.address], login: MusicServer.alice)
        let library = try await place.open(fixed: [fixed])
        let (steps, source) = AsyncStream<LibraryEvent.RescanStep>.makeStream()
        let port = library.remote.rescanPort(nil) { _, step in source.yield(step) }
        let rescans = Rescans(port, library.catalog, library.log, HandClock(jumps: true))
        await rescans.filesChanged()
        var heard = steps.makeAsyncIterator()
        #expect(await heard.next() == .asked)
        #expect(await heard.next() == .done)
        #expect(server.methods == ["startScan", "getScanStatus", "getScanStatus", "getScanStatus"])
        let shown = try #require(try await library.servers().first)
        #expect(shown.rescan.toldAt != nil && shown.rescan.waitingSince == nil)
    }

    @Test("an address is fetched, and posted to where it says that it wants that")
    func address() async throws {
        let heads = Mutex<[String]>([])
        let server = try RudeServer { head, wire in
            let line = String(head.prefix { $0 != "\r\n" })
            heads.withLock { $0.append(line) }
            let statuses = ["GET /post": "405 No", "GET /shut": "401 No", "GET /late": "503 Later"]
            let status = statuses[String(line.prefix(9))] ?? "204 Done"
            return wire.write("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
        }
        func trouble(_ path: String) async throws -> RescanTrouble? {
            let address = try #require(FetchAddress("http://127.0.0.1:\(server.port)\(path)"))
            let fetcher = try MusicServer.fetcher()
            do throws(RescanTrouble) {
                try await RescanAddress(address: address).ask(fetcher)
                return nil
            } catch {
                return error
            }
        }
        #expect(try await trouble("/get?key=1") == nil)
        #expect(try await trouble("/post?key=1") == nil)
        let at = "http://127.0.0.1:\(server.port)"
        #expect(
            try await trouble("/shut?key=1") == RescanTrouble(reason: "\(at) answered with status 401", patience: .needsPerson))
        #expect(try await trouble("/late") == RescanTrouble(reason: "\(at) answered with status 503", patience: .passes))
        let expected = ["GET /get?key=1", "GET /post?key=1", "POST /post?key=1", "GET /shut?key=1", "GET /late"]
        #expect(heads.withLock { $0 } == expected.map { "\($0) HTTP/1.1" })
    }
}
