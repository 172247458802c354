import Glibc
import Testing

@testable import Web

@Suite("Static files") struct StaticFilesTests {
    private static let page =
        Array("<!doctype html><title>Downbeat</title>".utf8) + [UInt8](repeating: 0x20, count: 2000)
    private static let picture = (0..<500).map { UInt8(truncatingIfNeeded: $0) }
    private static let files: [String: [UInt8]] = [
        "index.html": page, "style.css": Array("a{}".utf8), "pictures/cover.png": picture, "docs/index.html": page,
        "empty.txt": [], ".secret": [1], ".git/config": [1], "docs/.hidden": [1], "with space.txt": [65],
    ]

    private func withFiles(_ body: (StaticFiles) throws -> Void) async throws {
        try await withFolder(Self.files) { try body(try StaticFiles(folder: $0)) }
    }

    private func answer(
        _ files: StaticFiles, _ path: String, _ fields: [(String, String)] = [], method: String = "GET"
    ) throws -> StaticFiles.File.Answer? {
        guard case .file(let file)? = files.find(path) else { return nil }
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        var parser = RequestParser()
        var offset = 0
        let bytes = Array("\(method) / HTTP/1.1\r\nhost: x\r\n\(lines)\r\n".utf8)
        guard case .head(let head) = try parser.next(in: bytes.span, from: &offset) else { return nil }
        return file.answer(to: head)
    }

    private func field(_ answer: StaticFiles.File.Answer?, _ name: String) -> String? {
        guard let answer else { return nil }
        return Answer(head: Array("HTTP/1.1 200 OK\r\n".utf8) + answer.variant.lines.dropLast(2))?[name]
    }

    @Test("files are found by name, folders by their index, dot files never")
    func find() async throws {
        try await withFiles { (files) throws in
            for path in [
                "/", "/index.html", "/style.css", "/docs/", "/pictures/cover.png", "/with space.txt", "/empty.txt",
            ] {
                guard case .file? = files.find(path) else {
                    Issue.record("\(path) is missing")
                    continue
                }
            }
            guard case .folder? = files.find("/docs") else {
                Issue.record("no folder")
                return
            }
            for path in [
                "", "/.secret", "/.git/config", "/docs/.hidden", "/pictures", "/pictures/", "/STYLE.css", "//",
            ] {
                #expect(files.find(path) == nil, "\(path)")
            }
        }
    }

    @Test("scripts and styles are served minified, except those that are served as written")
    func slim() async throws {
        let script = Array("let a = 1; // one\n".utf8)
        let style = Array("a { b: c }\n".utf8)
        try await withFolder(["a.js": script, "b.css": style, "copy/a.js": script, "c.txt": script]) { folder in
            let files = try StaticFiles(folder: folder, asWritten: ["copy/"])
            let served = try ["/a.js", "/b.css", "/copy/a.js", "/c.txt"].map { try answer(files, $0)?.variant.body }
            #expect(served == [Array("let a=1;\n".utf8), Array("a{b:c}".utf8), script, script])
        }
    }

    @Test("each kind of file has its media type, and a page its content security policy")
    func types() async throws {
        try await withFiles { (files) throws in
            let page = try answer(files, "/")
            #expect(field(page, "content-type") == "text/html; charset=utf-8")
            #expect(field(page, "content-security-policy")?.contains("default-src 'self'") == true)
            #expect(field(page, "cache-control") == "no-cache")
            #expect(field(page, "permissions-policy")?.contains("camera=()") == true)
            #expect(field(try answer(files, "/style.css"), "content-type") == "text/css; charset=utf-8")
            let picture = try answer(files, "/pictures/cover.png")
            #expect(field(picture, "content-type") == "image/png" && field(picture, "content-security-policy") == nil)
        }
    }

    @Test("the gzip form has its own tag, and both forms send Vary")
    func gzip() async throws {
        try await withFiles { (files) throws in
            let plain = try answer(files, "/")
            let packed = try answer(files, "/", [("accept-encoding", "gzip")])
            #expect(plain?.range.count == Self.page.count && packed!.range.count < 200)
            #expect(field(packed, "content-encoding") == "gzip" && field(plain, "content-encoding") == nil)
            #expect(field(plain, "vary") == "accept-encoding" && field(packed, "vary") == "accept-encoding")
            #expect(field(plain, "etag") != field(packed, "etag"))
            let picture = try answer(files, "/pictures/cover.png", [("accept-encoding", "gzip")])
            #expect(picture?.range.count == 500 && field(picture, "vary") == nil)
            // Three bytes would grow, so they stay uncompressed.
            #expect(try answer(files, "/style.css", [("accept-encoding", "gzip")])?.range.count == 3)
        }
    }

