import Glibc
import System
import Testing

@testable import Web

@Suite("Files over the wire", .serialized, .overTLSToo) struct FileServingTests {
    private static let page = Array("<!doctype html><title>Downbeat</title>".utf8)
    private static let large = noise(300 << 10, seed: 1)

    private func withPage(
        basePath: String = "", _ body: (TestServer) async throws -> Void
    ) async throws {
        let files = [
            "index.html": Self.page, "docs/index.html": Self.page, "docs/a:b/index.html": Self.page,
            "with space/index.html": Self.page, "large.bin": Self.large,
            ".secret": [1], "empty.txt": [],
        ]
        try await withFolder(files) { folder in
            let files = try StaticFiles(folder: folder)
            try await withServer { site in
                site.files = files
                site.basePath = basePath
                site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
            } _: {
                try await body($0)
            }
        }
    }

    @Test("files of every size arrive whole, one after the other")
    func whole() async throws {
        try await withPage { server in
            let client = try server.connect()
            for _ in 0..<2 {
                #expect(try await client.get("/").body == Self.page)
                #expect(try await client.get("/large.bin").body.count == Self.large.count)
                #expect(try await client.get("/empty.txt").body == [])
                #expect(try await client.ask("HEAD /large.bin HTTP/1.1\r\nhost: x\r\n\r\n", toHead: true).status == 200)
            }
        }
    }

    @Test("pages and scripts are isolated where browsers allow it, and HSTS is sent over https alone", arguments: [false, true])
    func headers(binds: Bool) async throws {
        try await withFolder(["index.html": Self.page, "main.js": Array("1".utf8), "a.css": []]) { folder in
            let files = try StaticFiles(folder: folder)
            try await withServer { site in
                site.files = files
                site.bindsToTLS = binds
            } _: { server in
                let client = try server.connect()
                for (path, host, more, isIsolated) in [
                    ("/", "localhost:1", "", true), ("/main.js", "127.0.0.1", "", true), ("/a.css", "localhost", "", false),
                    ("/", "192.0.2.7", "", TestServer.hello != nil), ("/", "192.0.2.7", "x-forwarded-proto: https\r\n", true),
                ] {
                    let answer = try await client.ask("GET \(path) HTTP/1.1\r\nhost: \(host)\r\n\(more)\r\n")
                    let isIsolatedHere = answer["cross-origin-opener-policy"] == "same-origin"
                    #expect(isIsolatedHere == isIsolated && (answer["cross-origin-embedder-policy"] != nil) == isIsolated)
                    let isSecure = TestServer.hello != nil || !more.isEmpty
                    #expect((answer["strict-transport-security"] != nil) == (binds && isSecure), "\(path) of \(host)")
                }
            }
        }
    }

    @Test("a file that is not in the page cache arrives whole, and others are answered meanwhile", arguments: [1, 3])
    func cold(loops: Int) async throws {
        let bytes = noise(5 << 20, seed: 9)
        try await withFolder(["song": bytes]) { folder in
            try await withServer(loops: loops) { site in
                site.routes.on(.get, "/song") { request in
                    let file = try OpenFile(path: folder + "/song")
                    // The kernel evicts the file from the page cache; file systems in memory keep it.
                    fsync(file.raw)
                    posix_fadvise(file.raw, 0, 0, POSIX_FADV_DONTNEED)
                    return Response(file, type: "audio/ogg", etag: "\"a\"", for: request.head)
                }
                site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
            } _: { server in
                for _ in 0..<3 {
                    let (client, other) = (try server.connect(), try server.connect())
                    async let whole = client.get("/song")
                    async let part = server.connect().get("/song", "range: bytes=1000000-3000000")
                    #expect(try await other.get("/now").text == "now")
                    #expect(isSame(try await whole.body[...], bytes[...]))
                    #expect(isSame(try await part.body[...], bytes[1_000_000...3_000_000]))
                    #expect(try await client.get("/now").text == "now")
                }
            }
        }
    }

    @Test("304, 206 and 416 go over the wire with the right bytes and lengths")
    func statuses() async throws {
        try await withPage { server in
            let client = try server.connect()
            let tag = try await client.get("/large.bin")["etag"]!
            let same = try await client.get("/large.bin", "if-none-match: \(tag)")
            #expect(same.status == 304 && same["etag"] == tag && same["content-length"] == nil)
            let part = try await client.get("/large.bin", "range: bytes=1000-200999")
            #expect(part.status == 206 && isSame(part.body[...], Self.large[1000..<201_000]))
            #expect(part["content-range"] == "bytes 1000-200999/\(Self.large.count)")
            let outside = try await client.get("/large.bin", "range: bytes=400000-")
            #expect(outside.status == 416 && outside["content-range"] == "bytes */\(Self.large.count)")
            #expect(try await client.get("/now").text == "now")
        }
    }

