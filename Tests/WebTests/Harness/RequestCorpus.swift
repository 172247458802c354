/// Valid and invalid requests for the splitting tests and the fuzzers' short run.
enum RequestCorpus {
    static let valid: [String] = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\n\r\nGET /x?y=%20z HTTP/1.1\r\nHost: nas:8080\r\nAccept: */*\r\n\r\n",
        "HEAD /caf%C3%A9 HTTP/1.0\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
        "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\n",
        "POST /u HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello",
        "POST /u HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "PUT /u HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;name=\"v\"\r\nhello\r\nA\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n",
        "DELETE /a/../b/./c HTTP/1.1\r\nHost: 192.168.1.2\r\nX-Name: caf\u{e9}\r\n\r\n",
    ]

    /// Each breaks one rule; the status is the expected answer.
    static let invalid: [(bytes: String, status: Int)] = [
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x3\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3 3\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775808\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551619\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("GET / HTTP/1.1\nHost: a\n\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\n\n", 400),
        ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("\r\rGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\t: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n folded\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX(: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\u{e9}: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{0}c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{1B}c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{7F}c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: user@a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a:99999\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: [::g]\r\n\r\n", 400),
        ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /\tb HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /  HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400),
        ("GET / http/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/11\r\nHost: a\r\n\r\n", 400),
        ("GET /\r\nHost: a\r\n\r\n", 400),
        ("GET\r\nHost: a\r\n\r\n", 400),
        (" GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\n\r\n", 417),
        ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET /../etc HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ]

    /// Chunked bodies that break one rule each, after a valid head.
    static let invalidChunks: [(bytes: String, status: Int)] = [
        ("g\r\n", 400), ("\r\n", 400), ("-1\r\n", 400), ("+1\r\n", 400), ("0x1\r\nx\r\n", 400), (" 1\r\nx\r\n", 400),
        ("1 \r\nx\r\n", 400), ("1 ;a\r\nx\r\n", 400), ("1\nx\r\n", 400), ("1\r\nxx\r\n", 400), ("1\r\nx\n", 400),
        ("1\r\nx\r\r", 400), ("1\rx", 400), ("1;a\nx", 400), ("1;a\rb", 400), ("1;\u{0}\r\n", 400),
        ("10000000000000000\r\n", 400), ("FFFFFFFFFFFFFFFF\r\n", 400), ("0000000000000001\r\nx\r\n", 400),
        ("0\r\nX : 1\r\n\r\n", 400), ("0\r\n X: 1\r\n\r\n", 400), ("0\r\n: 1\r\n\r\n", 400), ("0\r\nX\r\n\r\n", 400),
        ("0\r\nX: 1\n\r\n", 400), ("0\r\nX: \u{1}\r\n\r\n", 400), ("0\r\n\rX", 400),
    ]

    static let chunkedHead = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// All of these as bytes: the seeds of the fuzzers.
    static var streams: [[UInt8]] {
        let chunked = invalidChunks.map { chunkedHead + $0.bytes }
        return (valid + invalid.map(\.bytes) + chunked + [valid.joined()]).map(bytes)
    }

    /// The text as bytes, one per scalar: so `\u{e9}` is the single byte 0xE9, as an old client would send it.
    static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}
