import Foundation
import Synchronization
import Testing
import Waiting
import Yardstick

@testable import Web

@Suite("Streamed answers", .serialized, .overTLSToo) struct StreamTests {
    /// A server's streams, and how many have ended.
    private final class Streams: Sendable {
        private let opened = Mutex<[BodyStream]>([])
        private let ends = Mutex(0)
        private let limit: Int

        init(limit: Int = 256 << 10) {
            self.limit = limit
        }

        var ended: Int { ends.withLock { $0 } }

        func open() -> BodyStream {
            let stream = BodyStream(limit: limit)
            stream.onEnd { self.ends.withLock { $0 += 1 } }
            opened.withLock { $0.append(stream) }
            return stream
        }

        /// The stream of the latest request, once there are `count`.
        func latest(_ count: Int = 1) async throws -> BodyStream {
            try await eventually("the stream is open") { opened.withLock { $0.count } == count }
            return try #require(opened.withLock { $0.last })
        }

        func build(_ site: inout Site) {
            site.routes.immediate(.get, "/events") { _ in self.answer() }
            site.routes.on(.get, "/later") { _ in self.answer() }
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        }

        private func answer() -> Response {
            let stream = open()
            stream.send(Array("hello\n".utf8))
            return Response(.ok, fields: [("content-type", "text/event-stream")], body: .stream(stream))
        }
    }

    private func request(_ path: String, version: String = "1.1", method: String = "GET") -> String {
        "\(method) \(path) HTTP/\(version)\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n"
    }

    @Test(
        "a stream is sent in chunks, pieces from before its head first, and the connection stays open",
        arguments: ["/events", "/later"])
    func chunks(path: String) async throws {
        let streams = Streams()
        try await withServer(streams.build) { server in
            let client = try server.connect()
            for count in 1...2 {
                let answer = try await client.ask(request(path))
                #expect(answer.status == 200 && answer["transfer-encoding"] == "chunked")
                #expect(answer["content-length"] == nil && answer["content-encoding"] == nil && answer["connection"] == nil)
                #expect(try await client.readChunk() == Array("hello\n".utf8))
                let stream = try await streams.latest(count)
                let isTaken = stream.send(Array("data: 1\n\n".utf8))
                #expect(isTaken)
                #expect(try await client.readChunk() == Array("data: 1\n\n".utf8))
                #expect(await server.server.metrics().streams == 1)
                stream.finish()
                #expect(try await client.readChunk() == nil)
                let isTakenLate = stream.send([1])
                #expect(!isTakenLate)
                try await eventually("the feeder is told") { streams.ended == count }
            }
            #expect(try await client.get("/now").text == "now")
            #expect(await server.server.metrics().streams == 0)
        }
    }

    @Test("a body with an end of its own is sent whole after a half-close, and while the server stops")
    func whole() async throws {
        let stream = BodyStream(hasEnd: true)
        let prepare: (inout Site) -> Void = { site in
            site.limits.stopping = .seconds(60)
            site.routes.on(.get, "/whole") { _ in Response(.ok, body: .stream(stream)) }
        }
        try await withServer(prepare) { server in
            let client = try server.connect()
            try await client.send(request("/whole"))
            stream.send([1])
            try await eventually("it is being sent") { await server.server.metrics().streams == 1 }
            await client.finishSending()
            async let stopped: Void = server.server.stop()
            let isTaken = stream.send([2])
            stream.finish()
            await stopped
            let answer = try await client.readToEnd()
            #expect(isTaken && answer.suffix(5) == Array("0\r\n\r\n".utf8) && answer.contains(2))
        }
    }