    @Test("no form of a path leaves the folder or finds a dot file")
    func escapes() async throws {
        try await withPage { server in
            for path in [
                "/../etc/passwd", "/docs/../../etc/passwd", "/%2e%2e/etc/passwd", "/..%2fetc/passwd",
                "/%2e%2e%2f%2e%2e%2fetc",
                "/docs/%2e%2e/%2e%2e/etc/passwd", "/.secret", "/docs/../.secret", "/%2esecret", "//etc/passwd",
                "/docs/..;/..;/etc/passwd", "/..%5c..%5cetc", "/%00/index.html",
            ] {
                let status = try await server.connect().get(path).status
                #expect(status == 400 || status == 404, "\(path)")
            }
            #expect(try await server.connect().get("/docs/../index.html").status == 200)
        }
    }

    @Test("a folder without its closing slash gets a relative redirect")
    func folders() async throws {
        try await withPage { server in
            let client = try server.connect()
            let docs = try await client.get("/docs")
            #expect(docs.status == 308 && docs["location"] == "./docs/")
            #expect(try await client.get("/docs?room=a&b")["location"] == "./docs/?room=a&b")
            #expect(try await client.get("/with%20space")["location"] == "./with%20space/")
            // "a:b/" alone would be read as an address of the scheme "a".
            #expect(try await client.get("/docs/a:b")["location"] == "./a:b/")
        }
    }

    @Test("a file allows only GET and HEAD")
    func methods() async throws {
        try await withPage { server in
            let client = try server.connect()
            let post = try await client.ask("POST /index.html HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nhi")
            #expect(post.status == 405 && post["allow"] == "GET, HEAD, OPTIONS")
            #expect(try await client.ask("OPTIONS / HTTP/1.1\r\nhost: x\r\n\r\n").status == 204)
        }
    }

    @Test("with a base path the site is served below it, and also without it, for a proxy that removes it")
    func basePath() async throws {
        try await withPage(basePath: "/music") { server in
            let client = try server.connect()
            for prefix in ["/music", ""] {
                #expect(try await client.get(prefix + "/").body == Self.page)
                #expect(try await client.get(prefix + "/now").text == "now")
                let docs = try await client.get(prefix + "/docs")
                #expect(docs.status == 308 && docs["location"] == "./docs/")
            }
            let bare = try await client.get("/music")
            #expect(bare.status == 308 && bare["location"] == "./music/")
            #expect(try await client.get("/musical").status == 404)
            #expect(try await client.get("/music/music/now").status == 404)
        }
    }

    /// Serves one file of 20 MB from disk.
    private func withMovie(_ bytes: [UInt8], _ body: (TestServer) async throws -> Void) async throws {
        try await withFolder(["movie": bytes]) { folder in
            try await withServer { site in
                site.routes.on(.get, "/movie") { request in
                    Response(try OpenFile(path: folder + "/movie"), type: "video/mp4", for: request.head)
                }
            } _: {
                try await body($0)
            }
        }
    }

    @Test("20 MB from disk arrive byte for byte, whole and in parts")
    func movie() async throws {
        let bytes = noise(20 << 20, seed: 9)
        try await withMovie(bytes) { server in
            let client = try server.connect()
            let whole = try await client.get("/movie")
            #expect(isSame(whole.body[...], bytes[...]) && whole["content-type"] == "video/mp4")
            let part = try await client.get("/movie", "range: bytes=5000001-15000000", "if-range: \(whole["etag"]!)")
            #expect(part.status == 206 && isSame(part.body[...], bytes[5_000_001...15_000_000]))
            #expect(try await client.get("/movie", "if-none-match: \(whole["etag"]!)").status == 304)
            let tail = try await client.get("/movie", "range: bytes=-3")
            #expect(isSame(tail.body[...], bytes.suffix(3)))

            let slow = try server.connect(receiveBuffer: 4096)
            try await slow.send("GET /movie HTTP/1.1\r\nhost: x\r\nrange: bytes=0-2999999\r\nconnection: close\r\n\r\n")
            #expect(isSame(try await slow.readAnswer().body[...], bytes[..<3_000_000]))
            #expect(try await slow.isHungUp())
        }
    }
}
