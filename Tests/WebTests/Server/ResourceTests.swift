import System
import Testing

@testable import Web

@Suite("Answers from sections and from memory") struct ResourceTests {
    private static let bytes = noise(3000, seed: 4)

    private func head(_ fields: String, method: String = "GET") throws -> RequestHead {
        var parser = RequestParser()
        var offset = 0
        let bytes = Array("\(method) / HTTP/1.1\r\nhost: x\r\n\(fields)\r\n".utf8)
        guard case .head(let head) = try parser.next(in: bytes.span, from: &offset) else { throw HTTPError.failed }
        return head
    }

    @Test(
        "a section of a file and the same bytes in memory are the same resource, ranges and all",
        arguments: [
            ("", 200, 0..<1000, nil), ("range: bytes=0-9\r\n", 206, 0..<10, "bytes 0-9/1000"),
            ("range: bytes=-10\r\n", 206, 990..<1000, "bytes 990-999/1000"),
            ("range: bytes=990-5000\r\n", 206, 990..<1000, "bytes 990-999/1000"),
            ("range: bytes=1000-\r\n", 416, nil, "bytes */1000"),
            ("range: bytes=0-9\r\nif-range: \"a\"\r\n", 206, 0..<10, "bytes 0-9/1000"),
            ("range: bytes=0-9\r\nif-range: \"a-gzip\"\r\n", 200, 0..<1000, nil),
            ("range: bytes=0-1,5-6\r\n", 200, 0..<1000, nil), ("if-none-match: \"b\", \"a\"\r\n", 304, nil, nil),
            ("if-none-match: \"b\"\r\n", 200, 0..<1000, nil),
        ] as [(String, Int, Range<Int>?, String?)])
    func sections(fields: String, status: Int, range: Range<Int>?, contentRange: String?) async throws {
        try await withFolder(["song": Self.bytes]) { folder in
            try await withServer { site in
                site.routes.on(.get, "/file") { request in
                    let file = try OpenFile(path: folder + "/song")
                    return Response(file, section: 500..<1500, type: "audio/ogg", etag: "\"a\"", for: request.head)
                }
                site.routes.on(.get, "/memory") { request in
                    Response(Array(Self.bytes[500..<1500]), type: "audio/ogg", etag: "\"a\"", for: request.head)
                }
            } _: { server in
                let client = try server.connect()
                for path in ["/file", "/memory"] {
                    let answer = try await client.ask("GET \(path) HTTP/1.1\r\nhost: x\r\n\(fields)\r\n")
                    #expect(answer.status == status && answer["content-range"] == contentRange)
                    guard status != 416 else { continue }
                    #expect(answer["etag"] == "\"a\"" && answer["accept-ranges"] == "bytes")
                    if let range {
                        #expect(isSame(answer.body[...], Self.bytes[500..<1500].dropFirst(range.lowerBound).prefix(range.count)))
                    }
                    #expect(range == nil || answer["content-type"] == "audio/ogg")
                }
            }
        }
    }

    @Test("the compressed form has its own tag, which If-None-Match recognizes; a part is never compressed")
    func compressed() async throws {
        let text = Array(String(repeating: "downbeat ", count: 400).utf8)
        try await withServer { site in
            site.routes.on(.get, "/text") { Response(text, type: "application/json", etag: "\"a\"", for: $0.head) }
        } _: { server in
            let client = try server.connect()
            let gzip = "accept-encoding: gzip"
            let packed = try await client.get("/text", gzip)
            #expect(packed["content-encoding"] == "gzip" && packed["etag"] == "\"a-gzip\"" && packed["vary"] == "accept-encoding")
            for tag in ["\"a\"", "\"a-gzip\""] {
                let known = try await client.get("/text", gzip, "if-none-match: \(tag)")
                #expect(known.status == 304 && known["etag"] == tag && known["vary"] == "accept-encoding")
            }
            let part = try await client.get("/text", gzip, "range: bytes=0-2000")
            #expect(part.status == 206 && part["content-encoding"] == nil && part.body == Array(text[...2000]))
            #expect(try await client.get("/text").body == text)
        }
    }

    @Test(
        "a change is allowed only if If-Match and If-None-Match hold",
        arguments: [
            ("", "\"a\"", true), ("", nil, true), ("if-match: \"a\"\r\n", "\"a\"", true),
            ("if-match: \"b\", \"a\"\r\n", "\"a\"", true), ("if-match: \"b\"\r\nif-match: \"a\"\r\n", "\"a\"", true),
            ("if-match: \"a-gzip\"\r\n", "\"a\"", true), ("if-match: \"b\"\r\n", "\"a\"", false),
            ("if-match: W/\"a\"\r\n", "\"a\"", false), ("if-match: W/\"a\"\r\n", "W/\"a\"", false),
            ("if-match: W/\"a\", \"a\"\r\n", "\"a\"", true), ("if-match: *\r\n", "\"a\"", true), ("if-match: *\r\n", nil, false),
            ("if-match: \"a\"\r\n", nil, false), ("if-match: a\r\n", "\"a\"", false),
            ("if-none-match: *\r\n", nil, true), ("if-none-match: *\r\n", "\"a\"", false),
            ("if-none-match: \"a\"\r\n", "\"a\"", false), ("if-none-match: W/\"a\"\r\n", "\"a\"", false),
            ("if-none-match: \"a-gzip\"\r\n", "\"a\"", false), ("if-none-match: \"b\"\r\n", "\"a\"", true),
            ("if-match: \"a\"\r\nif-none-match: \"a\"\r\n", "\"a\"", false),
        ] as [(String, String?, Bool)])
    func changes(fields: String, etag: String?, isAllowed: Bool) throws {
        let head = try head(fields, method: "PUT")
        if isAllowed {
            try Conditional.allowChange(of: etag, for: head)
        } else {
            #expect(throws: HTTPError.preconditionFailed) { try Conditional.allowChange(of: etag, for: head) }
        }
    }
}