    @Test("sends from several threads all arrive, each thread's in order")
    func order() async throws {
        let streams = Streams(limit: 8 << 20)
        try await withServer(streams.build) { server in
            let client = try server.connect()
            _ = try await client.ask(request("/events"))
            let stream = try await streams.latest()
            let (threads, sends) = (4, 2000)
            let group = DispatchGroup()
            for thread in 0..<threads {
                DispatchQueue.global().async(group: group) {
                    for number in 0..<sends { stream.send([UInt8(thread), UInt8(number >> 8), UInt8(number & 255)]) }
                }
            }
            group.notify(queue: .global()) { stream.finish() }
            let bytes = try await client.readChunks().dropFirst(6)
            #expect(bytes.count == 3 * threads * sends)
            var next = [Int](repeating: 0, count: threads)
            for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
                let thread = Int(bytes[start])
                guard Int(bytes[start + 1]) << 8 | Int(bytes[start + 2]) == next[thread] else {
                    Issue.record("thread \(thread) is out of order at \(next[thread])")
                    return
                }
                next[thread] += 1
            }
        }
    }

    @Test("a slow reader gets a stream filled to its limit, byte for byte")
    func large() async throws {
        let streams = Streams(limit: 16 << 20)
        let bytes = noise(12 << 20, seed: 5)
        try await withServer(streams.build) { server in
            let client = try server.connect(receiveBuffer: 4096)
            try await client.send(request("/events") + request("/now"))
            let stream = try await streams.latest()
            for start in stride(from: 0, to: bytes.count, by: 1 << 20) { stream.send(Array(bytes[start..<start + 1 << 20])) }
            stream.finish()
            _ = try await client.readAnswer()
            let got = try await client.readChunks()
            #expect(isSame(got[6...], bytes[...]), "seed 5")
            #expect(try await client.readAnswer().text == "now")
        }
    }

    @Test("a reader that falls behind the limit is cut, its feeder is told, and no other client suffers")
    func slowReader() async throws {
        let streams = Streams(limit: 64 << 10)
        try await withServer(streams.build) { server in
            let slow = try server.connect(receiveBuffer: 4096)
            try await slow.send(request("/events"))
            let stream = try await streams.latest()
            var sends = 0
            while stream.send([UInt8](repeating: 7, count: 1000)), sends < 100_000 { sends += 1 }
            #expect(sends >= 64 && sends < 100_000, "\(sends)")
            try await eventually("the feeder is told") { streams.ended == 1 }
            try await eventually("the connection is gone") { await server.server.metrics().connections == 0 }
            let metrics = await server.server.metrics()
            #expect(metrics.streamCuts == 1 && metrics.streams == 0)
            let got = try await slow.readToEnd()
            #expect(!got.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8)), "a cut body must not look whole")
            #expect(try await server.connect().get("/now").text == "now")
        }
    }

    @Test("the limit counts queued bytes, not those already sent")
    func longLived() async throws {
        // A piece counts until the loop notices that the kernel took it; its reader may have it a moment earlier.
        let streams = Streams(limit: 2000)
        try await withServer(streams.build) { server in
            let client = try server.connect()
            _ = try await client.ask(request("/events"))
            _ = try await client.readChunk()
            let stream = try await streams.latest()
            for number in 0..<50 {
                let piece = [UInt8](repeating: UInt8(number), count: 900)
                let isTaken = stream.send(piece)
                #expect(isTaken)
                #expect(try await client.readChunk() == piece)
            }
        }
    }

    @Test("a peer that leaves a quiet stream is noticed")
    func leaving() async throws {
        let streams = Streams()
        try await withServer(streams.build) { server in
            let client = try server.connect()
            _ = try await client.ask(request("/events"))
            await client.close()
            try await eventually("the feeder is told") { streams.ended == 1 }
            let isTaken = try await streams.latest().send([1])
            #expect(!isTaken)
            try await eventually("the connection is gone") { await server.server.metrics().connections == 0 }
        }
    }

    @Test("a peer that leaves while its handler still works ends the stream, too")
    func leavingEarly() async throws {
        let (streams, gate) = (Streams(), Gate())
        try await withServer { site in
            site.routes.on(.get, "/gate") { _ in
                await gate.pass()
                return Response(.ok, body: .stream(streams.open()))
            }
        } _: { server in
            for count in 1...2 {
                let client = try server.connect()
                try await client.send(request("/gate"))
                try await eventually("the handler runs") { await gate.arrivals == count }
                await client.close()
            }
            await gate.open()
            try await eventually("both feeders are told") { streams.ended == 2 }
            try await eventually("the connections are gone") { await server.server.metrics().connections == 0 }
        }
    }

    @Test("a quiet stream outlives every timeout, and a peer that reads nothing does not")
    func deadlines() async throws {
        let streams = Streams(limit: 64 << 20)
        let clock = HandClock()
        try await withServer(clock: clock) { site in
            streams.build(&site)
            site.limits.answerPause = .seconds(30)
        } _: { server in
            let quiet = try server.connect()
            _ = try await quiet.ask(request("/events"))
            _ = try await quiet.readChunk()
            let stream = try await streams.latest()
            clock.advance(by: .seconds(24 * 3600))
            try await server.settle()
            stream.send([1])
            #expect(try await quiet.readChunk() == [1])

            let stuck = try server.connect(receiveBuffer: 4096)
            try await stuck.send(request("/events"))
            try await streams.latest(2).send([UInt8](repeating: 7, count: 32 << 20))
            // What the kernel still takes counts as read.
            try await eventually("the feeder is told") {
                clock.advance(by: .seconds(30))
                return streams.ended == 1
            }
            let isTaken = stream.send([2])
            #expect(isTaken)
            #expect(try await quiet.readChunk() == [2])
        }
    }

    @Test("HTTP/1.0 gets the bytes without chunks, and closing the connection ends the body")
    func oldVersion() async throws {
        let streams = Streams()
        try await withServer(streams.build) { server in
            let client = try server.connect()
            try await client.send("GET /events HTTP/1.0\r\nconnection: keep-alive\r\n\r\n")
            let answer = try await client.readAnswer()
            #expect(answer["transfer-encoding"] == nil && answer["content-length"] == nil && answer["connection"] == "close")
            let stream = try await streams.latest()
            stream.send(Array("bye".utf8))
            stream.finish()
            #expect(try await client.readToEnd() == Array("hello\nbye".utf8))
        }
    }

    @Test("HEAD gets the head alone, and the stream ends")
    func headOnly() async throws {
        let streams = Streams()
        try await withServer(streams.build) { server in
            let client = try server.connect()
            let answer = try await client.ask(request("/events", method: "HEAD"), toHead: true)
            #expect(answer.status == 200 && answer["transfer-encoding"] == "chunked")
            try await eventually("the feeder is told") { streams.ended == 1 }
            #expect(try await client.get("/now").text == "now")
            #expect(await server.server.metrics().streams == 0)
        }
    }

    @Test("requests after a stream are answered when it is finished, and a half-closed peer gets all of a finished one")
    func pipelined() async throws {
        let streams = Streams()
        try await withServer { site in
            streams.build(&site)
            site.routes.immediate(.get, "/whole") { _ in
                let stream = streams.open()
                stream.send([65])
                stream.finish()
                return Response(.ok, body: .stream(stream))
            }
        } _: { server in
            let client = try server.connect()
            try await client.send(request("/events") + request("/now") + request("/whole") + request("/now"))
            _ = try await client.readAnswer()
            _ = try await client.readChunk()
            try await streams.latest().finish()
            #expect(try await client.readChunk() == nil)
            #expect(try await client.readAnswer().text == "now")
            #expect(try await client.readAnswer().status == 200)
            #expect(try await client.readChunks() == [65])
            #expect(try await client.readAnswer().text == "now")

            let half = try server.connect()
            try await half.send(request("/whole") + request("/whole"))
            await half.finishSending()
            for _ in 0..<2 {
                #expect(try await half.readAnswer().status == 200)
                #expect(try await half.readChunks() == [65])
            }
            #expect(try await half.isHungUp())
        }
    }

    @Test("when the server stops, streams end at once and properly")
    func stop() async throws {
        let streams = Streams()
        try await withServer(clock: HandClock()) { site in
            streams.build(&site)
            site.limits.stopping = .seconds(4)
        } _: { server in
            var clients: [TestClient] = []
            for _ in 0..<10 {
                let client = try server.connect()
                _ = try await client.ask(request("/events"))
                clients.append(client)
            }
            async let stopping: Void = server.server.stop()
            for client in clients {
                #expect(try await client.readChunks() == Array("hello\n".utf8))
                #expect(try await client.isHungUp())
                await client.close()
            }
            await stopping
            try await eventually("all feeders are told") { streams.ended == 10 }
        }
    }

    @Test("each end action runs once, also one added after the end")
    func ends() {
        let count = Mutex(0)
        let stream = BodyStream(limit: 10)
        stream.onEnd { count.withLock { $0 += 1 } }
        let isTaken = stream.send([UInt8](repeating: 0, count: 11))
        #expect(!isTaken && stream.isCut)
        stream.finish()
        stream.end()
        #expect(count.withLock { $0 } == 1)
        stream.onEnd { count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 2)
    }

    @Test("many pieces wake the loop once, until it has taken them")
    func coalescing() {
        let calls = Mutex(0)
        let stream = BodyStream()
        stream.send([1])
        stream.attach { calls.withLock { $0 += 1 } }
        let first = stream.take()
        #expect(first.pieces == [[1]] && !first.isLast)
        for number in 2..<100 as Range<UInt8> { stream.send([number]) }
        #expect(calls.withLock { $0 } == 1)
        let second = stream.take()
        #expect(second.count == 98)
        stream.finish()
        let last = stream.take()
        #expect(calls.withLock { $0 } == 2 && last.isLast && last.count == 0)
    }

    @Test("a thousand streams stay open at once, and each feeder is told when its client leaves")
    func many() async throws {
        let streams = Streams()
        try await withServer(streams.build) { server in
            var clients: [TestClient] = []
            for _ in 0..<1000 {
                let client = try server.connect()
                _ = try await client.ask(request("/events"))
                clients.append(client)
            }
            #expect(await server.server.metrics().streams == 1000)
            for client in clients { await client.close() }
            try await eventually("all feeders are told") { streams.ended == 1000 }
        }
    }

}
