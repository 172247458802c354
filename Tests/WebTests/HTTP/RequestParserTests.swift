import Testing
import Web

@Suite("Request parser")
struct RequestParserTests {
    @Test("a browser's request is read field by field")
    func browser() throws {
        let transcript = RequestTranscript(
            "GET /a%20b/c?x=1 HTTP/1.1\r\nHost: nas:8080\r\nAccept-Encoding:  gzip, br \t\r\nX-Empty:\r\n\r\n")
        let head = try #require(transcript.heads.first)
        #expect(head.method == .get && head.version == .http11 && head.framing == .none)
        #expect(head.target.path == "/a b/c" && head.target.query == "x=1")
        #expect(head.host == "nas:8080" && head.keepsAlive && !head.expectsContinue && !head.upgradesToWebSocket)
        #expect(head.fields.count == 3)
        #expect(head.fields["accept-encoding"] == "gzip, br" && head.fields["x-empty"] == "")
        #expect(transcript.entries.count == 2 && transcript.isIdle && !transcript.isInHead)
    }

    @Test("each malformed request is refused with its status", arguments: RequestCorpus.invalid.indices)
    func refused(index: Int) throws {
        let (text, status) = RequestCorpus.invalid[index]
        let transcript = RequestTranscript(text)
        let error = try #require(transcript.error, "\(text.debugDescription) was let through")
        #expect(error.status.code == status, "\(text.debugDescription): \(error)")
        #expect(transcript.heads.isEmpty && !error.sentence.isEmpty)
    }

    @Test("each malformed chunked body is refused", arguments: RequestCorpus.invalidChunks.indices)
    func refusedChunks(index: Int) throws {
        let (text, status) = RequestCorpus.invalidChunks[index]
        let transcript = RequestTranscript(RequestCorpus.chunkedHead + text)
        let error = try #require(transcript.error, "\(text.debugDescription) was let through")
        #expect(error.status.code == status && transcript.heads.count == 1, "\(text.debugDescription): \(error)")
        #expect(!transcript.entries.contains(.end))
    }

    @Test("a lone CR or LF is refused as such, anywhere in a head")
    func lineBreaks() {
        for (text, byte) in [
            ("GET / HTTP/1.1\r\nHost: a\r?Y: b\r\n\r\n", 0x0D), ("GET / HTTP/1.1\r\nHost: a\r\n\r?", 0x0D),
            ("GET / HTTP/1.1\r?Host: a\r\n\r\n", 0x0D), ("GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", 0x0D),
            ("\r?GET / HTTP/1.1\r\nHost: a\r\n\r\n", 0x0D), ("GET / HTTP/1.1\nHost: a\r\n\r\n", 0x0A),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: b\nY: c\r\n\r\n", 0x0A),
        ] as [(String, UInt8)] {
            #expect(RequestTranscript(text).error == .bareLineBreak(byte: byte), "\(text.debugDescription)")
        }
    }

    @Test("chunk framing, extensions and trailers are left out of the body")
    func chunked() {
        let transcript = RequestTranscript(
            RequestCorpus.chunkedHead + "4\r\nWiki\r\n7;a=\"b\"\r\npedia i\r\nB\r\nn \r\nchunks.\r\n0\r\nX: 1\r\n\r\n")
        #expect(transcript.bodies == ["Wikipedia in \r\nchunks."])
        #expect(transcript.entries.last == .end && transcript.isIdle)
    }

