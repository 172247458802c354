import Web

/// Times the parts of every HTTP request: its head, its host, its route.
enum RequestPieces {
    private static let browser = Array(
        """
        GET /renderers/pulse.js?v=3 HTTP/1.1\r
        Host: nas.local:8080\r
        User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r
        Accept: */*\r
        Accept-Language: en-US,en;q=0.5\r
        Accept-Encoding: gzip, deflate\r
        Connection: keep-alive\r
        Referer: http://nas.local:8080/\r
        Sec-Fetch-Dest: script\r
        Sec-Fetch-Mode: cors\r
        Sec-Fetch-Site: same-origin\r
        If-None-Match: "0f3a5c7b9d1e2f4a6b8c"\r
        Priority: u=2\r
        \r

        """.utf8)
    private static let minimal = Array("GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n".utf8)

    static var all: [ParseBenchmark.Piece] {
        get throws {
            try [
                head("request head, browser", browser, cut: nil), head("the same in two parts", browser, cut: 200),
                head("request head, minimal", minimal, cut: nil), head("the same in two parts", minimal, cut: 20),
                target("target, plain", "/renderers/pulse.js?v=3"),
                target("target, percent-encoded", "/files/Bj%C3%B6rk%20-%20J%C3%B3ga/01.flac"), query,
                host("host, address", "127.0.0.1:8080"), host("host, local name", "nas.local:8080"),
                host("host, single label", "nas"),
            ] + routes()
        }
    }

    private static func head(_ name: String, _ bytes: [UInt8], cut: Int?) -> ParseBenchmark.Piece {
        let parts = cut.map { [Array(bytes[..<$0]), Array(bytes[$0...])] } ?? [bytes]
        return .init(name: "\(name) (\(bytes.count) B)", bytes: bytes.count) { repetitions in
            var parser = RequestParser()
            var sum = 0
            for _ in 0..<repetitions {
                for part in parts {
                    var offset = 0
                    loop: while true {
                        switch try parser.next(in: part.span, from: &offset) {
                        case .needsMore: break loop
                        case .head(let head): sum &+= head.fields.count
                        case .body: break
                        case .end: break loop
                        }
                    }
                }
            }
            return sum
        }
    }

    private static func target(_ name: String, _ text: String) -> ParseBenchmark.Piece {
        .init(name: name, bytes: text.utf8.count) { repetitions in
            var sum = 0
            for _ in 0..<repetitions { sum &+= try Target(text).path.utf8.count }
            return sum
        }
    }

    private static var query: ParseBenchmark.Piece {
        get throws {
            let target = try Target("/?offset=120&q=hyper+ballad%21&limit=50")
            return .init(name: "query, last of three items", bytes: target.query.utf8.count) { repetitions in
                var sum = 0
                for _ in 0..<repetitions { sum &+= target.query("limit")?.utf8.count ?? 0 }
                return sum
            }
        }
    }

    private static func host(_ name: String, _ text: String) -> ParseBenchmark.Piece {
        let policy = HostPolicy(names: ["screen.example.org"])
        return .init(name: name) { repetitions in
            var sum = 0
            for _ in 0..<repetitions where policy.allows(text) { sum &+= 1 }
            return sum
        }
    }

    private static func routes() throws -> [ParseBenchmark.Piece] {
        var router = Router<Int>()
        for number in 0..<20 {
            router.add(.get, "/area\(number)", number)
            router.add(.get, "/area\(number)/{id}", number)
            router.add(.post, "/area\(number)/{id}/act", number)
        }
        return try [
            ("route, literal of 60", "/area13"), ("route, parameter of 60", "/area13/42"),
            ("route, none of 60", "/renderers/pulse.js"),
        ].map { name, path in
            let target = try Target(path)
            return .init(name: name) { [router] repetitions in
                var sum = 0
                for _ in 0..<repetitions {
                    if case .found(let number, _) = router.match(.get, target) { sum &+= number }
                }
                return sum
            }
        }
    }
}
