import Foundation
import Synchronization
import System
import Testing
import Waiting

@testable import Web

@Suite("Bodies", .serialized, .overTLSToo) struct UploadTests {
    /// The contents of the upload handler's file.
    private final class Received: Sendable {
        private let files = Mutex<[[UInt8]]>([])

        var last: [UInt8]? { files.withLock { $0.last } }

        func add(_ bytes: [UInt8]) { files.withLock { $0.append(bytes) } }
    }

    private static func build(_ received: Received) -> (inout Site) -> Void {
        { site in
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
            site.routes.on(.put, "/file", body: .spooled(limit: 4 << 20)) { request in
                guard case .spooled(let body) = request.body else { return Response(.badRequest) }
                let bytes = try body.open().readAll()
                received.add(bytes)
                return Response(.created, "\(bytes.count)")
            }
            site.routes.on(.post, "/small", body: .memory(limit: 10)) { request in
                guard case .bytes(let bytes) = request.body else { return Response(.badRequest) }
                return Response(.ok, "\(bytes.count)")
            }
        }
    }

    private func descriptors(below folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
            return target?.hasPrefix(folder) == true ? target : nil
        }
    }

    @Test("an upload arrives byte for byte, by length or in chunks, and no file stays")
    func upload() async throws {
        let received = Received()
        try await withServer(Self.build(received)) { server in
            let bytes = noise(3 << 20, seed: 3)
            var random = SeededGenerator(seed: 3)
            let client = try server.connect()
            try await client.send("PUT /file HTTP/1.1\r\nhost: x\r\ncontent-length: \(bytes.count)\r\n\r\n")
            try await client.send(bytes)
            #expect(try await client.readAnswer().status == 201)
            #expect(isSame(received.last![...], bytes[...]), "seed 3")

            try await client.send("PUT /file HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n")
            var offset = 0
            while offset < bytes.count {
                let end = min(bytes.count, offset + Int.random(in: 1...200_000, using: &random))
                try await client.send(
                    Array((String(end - offset, radix: 16) + "\r\n").utf8) + bytes[offset..<end] + [13, 10])
                offset = end
            }
            try await client.send("0\r\n\r\n")
            #expect(try await client.readAnswer().status == 201)
            #expect(isSame(received.last![...], bytes[...]), "seed 3")

            #expect(try await client.get("/now").text == "now")
            #expect(try FileManager.default.contentsOfDirectory(atPath: server.spoolFolder).isEmpty)
            try await eventually("the spool file is let go") { try descriptors(below: server.spoolFolder).isEmpty }
        }
    }

    @Test("an upload whose client disconnects half-way leaves no file behind")
    func abandoned() async throws {
        let received = Received()
        try await withServer(Self.build(received)) { server in
            let client = try server.connect()
            try await client.send("PUT /file HTTP/1.1\r\nhost: x\r\ncontent-length: 3000000\r\n\r\n")
            try await client.send([UInt8](repeating: 7, count: 1_000_000))
            await client.close()
            try await eventually("the connection is gone") { await server.server.metrics().connections == 0 }
            try await eventually("the spool file is let go") { try descriptors(below: server.spoolFolder).isEmpty }
            #expect(try FileManager.default.contentsOfDirectory(atPath: server.spoolFolder).isEmpty)
            #expect(received.last == nil)
            #expect(try await server.connect().get("/now").text == "now")
        }
    }

    @Test("a body is accepted up to its limit and refused one byte later, with or without Content-Length")
    func limit() async throws {
        try await withServer(Self.build(Received())) { server in
            let client = try server.connect()
            let fits = "POST /small HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n0123456789"
            #expect(try await client.ask(fits).text == "10")
            #expect(try await client.ask(fits.replacing(": 10", with: ": 11")).status == 413)
            #expect(try await client.isHungUp())
            let chunks = "POST /small HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\n01234\r\n"
            let other = try server.connect()
            #expect(try await other.ask(chunks + "5\r\n56789\r\n0\r\n\r\n").text == "10")
            #expect(try await other.ask(chunks + "6\r\n567890\r\n0\r\n\r\n").status == 413)
        }
    }

    @Test("100 Continue is sent once, and only for a body that will be read")
    func expectation() async throws {
        try await withServer(Self.build(Received())) { server in
            let client = try server.connect()
            let asking = "POST /small HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: "
            #expect(try await client.ask(asking + "4\r\n\r\n").status == 100)
            try await client.send("abcd")
            #expect(try await client.readAnswer().text == "4")
            #expect(try await client.ask(asking + "11\r\n\r\n").status == 413)
            #expect(try await client.isHungUp())
            let upload = "PUT /file HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5000000\r\n\r\n"
            #expect(try await server.connect().ask(upload).status == 413)
        }
    }

    @Test("an upload without length or chunks is 411; an empty one is fine")
    func lengthRequired() async throws {
        let received = Received()
        try await withServer(Self.build(received)) { server in
            let client = try server.connect()
            #expect(try await client.ask("PUT /file HTTP/1.1\r\nhost: x\r\n\r\n").status == 411)
            #expect(try await client.isHungUp())
            let empty = "PUT /file HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n"
            #expect(try await server.connect().ask(empty).text == "0")
            #expect(received.last == [])
        }
    }

    @Test("an unwanted body is skipped, and the next request is still read correctly")
    func unwanted() async throws {
        try await withServer(Self.build(Received())) { server in
            let client = try server.connect()
            let body = String(repeating: "GET /evil HTTP/1.1\r\n\r\n", count: 100)
            for path in ["/now", "/nothing"] {
                let status = path == "/now" ? 200 : 404
                let lengths = "GET \(path) HTTP/1.1\r\nhost: x\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)"
                #expect(try await client.ask(lengths).status == status)
                let size = String(body.utf8.count, radix: 16)
                let chunks =
                    "GET \(path) HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n\(size)\r\n\(body)\r\n0\r\n\r\n"
                #expect(try await client.ask(chunks).status == status)
            }
            let huge = "GET /now HTTP/1.1\r\nhost: x\r\ncontent-length: 70000\r\n\r\n"
            #expect(try await client.ask(huge).status == 413)
        }
    }

    @Test("a spool folder that does not exist is a plain 500 that names no path")
    func noSpool() async throws {
        try await withServer(Self.build(Received())) { server in
            try FileManager.default.removeItem(atPath: server.spoolFolder)
            let answer = try await server.connect().ask(
                "PUT /file HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nabcd")
            #expect(answer.status == 500 && !answer.text.contains("/"))
        }
    }
}
