import Synchronization
import System
import Testing
import Waiting

@testable import Web

@Suite("A transport that behaves like encryption", .serialized) struct TransportTests {
    private func withLayers(
        writesBeforeRead: Int = .max, _ build: (inout Site) throws -> Void = { _ in }, _ body: (TestServer) async throws -> Void
    ) async throws {
        try await withServer { site in
            try build(&site)
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
            site.transport = { LayeredTransport($0, writesBeforeRead: writesBeforeRead) }
        } _: {
            try await body($0)
        }
    }

    @Test("bytes buffered in the transport are read without new bytes from the client")
    func inside() async throws {
        try await withLayers { server in
            let client = try server.connect()
            let request = "GET /now HTTP/1.1\r\nhost: x\r\n\r\n"
            try await client.send(String(repeating: request, count: 300))
            for _ in 0..<300 { #expect(try await client.readAnswer().text == "now") }
            #expect(try await client.get("/now").text == "now")
        }
    }

    @Test("they wait while a handler runs or a body is written to disk, and are read afterwards")
    func waiting() async throws {
        let body = noise(700 << 10, seed: 3)
        try await withLayers { site in
            site.routes.on(.put, "/file", body: .spooled(limit: 1 << 20)) { request in
                guard case .spooled(let spool) = request.body else { return Response(.noContent) }
                let taken = try spool.open().readAll()
                return Response(.ok, "\(isSame(taken[...], body[...]))")
            }
        } _: { server in
            let client = try server.connect()
            let head = "PUT /file HTTP/1.1\r\nhost: x\r\ncontent-length: \(body.count)\r\n\r\n"
            for _ in 0..<2 { try await client.send(Array(head.utf8) + body) }
            try await client.send("GET /now HTTP/1.1\r\nhost: x\r\n\r\n")
            await client.finishSending()
            for _ in 0..<2 { #expect(try await client.readAnswer().text == "true") }
            #expect(try await client.readAnswer().text == "now")
            #expect(try await client.isHungUp())
        }
    }

    @Test("held output is sent first when the kernel takes more, also before the connection is finished")
    func holding() async throws {
        let bytes = noise(600 << 10, seed: 4)
        try await withFolder(["song": bytes]) { folder in
            try await withLayers { site in
                site.routes.on(.get, "/song") { Response(try OpenFile(path: folder + "/song"), type: "audio/ogg", for: $0.head) }
            } _: { server in
                let client = try server.connect(receiveBuffer: 16 << 10)
                for _ in 0..<2 { #expect(isSame(try await client.get("/song").body[...], bytes[...])) }
                let last = try await client.get("/song", "connection: close")
                #expect(isSame(last.body[...], bytes[...]))
                #expect(try await client.isHungUp())
            }
        }
    }

    @Test("frames for a client that does not read are dropped before they enter it")
    func dropping() async throws {
        try await withLayers(ListenerSession.build) { server in
            let slow = try await server.listen("a", receiveBuffer: 4096)
            for number in 0..<200 {
                server.server.publish(
                    EncodedMessage(binary: [UInt8](repeating: UInt8(number), count: 60_000)), to: Topic("a"), as: .fresh(keep: 1))
            }
            try await eventually("frames are dropped") { await server.server.metrics().framesDropped > 0 }
            server.server.publish(EncodedMessage(text: "urgent"), to: Topic("a"), as: .always)
            var got: [ReceivedFrame] = []
            repeat { got.append(try await slow.readMessage()) } while got.last?.payload.first != 199
            let frames = got.filter { $0.opcode == .binary }
            #expect(got.contains(.text("urgent")) && frames.count < 200)
            #expect(frames.allSatisfy { frame in frame.payload.allSatisfy { $0 == frame.payload[0] } })
            #expect(frames.map { $0.payload[0] } == frames.map { $0.payload[0] }.sorted())
        }
    }

    @Test("a write that waits for a read goes on after the read")
    func writeWaitsToRead() async throws {
        // The one write is the answer to the handshake.
        try await withLayers(writesBeforeRead: 1, ListenerSession.build) { server in
            let client = try server.connect()
            try await client.send(TestClient.handshake("/topic/a"))
            #expect(try await client.readAnswer().status == 101)
            server.server.publish(EncodedMessage(text: "first"), to: Topic("a"), as: .always)
            _ = await server.server.metrics()
            try await client.send(.pong)
            #expect(try await client.readMessage() == .text("first"))
        }
    }
}
