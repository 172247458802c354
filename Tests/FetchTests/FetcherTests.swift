import Fetch
import Foundation
import Synchronization
import System
import Testing
import Web

@Suite("Fetching over HTTP")
struct FetcherTests {
    private func fetcher(authorities: String? = nil) throws -> Fetcher {
        var settings = Fetcher.Settings()
        settings.usesProxies = false
        settings.authorities = authorities
        settings.idle = .seconds(3600)  // However long a busy machine takes between two requests.
        return try Fetcher(settings, MachineClock())
    }

    private func request(_ server: RudeServer, _ path: String = "/", host: String = "127.0.0.1", scheme: String = "http") throws
        -> FetchRequest
    {
        var request = FetchRequest(try #require(FetchAddress("\(scheme)://\(host):\(server.port)\(path)")))
        // The machine may be busy with other tests; those of slow servers set less.
        (request.limits.connecting, request.limits.idle, request.limits.total) = (.seconds(100), .seconds(100), .seconds(100))
        return request
    }

    /// The error of a request that must fail.
    private func refusal(_ request: FetchRequest, by fetcher: Fetcher? = nil) async throws -> FetchError {
        let fetcher = try fetcher ?? self.fetcher()
        var refused: FetchError?
        do { _ = try await fetcher.fetch(request) } catch { refused = error }
        return try #require(refused)
    }

    private static func answer(_ body: String, fields: String = "") -> String {
        "HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("a second request uses the connection of the first, and bodies come whole")
    func reuse() async throws {
        let server = try RudeServer { head, wire in
            wire.write(Self.answer(String(head.prefix { $0 != "\r\n" }), fields: "X-Kind:  plain\r\n"))
        }
        let fetcher = try fetcher()
        for path in ["/one?a=1", "/two"] {
            let (head, body) = try await fetcher.fetch(try request(server, path))
            #expect(head.status == 200 && head.field("x-kind") == "plain")
            #expect(String(decoding: body, as: UTF8.self) == "GET \(path) HTTP/1.1")
        }
        #expect(server.accepted == 1)
    }

    @Test("only http and https addresses without a user are taken, and their description has no query")
    func addresses() {
        for bad in [
            "", "nas", "file:///etc/passwd", "ftp://nas/", "gopher://nas/", "http://", "http://a:b@nas/", "http://nas:99999/",
            "http://na\ns/",
        ] {
            #expect(FetchAddress(bad) == nil, "\(bad)")
        }
        #expect(FetchAddress("https://NAS/rest?p=secret").map { "\($0)" } == "https://nas:443")
    }

    @Test("a body over the limit ends the transfer, whether declared, undeclared or endless")
    func tooLarge() async throws {
        let server = try RudeServer { head, wire in
            if head.hasPrefix("GET /declared") {
                wire.write("HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n")
                return !wire.isClosed(within: 100_000)
            }
            wire.write("HTTP/1.1 200 OK\r\n\(head.hasPrefix("GET /chunks") ? "Transfer-Encoding: chunked\r\n" : "")\r\n")
            while wire.write("400\r\n\(String(repeating: "x", count: 1024))\r\n") {}
            return false
        }
        for path in ["/declared", "/chunks", "/endless"] {
            var request = try request(server, path)
            request.limits.bytes = 100_000
            guard case .tooLarge(_, 100_000) = try await refusal(request) else {
                Issue.record("\(path) was not refused")
                continue
            }
        }
    }

    @Test("an endless head ends the transfer")
    func endlessHead() async throws {
        let server = try RudeServer { _, wire in
            wire.write("HTTP/1.1 200 OK\r\n")
            while wire.write("X-Fill: \(String(repeating: "x", count: 500))\r\n") {}
            return false
        }
        let error = try await refusal(try request(server))
        #expect(error == .tooLarge(at: "http://127.0.0.1:\(server.port)", bytes: 65_536))
    }

    @Test("a body that ends early is no body")
    func cutShort() async throws {
        let server = try RudeServer { _, wire in
            wire.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            return false
        }
        #expect(try await refusal(try request(server)) == .cutShort(at: "http://127.0.0.1:\(server.port)"))
    }

    @Test(
        "what is not HTTP is an error",
        arguments: [
            "", "\r\n\r\n", "hello\r\n\r\n", "HTTP/9.9 abc\r\n\r\n", "HTTP/1.1\r\n\r\n", "\u{0}\u{1}\u{2}", "SSH-2.0-OpenSSH\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ])
    func garbage(_ bytes: String) async throws {
        let server = try RudeServer { _, wire in
            wire.write(bytes)
            return false
        }
        _ = try await refusal(try request(server))
    }

    @Test("redirects are followed on the same host, and nowhere else unless allowed")
    func redirects() async throws {
        let other = try RudeServer { head, wire in
            wire.write(Self.answer(head.contains("X-Secret") ? "secret" : "without"))
        }
        let port = other.port
        let server = try RudeServer { head, wire in
            let target =
                switch head.split(separator: " ")[1] {
                case "/moved": "/here"
                case "/loop": "/loop"
                case "/file": "file:///etc/passwd"
                case "/gopher": "gopher://127.0.0.1:1/"
                case "/scheme": "https://127.0.0.1:\(port)/"
                default: "http://127.0.0.1:\(port)/"
                }
            if head.hasPrefix("GET /here") { return wire.write(Self.answer("here")) }
            return wire.write("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 4\r\n\r\ngone")
        }
        let (fetcher, at) = (try fetcher(), "http://127.0.0.1:\(server.port)")
        #expect(try await fetcher.fetch(try request(server, "/moved")).body == Array("here".utf8))
        #expect(try await refusal(try request(server, "/loop"), by: fetcher) == .tooManyRedirects(at: at))
        for path in ["/file", "/gopher", "/scheme"] {
            #expect(try await refusal(try request(server, path), by: fetcher) == .redirected(at: at, to: "another scheme"))
        }
        var elsewhere = try request(server, "/elsewhere")
        elsewhere.headers = ["X-Secret: 1"]
        #expect(try await refusal(elsewhere, by: fetcher) == .redirected(at: at, to: "another host"))
        #expect(other.accepted == 0)
        elsewhere.mayChangeHost = true
        #expect(try await fetcher.fetch(elsewhere).body == Array("without".utf8))
    }

    @Test("a server that drips, or is silent, runs out of time")
    func slow() async throws {
        let server = try RudeServer { head, wire in
            wire.write("HTTP/1.1 200 OK\r\n\r\n")
            while !wire.isClosed(within: head.hasPrefix("GET /drip") ? 20 : 100_000), wire.write("x") {}
            return false
        }
        var drip = try request(server, "/drip")
        drip.limits.total = .milliseconds(200)
        var silent = try request(server, "/silent")
        silent.limits.total = nil
        silent.limits.idle = .seconds(1)
        let at = "http://127.0.0.1:\(server.port)"
        #expect(try await refusal(drip) == .tooSlow(at: at))
        #expect(try await refusal(silent) == .tooSlow(at: at))
    }

    @Test("a server that nobody runs is unreachable")
    func unreachable() async throws {
        let request = try {
            let server = try RudeServer { _, _ in false }
            return try self.request(server)
        }()
        #expect(try await refusal(request) == .unreachable(at: "\(request.address)"))
    }

    @Test("a server waits for a slow reader, and nothing is lost")
    func backPressure() async throws {
        let total = 32 << 20
        let (blocked, tell) = AsyncStream.makeStream(of: Int.self)
        let server = try RudeServer { _, wire in
            wire.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            var (sent, wasFull) = (0, false)
            // Smaller than what is free when the socket says that it takes bytes: the write then never blocks.
            let piece = (0..<4096).map { UInt8(truncatingIfNeeded: $0 / 16 ^ $0) }
            while sent < total {
                if !wasFull, wire.isFull(after: 300) {
                    wasFull = true
                    tell.yield(sent)
                }
                guard wire.write(piece) else { break }
                sent += piece.count
            }
            if !wasFull { tell.yield(sent) }
            return false
        }
        var request = try request(server)
        request.limits.bytes = total
        request.limits.total = nil
        let answer = try await fetcher().open(request)
        let sent = try #require(await blocked.first { _ in true })
        #expect(sent < total / 2)
        var (count, isRight) = (0, true)
        while let piece = try await answer.next() {
            for index in stride(from: 0, to: piece.count, by: 251) {
                let place = (count + index) % 4096
                if piece[index] != UInt8(truncatingIfNeeded: place / 16 ^ place) { isRight = false }
            }
            count += piece.count
        }
        #expect(count == total && isRight)
    }

    @Test("cancelling the task ends the transfer, before the head and within the body", arguments: ["", "HTTP/1.1 200 OK\r\n\r\n"])
    func cancelling(_ start: String) async throws {
        let (events, tell) = AsyncStream.makeStream(of: Bool.self)
        let server = try RudeServer { _, wire in
            wire.write(start)
            tell.yield(true)
            tell.yield(wire.isClosed(within: 100_000))
            return false
        }
        let (fetcher, request) = (try fetcher(), try request(server))
        let task = Task { try await fetcher.fetch(request).body }
        var event = events.makeAsyncIterator()
        #expect(await event.next() == true)
        task.cancel()
        await #expect(throws: FetchError.cancelled) { try await task.value }
        #expect(await event.next() == true, "the connection was closed")
    }

    @Test("an answer that is left unread ends its transfer")
    func leaving() async throws {
        let (events, tell) = AsyncStream.makeStream(of: Bool.self)
        let server = try RudeServer { _, wire in
            wire.write("HTTP/1.1 200 OK\r\n\r\n")
            tell.yield(wire.isClosed(within: 100_000))
            return false
        }
        let fetcher = try fetcher()
        _ = try await fetcher.open(try request(server))
        var event = events.makeAsyncIterator()
        #expect(await event.next() == true)
    }

    @Test("a certificate is refused unless its authority is trusted and it names the host")
    func certificates() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/downbeat-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try LocalAuthority(in: folder, host: "nas", MachineClock()).certificate(for: ["localhost"])
        let server = try RudeServer(certificates: folder) { _, wire in wire.write(Self.answer("safe")) }
        let trusting = try fetcher(authorities: folder + "/authority.pem")
        let secure = try request(server, host: "localhost", scheme: "https")
        #expect(try await trusting.fetch(secure).body == Array("safe".utf8))

        let stranger = try await refusal(secure)
        #expect(
            "\(stranger)".hasPrefix("the certificate of https://localhost:\(server.port) is refused: it"))
        let wrongHost = try await refusal(try request(server, scheme: "https"), by: trusting)
        #expect("\(wrongHost)" == "the certificate of https://127.0.0.1:\(server.port) is refused: it is for another host")
    }

    @Test("a failure that may pass is tried again, another is not")
    func retrying() async throws {
        let asked = Mutex(0)
        let server = try RudeServer { head, wire in
            let count = asked.withLock {
                $0 += 1
                return $0
            }
            if head.hasPrefix("GET /never") { return wire.write("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n") }
            return wire.write(count < 3 ? "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n" : Self.answer("done"))
        }
        let (fetcher, backoff) = (try fetcher(), Backoff(first: .milliseconds(1), longest: .milliseconds(5), attempts: 3))
        #expect(try await fetcher.fetch(try request(server), retrying: backoff).body == Array("done".utf8))
        #expect(asked.withLock { $0 } == 3)
        #expect(try await fetcher.fetch(try request(server, "/never"), retrying: backoff).head.status == 404)
        #expect(asked.withLock { $0 } == 4)
    }

    @Test("no more than 64 requests are open, and a place is free again once one ends")
    func bound() async throws {
        let server = try RudeServer { _, wire in
            wire.write("HTTP/1.1 200 OK\r\n\r\n")
            return !wire.isClosed(within: 100_000)
        }
        let (fetcher, request) = (try fetcher(), try request(server))
        await withTaskGroup(of: FetchError?.self) { group in
            for _ in 0..<65 {
                group.addTask {
                    do { _ = try await fetcher.fetch(request) } catch { return error as? FetchError }
                    return nil
                }
            }
            #expect(await group.next() == .busy)
            group.cancelAll()
            for await outcome in group { #expect(outcome == .cancelled) }
        }
    }
}
