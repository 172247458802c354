import Dispatch
import Synchronization
import Testing
import Waiting

@testable import Web

@Suite("The slow lane") struct SlowLaneTests {
    /// A lane of one thread, and what holds it up.
    private final class Lane: Sendable {
        let lane = SlowLane(threads: 1)
        let gate = DispatchSemaphore(value: 0)
        let begun = Atomic<Int>(0)
        /// Numbers of the tasks that ran, in their order.
        let ran = Mutex<[Int]>([])

        /// Blocks the thread until the gate is opened for it.
        func work() {
            begun.add(1, ordering: .relaxed)
            gate.wait()
        }

        func open(for count: Int) {
            for _ in 0..<count { gate.signal() }
        }

        func waitUntilBegun(_ count: Int) async throws {
            try await eventually("it works") { begun.load(ordering: .relaxed) == count }
        }
    }

    private func build(_ site: inout Site, _ lane: Lane) {
        site.lane = lane.lane
        site.limits[.works] = Quota(inAll: 5, perAddress: 3)
        site.routes.on(.get, "/long", takes: .long) { _ in
            lane.work()
            return Response(.ok, "long")
        }
        site.routes.on(.get, "/list", takes: .asked { $0.target.query("limit") != nil }) { _ in Response(.ok, "list") }
        site.routes.on(.get, "/text") { _ in Response(.ok, String(repeating: "downbeat ", count: 20_000)) }
        site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
    }

    private func get(_ path: String, from address: Int = 1, _ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.\(address)\r\n\(fields)\r\n"
    }

    @Test("while all of it is blocked, short answers come, and what waits is bounded for each address and in all")
    func blocked() async throws {
        let lane = Lane()
        try await withServer {
            build(&$0, lane)
        } _: { server in
            let quotas = server.server.quotas
            let waiting = try await server.send([1, 1, 1, 2, 3].map { get("/long", from: $0) }, countedAs: .works)
            try await lane.waitUntilBegun(1)
            let own = try await server.connect().ask(get("/list?limit=500"))
            #expect(own.status == 429 && own["retry-after"] == "1")
            let others = try await server.connect().ask(get("/list?limit=500", from: 4))
            #expect(others.status == 503 && others["retry-after"] == "1")
            #expect(try await server.connect().ask(get("/list")).text == "list")
            #expect(try await server.connect().ask(get("/now")).text == "now")
            #expect(lane.begun.load(ordering: .relaxed) == 1)
            lane.open(for: waiting.count)
            for client in waiting {
                #expect(try await client.readAnswer().text == "long")
                await client.close()
            }
            try await eventually("nothing is held") { quotas.total(of: .works) == 0 }
        }
    }

    @Test("a long text is compressed in it and charged for, whoever made the text")
    func compressing() async throws {
        let lane = Lane()
        try await withServer {
            build(&$0, lane)
        } _: { server in
            let quotas = server.server.quotas
            let (first, second) = (try server.connect(), try server.connect())
            try await first.send(get("/long"))
            try await lane.waitUntilBegun(1)
            try await second.send(get("/text", "accept-encoding: gzip\r\n"))
            try await eventually("it is charged") { quotas.total(of: .works) == 2 && quotas.total(of: .requests) == 0 }
            #expect(try await server.connect().ask(get("/text")).body.count == 180_000, "the plain form waits for nobody")
            lane.open(for: 1)
            #expect(try await first.readAnswer().text == "long")
            let packed = try await second.readAnswer()
            #expect(packed["content-encoding"] == "gzip" && packed.body.count < 2_000)
            for client in [first, second] { await client.close() }
        }
    }

    @Test("a request whose client has left before its turn is not worked for")
    func left() async throws {
        let lane = Lane()
        try await withServer {
            build(&$0, lane)
        } _: { server in
            let quotas = server.server.quotas
            let (first, second) = (try server.connect(), try server.connect())
            try await first.send(get("/long"))
            try await lane.waitUntilBegun(1)
            try await second.send(get("/long"))
            try await eventually("it is counted") { quotas.total(of: .works) == 2 }
            await second.close()
            try await eventually("it has left") { quotas.total(of: .connections) == 1 }
            lane.open(for: 1)
            #expect(try await first.readAnswer().text == "long")
            try await eventually("nothing is held") { quotas.total(of: .works) == 0 }
            #expect(lane.begun.load(ordering: .relaxed) == 1)
            await first.close()
        }
    }

    @Test("a change in it is made although its client has left before its turn, or has finished sending")
    func change() async throws {
        let (lane, changed) = (Lane(), Gate())
        try await withServer {
            build(&$0, lane)
            $0.routes.on(.put, "/change", takes: .change) { _ in
                await changed.pass()
                try Task.checkCancellation()
                return Response(.ok, "changed")
            }
        } _: { server in
            let quotas = server.server.quotas
            await changed.open()
            let (first, left, finished) = (try server.connect(), try server.connect(), try server.connect())
            try await first.send(get("/long"))
            try await lane.waitUntilBegun(1)
            try await left.send("PUT /change HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n")
            try await eventually("it is counted") { quotas.total(of: .works) == 2 }
            await left.reset()
            try await finished.send("PUT /change HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n")
            await finished.finishSending()
            try await eventually("both wait") { quotas.total(of: .works) == 3 && quotas.total(of: .connections) == 2 }
            lane.open(for: 1)
            #expect(try await finished.readAnswer().text == "changed")
            #expect(await changed.arrivals == 2)
            #expect(try await first.readAnswer().text == "long")
            for client in [first, finished] { await client.close() }
        }
    }

    @Test("at most two requests for each thread begin; those that wait for something else hold up nobody")
    func waiting() async throws {
        let (lane, gate) = (Lane(), Gate())
        try await withServer { site in
            build(&site, lane)
            site.limits[.works] = Quota(inAll: 10, perAddress: 10)
            site.routes.on(.get, "/held", takes: .long) { _ in
                await gate.pass()
                return Response(.ok, "held")
            }
            site.routes.on(.get, "/waits", takes: .long) { request in
                try request.seat?.move(to: .waits)
                await gate.pass()
                return Response(.ok, "waited")
            }
        } _: { server in
            let quotas = server.server.quotas
            var clients: [TestClient] = []
            for path in ["/waits", "/waits", "/waits", "/held", "/held"] {
                let client = try server.connect()
                try await client.send(get(path))
                clients.append(client)
                let arrived = clients.count
                try await eventually("it has begun") { await gate.arrivals == arrived }
            }
            let last = try server.connect()
            try await last.send(get("/list?limit=500"))
            try await eventually("it waits for its turn") { quotas.total(of: .works) == 3 }
            await gate.open()
            #expect(try await last.readAnswer().text == "list")
            for client in clients { #expect(["held", "waited"].contains(try await client.readAnswer().text)) }
            for client in clients + [last] { await client.close() }
        }
    }

    @Test("addresses take turns, however many requests one has")
    func turns() async throws {
        let lane = Lane()
        let askers = try (1...3).map { Asker(try #require(PeerAddress(text: "192.0.2.\($0)")), isTrusted: false) }
        let first = Task(executorPreference: lane.lane.place(of: askers[0])) { lane.work() }
        try await lane.waitUntilBegun(1)
        let tasks = [0, 0, 0, 1, 2].map { number in
            Task(executorPreference: lane.lane.place(of: askers[number])) { lane.ran.withLock { $0.append(number) } }
        }
        lane.open(for: 1)
        await first.value
        for task in tasks { await task.value }
        #expect(lane.ran.withLock { $0 } == [0, 1, 2, 0, 0])
    }
}
