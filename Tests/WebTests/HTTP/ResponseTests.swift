import System
import Testing

@testable import Web

@Suite("Answers from files") struct ResponseTests {
    private func head(_ fields: String, method: String = "GET") throws -> RequestHead {
        var parser = RequestParser()
        var offset = 0
        let bytes = Array("\(method) / HTTP/1.1\r\nhost: x\r\n\(fields)\r\n".utf8)
        guard case .head(let head) = try parser.next(in: bytes.span, from: &offset) else { throw HTTPError.failed }
        return head
    }

    private func answer(_ fields: String, method: String = "GET", etag: String? = "\"tag\"") async throws -> Response {
        try await withFolder(["song": [UInt8](repeating: 7, count: 1000)]) { folder in
            let file = try OpenFile(path: folder + "/song")
            return Response(file, type: "audio/ogg", etag: etag, for: try head(fields, method: method))
        }
    }

    @Test("a file is sent whole, with the fields that a player needs to ask for ranges")
    func whole() async throws {
        let response = try await answer("")
        #expect(response.status == .ok && response.body.count == 1000)
        #expect(response.field("etag") == "\"tag\"" && response.field("accept-ranges") == "bytes")
        #expect(
            response.field("content-type") == "audio/ogg" && response.field("last-modified")?.hasSuffix("GMT") == true)
    }

    @Test("without a given tag a file gets one from its size and time, the same each time")
    func ownTag() async throws {
        let tag = try #require(try await answer("", etag: nil).field("etag"))
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 4)
    }

    @Test("a fresh copy is 304 without a body, for any range")
    func notModified() async throws {
        let response = try await answer("if-none-match: \"tag\"\r\nrange: bytes=0-9\r\n")
        #expect(response.status == .notModified && response.body.count == 0)
        #expect(response.field("etag") == "\"tag\"" && response.field("content-range") == nil)
    }

    @Test(
        "a range gives its part, unless If-Range names other bytes",
        arguments: [
            ("range: bytes=0-9\r\n", 206, 10, "bytes 0-9/1000"),
            ("range: bytes=-10\r\n", 206, 10, "bytes 990-999/1000"),
            ("range: bytes=0-9\r\nif-range: \"tag\"\r\n", 206, 10, "bytes 0-9/1000"),
            ("range: bytes=0-9\r\nif-range: \"other\"\r\n", 200, 1000, nil),
            ("range: bytes=0-9\r\nif-range: Sat, 29 Oct 1994 19:43:31 GMT\r\n", 200, 1000, nil),
            ("range: bytes=0-9,20-29\r\n", 200, 1000, nil),
        ] as [(String, Int, Int, String?)])
    func ranges(fields: String, status: Int, count: Int, contentRange: String?) async throws {
        let response = try await answer(fields)
        #expect(response.status.code == status && response.body.count == count)
        #expect(response.field("content-range") == contentRange && response.field("content-type") == "audio/ogg")
    }

    @Test("a range outside the file is 416 and says how long the file is")
    func outside() async throws {
        let response = try await answer("range: bytes=1000-\r\n")
        #expect(response.status == .rangeNotSatisfiable && response.field("content-range") == "bytes */1000")
        #expect(response.field("content-type") == "text/plain; charset=utf-8")
    }

    @Test("a field is set once, the last value wins")
    func fields() {
        var response = Response(.ok, "text")
        response.set("etag", "\"a\"")
        response.set("etag", "\"b\"")
        #expect(response.field("etag") == "\"b\"" && response.fields.count == 2)
    }

    @Test("control characters in a value become spaces")
    func splitting() {
        var response = Response(.ok, fields: [("location", "a\r\nset-cookie: b")])
        #expect(response.field("location") == "a  set-cookie: b")
        response.set("x-title", "tab\tand \u{7F}")
        #expect(response.field("x-title") == "tab and  ")
    }

    @Test("an invalid field name is our bug, and ends the process")
    func naming() async {
        await #expect(processExitsWith: .failure) { _ = Response(.ok, fields: [("Location", "a")]) }
        await #expect(processExitsWith: .failure) { _ = Response(.ok, fields: [("x y", "a")]) }
    }

    @Test("the answer to every error is text with no-store")
    func errors() {
        let response = Response(HTTPError.notFound)
        #expect(response.status == .notFound && response.field("cache-control") == "no-store")
        #expect(response.body.count == HTTPError.notFound.sentence.utf8.count + 1)
    }
}
