import Foundation
import System
import Testing
import Waiting

@testable import Web

@Suite("Problems") struct ProblemTests {
    private struct Told: Decodable, Equatable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        var state: String?
        var progress: Double?
        var bars: Int?
    }

    private func told(_ answer: Answer) throws -> Told {
        #expect(answer["content-type"] == "application/problem+json" && answer["cache-control"] == "no-store")
        let told = try JSONDecoder().decode(Told.self, from: Data(answer.body))
        #expect(told.status == answer.status)
        return told
    }

    private struct Unexpected: Error {}

    private static func build(_ site: inout Site) {
        site.problemPrefixes = ["/api/"]
        site.hosts = HostPolicy(names: ["good.example.org"])
        for path in ["/api", "/plain"] {
            site.routes.immediate(.get, path + "/now") { _ in throw HTTPError.missingParameter("id") }
            site.routes.on(.get, path + "/failing") { _ in throw Unexpected() }
            site.routes.on(.get, path + "/full") { _ in throw SystemError("write", code: ENOSPC) }
            site.routes.on(.get, path + "/bytes") { request in
                Response([1, 2, 3], type: "audio/ogg", etag: "\"a\"", for: request.head)
            }
            site.routes.on(.post, path + "/small", body: .memory(limit: 10)) { _ in Response(.ok) }
            site.routes.on(.put, path + "/file", body: .spooled(limit: 10)) { _ in Response(.ok) }
            site.routes.webSocket(path + "/ws", WebSocketRoute { _ in EchoSession() })
            site.routes.on(.get, path + "/pending") { _ in
                throw Problem(
                    .conflict, "The \"analysis\" goes on.", type: "analysis-pending",
                    extras: ["state": .text("queued"), "progress": .number(0.25), "bars": .integer(7)])
            }
        }
    }

    @Test("a problem that a handler throws is sent with all its members, on any path")
    func thrown() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            for path in ["/api/pending", "/plain/pending"] {
                let told = try told(try await client.get(path))
                #expect(
                    told
                        == Told(
                            type: "analysis-pending", title: "Conflict", status: 409, detail: "The \"analysis\" goes on.",
                            state: "queued", progress: 0.25, bars: 7))
            }
        }
    }

    @Test(
        "below the prefix every error is sent as a problem, elsewhere as plain text",
        arguments: [
            ("GET *PATH*/nothing HTTP/1.1\r\nhost: x\r\n\r\n", 404), ("DELETE *PATH*/now HTTP/1.1\r\nhost: x\r\n\r\n", 405),
            ("GET *PATH*/now HTTP/1.1\r\nhost: x\r\n\r\n", 400), ("GET *PATH*/failing HTTP/1.1\r\nhost: x\r\n\r\n", 500),
            ("GET *PATH*/full HTTP/1.1\r\nhost: x\r\n\r\n", 507),
            ("GET *PATH*/bytes HTTP/1.1\r\nhost: x\r\nrange: bytes=3-\r\n\r\n", 416),
            ("POST *PATH*/small HTTP/1.1\r\nhost: x\r\ncontent-length: 11\r\n\r\n", 413),
            ("POST *PATH*/small HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nx", 400),
            ("PUT *PATH*/file HTTP/1.1\r\nhost: x\r\n\r\n", 411), ("GET *PATH*/ws HTTP/1.1\r\nhost: x\r\n\r\n", 426),
            ("GET *PATH*/now HTTP/1.1\r\nhost: bad.example.org\r\n\r\n", 421),
            ("GET *PATH*/now%0 HTTP/1.1\r\nhost: x\r\n\r\n", 400), ("GET *PATH*/\u{1}", 400),
            ("GET *PATH*/now HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n", 400), ("GET *PATH*/now HTTP/2.0\r\n\r\n", 505),
            ("GET *PATH*/now HTTP/1.1\r\nx: " + String(repeating: "x", count: 17 << 10), 431),
        ])
    func everywhere(request: String, status: Int) async throws {
        try await withServer(Self.build) { server in
            let problem = try await server.connect().ask(request.replacing("*PATH*", with: "/api"))
            let told = try told(problem)
            #expect(problem.status == status && told.type == "about:blank" && !told.detail.isEmpty)
            let plain = try await server.connect().ask(request.replacing("*PATH*", with: "/plain"))
            #expect(plain.status == status && plain["content-type"] == "text/plain; charset=utf-8")
            #expect(plain.text == told.detail + "\n")
            for name in ["allow", "content-range", "connection", "upgrade"] { #expect(problem[name] == plain[name], "\(name)") }
        }
    }

    @Test("the prefix is found after a base path, and in a malformed pipelined request")
    func places() async throws {
        try await withServer { site in
            Self.build(&site)
            site.basePath = "/music"
        } _: { server in
            for path in ["/music/api/nothing", "/api/nothing", "/api/%6eothing", "/%61pi/nothing", "/x/../api/nothing"] {
                _ = try told(try await server.connect().get(path))
            }
            for path in ["/apis", "/api", "/music/api", "/musical/api/x", "/"] {
                let answer = try await server.connect().get(path)
                #expect(answer["content-type"] != "application/problem+json", "\(path)")
            }
            let client = try server.connect()
            let good = "GET /api/bytes HTTP/1.1\r\nhost: x\r\n\r\n"
            try await client.send(good + "GET /music/api/%zz HTTP/1.1\r\nhost: x\r\n\r\n")
            #expect(try await client.readAnswer().body == [1, 2, 3])
            #expect(try told(try await client.readAnswer()).status == 400)
        }
    }

    @Test("too many requests at once are answered with a problem, too, and with Retry-After")
    func overloaded() async throws {
        let gate = Gate()
        try await withServer { site in
            site.problemPrefixes = ["/api/"]
            site.limits[.requests] = Quota(inAll: 1, perAddress: 1)
            site.routes.on(.get, "/api/gate") { _ in
                await gate.pass()
                return Response(.ok)
            }
        } _: { server in
            let first = try server.connect()
            try await first.send("GET /api/gate HTTP/1.1\r\nhost: x\r\n\r\n")
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            let answer = try await server.connect().get("/api/gate")
            #expect(try told(answer).status == 503 && answer["retry-after"] == "1")
            await gate.open()
            #expect(try await first.readAnswer().status == 200)
        }
    }

    @Test("HEAD gets the length of the problem and no body")
    func head() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            for _ in 0..<2 {
                let answer = try await client.ask("HEAD /api/nothing HTTP/1.1\r\nhost: x\r\n\r\n", toHead: true)
                #expect(answer.status == 404 && answer["content-type"] == "application/problem+json")
                #expect(answer["content-length"].flatMap { Int($0) } ?? 0 > 50)
            }
        }
    }

    @Test("any text in a problem gives valid JSON")
    func json() throws {
        let nasty = "\"\\\n\r\t\u{0}\u{1F}\u{7F}é🎵"
        let problem = Problem(.unprocessable, nasty, type: nasty, extras: ["state": .text(nasty), "progress": .number(.nan)])
        let told = try JSONDecoder().decode(Told.self, from: Data(problem.json.utf8))
        #expect(told.detail == nasty && told.type == nasty && told.state == nasty && told.progress == nil)
    }

    @Test("an answer whose body was replaced is not sent as a problem")
    func ownBody() {
        var response = Response(HTTPError.notFound)
        #expect(response.asProblem.field("content-type") == "application/problem+json")
        response.body = .bytes([1])
        #expect(response.asProblem.field("content-type") == "text/plain; charset=utf-8" && response.body.count == 1)
    }
}
