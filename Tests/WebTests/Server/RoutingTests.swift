import Testing
import Waiting

@testable import Web

@Suite("Routing", .serialized) struct RoutingTests {
    private struct Secret: Error {
        let path = "/home/someone/private"
    }

    private static func build(_ site: inout Site) {
        site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        site.routes.on(.post, "/now") { _ in Response(.created) }
        site.routes.immediate(.get, "/missing") { _ in throw HTTPError.notFound }
        site.routes.on(.get, "/missing/later") { _ in throw HTTPError.notFound }
        site.routes.immediate(.get, "/broken") { _ in throw Secret() }
        site.routes.on(.get, "/broken/later") { _ in throw Secret() }
        site.routes.on(.get, "/text/{count}") { request in
            let count = try request.parameters.int("count")
            return Response(.ok, String(repeating: "beat ", count: count / 5))
        }
    }

    @Test("an unknown path is 404, a known one with the wrong method 405 with an Allow field")
    func unknown() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            #expect(try await client.get("/nothing").status == 404)
            let wrong = try await client.ask("DELETE /now HTTP/1.1\r\nhost: localhost\r\n\r\n")
            #expect(wrong.status == 405 && wrong["allow"] == "GET, HEAD, POST, OPTIONS")
            let options = try await client.ask("OPTIONS /now HTTP/1.1\r\nhost: localhost\r\n\r\n")
            #expect(options.status == 204 && options["allow"] == "GET, HEAD, POST, OPTIONS")
            #expect(options["content-length"] == nil)
            #expect(try await client.get("/now").status == 200)
        }
    }

    @Test("OPTIONS * is answered with the methods of the whole server")
    func serverOptions() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            let answer = try await client.ask("OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n")
            #expect(answer.status == 204)
            #expect(answer["allow"]?.contains("GET") == true)
            #expect(try await client.get("/now").text == "now")
        }
    }

    @Test("a handler off the loop delays no other request")
    func offTheLoop() async throws {
        let gate = Gate()
        try await withServer { site in
            Self.build(&site)
            site.routes.on(.get, "/gate") { _ in
                await gate.pass()
                return Response(.ok, "open")
            }
        } _: { server in
            let patient = try server.connect()
            try await patient.send("GET /gate HTTP/1.1\r\nhost: localhost\r\n\r\n")
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            let quick = try server.connect()
            for _ in 0..<10 { #expect(try await quick.get("/now").text == "now") }
            await gate.open()
            #expect(try await patient.readAnswer().text == "open")
        }
    }

    @Test("requests past the limit of handlers are answered with 503, and the connection stays open")
    func overloaded() async throws {
        let gate = Gate()
        try await withServer { site in
            site.limits[.requests] = Quota(inAll: 1, perAddress: 1)
            site.routes.on(.get, "/gate") { _ in
                await gate.pass()
                return Response(.ok, "open")
            }
        } _: { server in
            let first = try server.connect()
            try await first.send("GET /gate HTTP/1.1\r\nhost: localhost\r\n\r\n")
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            let second = try server.connect()
            let refused = try await second.get("/gate")
            #expect(refused.status == 503 && refused["retry-after"] == "1")
            await gate.open()
            #expect(try await first.readAnswer().text == "open")
            #expect(try await second.get("/gate").text == "open")
        }
    }

    @Test("a client that leaves while its handler runs leaves nothing behind")
    func abandoned() async throws {
        let gate = Gate()
        try await withServer { site in
            site.routes.on(.get, "/gate") { _ in
                await gate.pass()
                return Response(.ok, "open")
            }
        } _: { server in
            let client = try server.connect()
            try await client.send("GET /gate HTTP/1.1\r\nhost: localhost\r\n\r\n")
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            await client.close()
            await gate.open()
            try await eventually("the connection is gone") { await server.server.metrics().connections == 0 }
            #expect(try await server.connect().get("/gate").text == "open")
        }
    }

    @Test("an HTTP error of a handler gives its status, and any other error a plain 500 without details")
    func thrown() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            for path in ["/missing", "/missing/later"] { #expect(try await client.get(path).status == 404) }
            for path in ["/broken", "/broken/later"] {
                let answer = try await client.get(path)
                #expect(answer.status == 500 && answer["cache-control"] == "no-store")
                #expect(!answer.text.contains("private") && !answer.text.contains("Secret"))
            }
            #expect(try await client.get("/now").text == "now")
        }
    }

    @Test("a handler's text of at least a kilobyte is gzipped if the client accepts that")
    func compressed() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            let plain = try await client.get("/text/5000")
            #expect(plain["content-encoding"] == nil && plain["vary"] == "accept-encoding" && plain.body.count == 5000)
            let packed = try await client.get("/text/5000", "accept-encoding: gzip, br")
            #expect(packed["content-encoding"] == "gzip" && packed["vary"] == "accept-encoding")
            #expect(packed.body.prefix(2) == [0x1F, 0x8B] && packed.body.count < 200)
            #expect(
                try Inflater().inflate(Array(packed.body.dropFirst(10).dropLast(8)).span, limit: 5000) == plain.body)
            let short = try await client.get("/text/500", "accept-encoding: gzip")
            #expect(short["content-encoding"] == nil && short.body.count == 500)
        }
    }

    @Test("a foreign host is shown bounded, of the bytes of hosts alone, and without its port for the option")
    func shownHost() {
        #expect(ForeignHost("music.example.org:8080").name == "music.example.org")
        #expect(ForeignHost("<b>\u{1B}[31m\r\nx").description == "?b??[31m??x")
        #expect(ForeignHost(String(repeating: "a", count: 10_000)).description.utf8.count < 120)
    }

    @Test("a host name that is not ours is 421 on every path")
    func foreignHost() async throws {
        try await withServer(Self.build) { server in
            for host in ["evil.example", "localhost.evil.example", "1.2.3.4.evil.example:80"] {
                let answer = try await server.connect().ask("GET /now HTTP/1.1\r\nhost: \(host)\r\n\r\n")
                #expect(answer.status == 421)
            }
            for host in ["127.0.0.1:99", "[::1]", "nas.local", "LOCALHOST:8080"] {
                #expect(try await server.connect().ask("GET /now HTTP/1.1\r\nhost: \(host)\r\n\r\n").text == "now")
            }
        }
    }
}