    @Test("a body ends where its length says and the next request begins")
    func lengths() {
        let transcript = RequestTranscript(
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(transcript.heads.map(\.target.path) == ["/a", "/b"])
        #expect(transcript.bodies == ["abc"])
    }

    @Test("HTTP/1.1 stays open unless told to close, HTTP/1.0 closes unless told to stay open")
    func persistence() {
        func keepsAlive(_ version: String, _ fields: String) -> Bool? {
            RequestTranscript("GET / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n").heads.first?.keepsAlive
        }
        #expect(keepsAlive("1.1", "") == true)
        #expect(keepsAlive("1.1", "Connection: Upgrade, CLOSE\r\n") == false)
        #expect(keepsAlive("1.1", "Connection: x\r\nConnection: close\r\n") == false)
        #expect(keepsAlive("1.0", "") == false)
        #expect(keepsAlive("1.0", "Connection: Keep-Alive\r\n") == true)
        #expect(keepsAlive("1.0", "Connection: keep-alive, close\r\n") == false)
    }

    @Test("an upgrade needs both Connection and Upgrade, in any case, in HTTP/1.1")
    func upgrades() {
        func upgrades(_ version: String, _ fields: String) -> Bool? {
            RequestTranscript("GET / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n").heads.first?.upgradesToWebSocket
        }
        #expect(upgrades("1.1", "Connection: keep-alive, upgrade\r\nUPGRADE: WebSocket\r\n") == true)
        #expect(upgrades("1.1", "Upgrade: websocket\r\n") == false)
        #expect(upgrades("1.1", "Connection: upgrade\r\nUpgrade: h2c\r\n") == false)
        #expect(upgrades("1.0", "Connection: upgrade\r\nUpgrade: websocket\r\n") == false)
    }

    @Test("100-continue counts only when a body follows, and never from HTTP/1.0")
    func expectation() {
        func expects(_ version: String, _ length: Int) -> Bool? {
            RequestTranscript(
                "PUT / HTTP/\(version)\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: \(length)\r\n\r\n"
            )
            .heads.first?.expectsContinue
        }
        #expect(expects("1.1", 1) == true && expects("1.1", 0) == false && expects("1.0", 1) == false)
    }

    @Test("idle, a blank line, half a head and a body are told apart")
    func places() throws {
        var parser = RequestParser()
        func feed(_ text: String) throws {
            var offset = 0
            let bytes = Array(text.utf8)
            while try parser.next(in: bytes.span, from: &offset) != .needsMore {}
        }
        #expect(parser.isIdle && !parser.isInHead)
        try feed("\r\n")
        #expect(parser.isIdle)
        try feed("P")
        #expect(!parser.isIdle && parser.isInHead)
        try feed("OST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx")
        #expect(!parser.isIdle && !parser.isInHead)
        try feed("y")
        #expect(parser.isIdle)
    }

    @Test("after an error every call throws it again")
    func errorsStay() {
        var parser = RequestParser()
        var offset = 0
        let bad = Array("\u{16}".utf8)
        let good = Array(RequestCorpus.valid[0].utf8)
        #expect(throws: HTTPError.notHTTP(firstByte: 0x16)) { try parser.next(in: bad.span, from: &offset) }
        offset = 0
        #expect(throws: HTTPError.notHTTP(firstByte: 0x16)) { try parser.next(in: good.span, from: &offset) }
    }

    @Test("a refused value is kept for the log, cut to a maximum length")
    func excerpts() {
        let long = String(repeating: "9", count: 5000)
        let error = RequestTranscript("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: \(long)\r\n\r\n").error
        #expect(error == .malformedContentLength(String(repeating: "9", count: 77) + "..."))
        #expect(RequestTranscript("GET / HTTP/3.0\r\nHost: a\r\n\r\n").error == .unsupportedVersion("HTTP/3.0"))
    }

    @Test("only a target of a path for long lists may be long, however its bytes are split")
    func longTargets() {
        var limits = RequestLimits()
        limits.longPaths = ["/list"]
        func bytes(_ target: String) -> [UInt8] { Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8) }
        func status(_ target: String) -> Int? {
            let whole = RequestTranscript(bytes(target), cuts: [], limits: limits)
            for cuts in [[1], [6, 9, 8_192], Array(stride(from: 97, to: bytes(target).count, by: 4_099))] {
                #expect(RequestTranscript(bytes(target), cuts: cuts, limits: limits) == whole)
            }
            return whole.error?.status.code
        }
        func filled(_ front: String, _ count: Int) -> String { front + String(repeating: "x", count: count - front.utf8.count) }
        #expect(status(filled("/list?a=", RequestLimits.longTarget)) == nil)
        #expect(status(filled("/list?a=", RequestLimits.longTarget + 1)) == 414)
        for front in ["/list/?", "/lists?", "/other?", "/?/list?", "/list"] {
            #expect(status(filled(front, limits.target)) == nil, "\(front)")
            #expect(status(filled(front, limits.target + 1)) == 414, "\(front)")
        }
        let fields = String(repeating: "X: \(String(repeating: "y", count: 1_000))\r\n", count: 17)
        let other = RequestTranscript(Array("GET /other HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8), cuts: [], limits: limits)
        #expect(other.error == .headTooLarge(limit: limits.head))
    }

    @Test("a request at a limit passes and one byte more does not")
    func limits() {
        let limits = RequestLimits.standard
        func target(_ count: Int) -> String {
            "GET /" + String(repeating: "a", count: count - 1) + " HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        #expect(RequestTranscript(target(limits.target)).error == nil)
        #expect(RequestTranscript(target(limits.target + 1)).error?.status == .uriTooLong)
        #expect(RequestTranscript("GET /" + String(repeating: "a", count: 20_000)).error?.status == .uriTooLong)

        func head(_ count: Int) -> String {
            let start = "GET / HTTP/1.1\r\nHost: a\r\nX: "
            return start + String(repeating: "b", count: count - start.utf8.count - 4) + "\r\n\r\n"
        }
        #expect(RequestTranscript(head(limits.head)).error == nil)
        #expect(RequestTranscript(head(limits.head + 1)).error == .headTooLarge(limit: limits.head))

        func fields(_ count: Int) -> String {
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: count - 1) + "\r\n"
        }
        #expect(RequestTranscript(fields(limits.fields)).error == nil)
        #expect(RequestTranscript(fields(limits.fields + 1)).error?.status == .headerFieldsTooLarge)

        let chunk = "1;" + String(repeating: "e", count: 1000) + "\r\nx\r\n"
        #expect(RequestTranscript(RequestCorpus.chunkedHead + String(repeating: chunk, count: 4)).error == nil)
        #expect(
            RequestTranscript(RequestCorpus.chunkedHead + String(repeating: chunk, count: 5)).error
                == .chunkExtensionsTooLong(limit: limits.chunkExtensions))
        let trailers = "0\r\n" + String(repeating: "X: y\r\n", count: 1000)
        #expect(
            RequestTranscript(RequestCorpus.chunkedHead + trailers).error
                == .trailersTooLarge(limit: limits.trailers))
    }
}
