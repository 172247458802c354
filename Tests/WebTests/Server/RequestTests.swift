import Dispatch
import Synchronization
import Testing
import Waiting

@testable import Web

@Suite("Requests over the wire", .serialized, .overTLSToo) struct RequestTests {
    /// Three small answers: one from the loop, one from a handler off it, one that takes a parameter.
    static func build(_ site: inout Site) {
        site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        site.routes.on(.get, "/later") { _ in Response(.ok, "later") }
        site.routes.immediate(.get, "/say/{word}") { Response(.ok, try $0.parameters.text("word")) }
        site.routes.on(.post, "/echo", body: .memory(limit: 1000)) { request in
            guard case .bytes(let bytes) = request.body else { return Response(.badRequest) }
            return Response(.ok, body: .bytes(bytes))
        }
    }

    private func get(_ path: String, _ more: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nhost: localhost\r\n\(more)\r\n"
    }

    @Test("a connection serves one request after another")
    func keepAlive() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            for path in ["now", "later", "now", "later"] {
                let answer = try await client.get("/" + path)
                #expect(answer.status == 200 && answer.text == path)
                #expect(answer["connection"] == nil)
                #expect(answer["x-content-type-options"] == "nosniff")
            }
        }
    }

    @Test("pipelined requests are answered in order, whichever handlers answer them")
    func pipelining() async throws {
        try await withServer(Self.build) { server in
            for order in [["/now", "/say/a", "/say/b"], ["/later", "/now", "/later"], ["/now", "/later", "/later"]] {
                let client = try server.connect()
                try await client.send(order.map { get($0) }.joined())
                for path in order { #expect(try await client.readAnswer().text == path.split(separator: "/").last!) }
            }
        }
    }

    @Test("a hundred pipelined requests are all answered, although most must wait")
    func longPipeline() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            let fill = "x-fill: " + String(repeating: "x", count: 2000) + "\r\n"
            async let sending: Void = client.send((0..<100).map { get("/say/\($0)", fill) + get("/later") }.joined())
            try await sending
            for number in 0..<100 {
                #expect(try await client.readAnswer().text == "\(number)")
                #expect(try await client.readAnswer().text == "later")
            }
        }
    }

    @Test("HEAD gets the head that GET gets, and no body")
    func head() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            for path in ["/now", "/later"] {
                let answer = try await client.ask("HEAD \(path) HTTP/1.1\r\nhost: localhost\r\n\r\n", toHead: true)
                #expect(answer.status == 200 && answer["content-length"] == "\(path.count - 1)")
                #expect(try await client.get("/now").text == "now")
            }
        }
    }

    @Test("HTTP/1.0 is answered and closed, unless it asks for keep-alive")
    func oldVersion() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            let answer = try await client.ask("GET /now HTTP/1.0\r\nhost: localhost\r\n\r\n")
            #expect(answer.text == "now" && answer["connection"] == "close")
            #expect(try await client.isHungUp())
            let staying = try server.connect()
            for _ in 0..<2 {
                let answer = try await staying.ask("GET /now HTTP/1.0\r\nhost: x\r\nconnection: keep-alive\r\n\r\n")
                #expect(answer.text == "now" && answer["connection"] == "keep-alive")
            }
        }
    }

    @Test("HTTP/1.0 without Host is served, as health checks send it; HTTP/1.1 without Host is not")
    func withoutHost() async throws {
        try await withServer(Self.build) { server in
            #expect(try await server.connect().ask("GET /now HTTP/1.0\r\n\r\n").text == "now")
            let client = try server.connect()
            #expect(try await client.ask("GET /now HTTP/1.1\r\n\r\n").status == 400)
            #expect(try await client.isHungUp())
        }
    }

    @Test("Connection: close ends the connection after the answer, which says so")
    func close() async throws {
        try await withServer(Self.build) { server in
            for path in ["/now", "/later"] {
                let client = try server.connect()
                try await client.send(get(path, "connection: close\r\n") + get("/say/more"))
                #expect(try await client.readAnswer()["connection"] == "close")
                #expect(try await client.isHungUp())
            }
        }
    }

    @Test("a request may come in single bytes")
    func singleBytes() async throws {
        try await withServer(Self.build) { server in
            let client = try server.connect()
            let request =
                "\r\nPOST /echo HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
            for byte in request.utf8 { try await client.send([byte]) }
            #expect(try await client.readAnswer().text == "hi")
        }
    }

    @Test("a client that has half-closed still gets every answer, and then the connection ends")
    func halfClosed() async throws {
        try await withServer(Self.build) { server in
            for paths in [["/now"], ["/later"], ["/later", "/later"], ["/later", "/now", "/now"]] {
                let client = try server.connect()
                try await client.send(paths.map { get($0) }.joined())
                await client.finishSending()
                for path in paths { #expect(try await client.readAnswer().text == path.dropFirst()) }
                #expect(try await client.isHungUp())
            }
        }
    }

    @Test("a client that half-closes while its handler runs gets its answer")
    func halfClosedMeanwhile() async throws {
        let gate = Gate()
        try await withServer { site in
            site.routes.on(.get, "/gate") { _ in
                await gate.pass()
                return Response(.ok, "open")
            }
        } _: { server in
            let client = try server.connect()
            try await client.send(get("/gate"))
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            await client.finishSending()
            await gate.open()
            #expect(try await client.readAnswer().text == "open")
            #expect(try await client.isHungUp())
        }
    }

    /// Answers of growing sizes: for one of them the kernel takes so much at once that the rest is sent in one turn.
    @Test(
        "bytes that arrive in the turn that ends an answer are read after the earlier ones",
        arguments: [2048, 4096, 6144, 8192], [true, false])
    func readInOrder(kilobytes: Int, finishes: Bool) async throws {
        let isHeld = Mutex.Holder(false)
        let hold = DispatchSemaphore(value: 0)
        try await withServer { site in
            Self.build(&site)
            let much = [UInt8](repeating: 1, count: kilobytes << 10)
            site.routes.immediate(.get, "/much") { _ in Response(.ok, body: .bytes(much)) }
            site.routes.immediate(.get, "/hold") { _ in
                isHeld.value.withLock { $0 = true }
                hold.wait()
                return Response(.ok)
            }
        } _: { server in
            let client = try server.connect()
            try await client.send(get("/much") + get("/say/first"))
            try await eventually("the answer begins") { await server.server.metrics().requests > 0 }
            // While the loop is blocked, the client makes room for the rest of its answer and sends more.
            let holder = try server.connect()
            try await holder.send(get("/hold"))
            try await eventually("the loop is held") { isHeld.value.withLock { $0 } }
            try await client.takeWhatIsThere()
            if finishes { await client.finishSending() } else { try await client.send(get("/say/second")) }
            hold.signal()
            #expect(try await client.readAnswer().body.count == kilobytes << 10)
            #expect(try await client.readAnswer().text == "first")
            if !finishes { #expect(try await client.readAnswer().text == "second") }
        }
    }
}