    @Test("a fresh copy is 304, by the tag of the same form only")
    func notModified() async throws {
        try await withFiles { (files) throws in
            let tag = field(try answer(files, "/"), "etag")!
            let packedTag = field(try answer(files, "/", [("accept-encoding", "gzip")]), "etag")!
            for known in [tag, "W/" + tag, "\"x\", " + tag, "*"] {
                #expect(try answer(files, "/", [("if-none-match", known)])?.status == .notModified)
                #expect(try answer(files, "/", [("if-none-match", known)], method: "HEAD")?.status == .notModified)
            }
            #expect(try answer(files, "/", [("if-none-match", packedTag)])?.status == .ok)
            let both = [("if-none-match", packedTag), ("accept-encoding", "gzip")]
            #expect(try answer(files, "/", both)?.status == .notModified)
        }
    }

    @Test("equal bytes have equal tags, and different bytes different ones")
    func tags() async throws {
        try await withFiles { (files) throws in
            #expect(field(try answer(files, "/"), "etag") == field(try answer(files, "/docs/"), "etag"))
            #expect(field(try answer(files, "/"), "etag") != field(try answer(files, "/style.css"), "etag"))
        }
    }

    @Test(
        "a range gives its part, a malformed one the whole, and one outside the file 416",
        arguments: [
            ("bytes=0-99", 206, 0..<100, "bytes 0-99/500"), ("bytes=400-", 206, 400..<500, "bytes 400-499/500"),
            ("bytes=-1", 206, 499..<500, "bytes 499-499/500"), ("bytes=490-9999", 206, 490..<500, "bytes 490-499/500"),
            ("bytes=500-", 416, 0..<0, "bytes */500"), ("bytes=0-1,5-6", 200, 0..<500, nil),
            ("lines=1-2", 200, 0..<500, nil),
        ] as [(String, Int, Range<Int>, String?)])
    func ranges(range: String, status: Int, part: Range<Int>, contentRange: String?) async throws {
        try await withFiles { (files) throws in
            let found = try answer(files, "/pictures/cover.png", [("range", range), ("accept-encoding", "gzip")])!
            #expect(found.status.code == status && found.contentRange == contentRange && found.range == part)
            #expect(found.variant.body == Self.picture)
        }
    }

    @Test("with If-Range a range is sent only for the same bytes")
    func ifRange() async throws {
        try await withFiles { (files) throws in
            let tag = field(try answer(files, "/"), "etag")!
            let packed = field(try answer(files, "/", [("accept-encoding", "gzip")]), "etag")!
            func status(_ value: String) throws -> Int? {
                try answer(files, "/", [("range", "bytes=0-9"), ("if-range", value)])?.status.code
            }
            #expect(try status(tag) == 206)
            for other in ["\"x\"", "W/" + tag, packed, "Sat, 29 Oct 1994 19:43:31 GMT"] {
                #expect(try status(other) == 200)
            }
        }
    }

    @Test("Range is ignored in a HEAD request")
    func headRange() async throws {
        try await withFiles { (files) throws in
            #expect(try answer(files, "/", [("range", "bytes=0-9")], method: "HEAD")?.status == .ok)
        }
    }

    @Test("links are followed inside the folder and not out of it")
    func links() async throws {
        try await withFolder(["outside.txt": [1]]) { outside in
            try await withFolder(["inside.txt": [65]]) { folder in
                #expect(symlink(outside + "/outside.txt", folder + "/out.txt") == 0)
                #expect(symlink(outside, folder + "/out") == 0)
                #expect(symlink("inside.txt", folder + "/in.txt") == 0)
                #expect(symlink(".", folder + "/round") == 0)
                let files = try StaticFiles(folder: folder)
                #expect(files.find("/in.txt") != nil && files.count == 2)
                #expect(files.find("/out.txt") == nil && files.find("/out/outside.txt") == nil)
            }
        }
    }

    @Test("the error names a missing folder")
    func missing() {
        #expect(throws: StaticFilesError.unreadable("/nowhere", reason: "No such file or directory")) {
            try StaticFiles(folder: "/nowhere")
        }
    }
}
