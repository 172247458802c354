import Foundation
import Testing

extension APITests {
    @Suite("Hostile requests")
    struct HostileRequestTests: LibraryTests {
        private static let changes = [
            ("PUT", "/tracks/1/grid/correction"), ("POST", "/tracks/1/grid/correction"), ("DELETE", "/tracks/1/grid/correction"),
            ("POST", "/tracks/1/markers"), ("PUT", "/tracks/1/markers/1"), ("DELETE", "/tracks/1/markers/1"),
            ("POST", "/playlists"),
            ("PATCH", "/playlists/1"), ("DELETE", "/playlists/1"), ("POST", "/playlists/1/entries"),
            ("PUT", "/playlists/1/entries"),
            ("DELETE", "/playlists/1/entries"), ("POST", "/playlists/1/moves"), ("PUT", "/analysis"), ("POST", "/analyze"),
            ("POST", "/library/scan"), ("POST", "/uploads"), ("PUT", "/clicks/own-a/strong"), ("DELETE", "/clicks/own-a"),
        ]

        @Test("changes without the token or from another site's page are refused", arguments: changes)
        func token(method: String, path: String) async throws {
            var stranger = try client
            stranger.token = nil
            let none = try await stranger.send(method, path, json: "{}")
            #expect((none.status, none.problem) == (401, "token-needed"))
            #expect(none.fields["www-authenticate"] == "Bearer")
            let token = try #require(try client.token)
            for given in [
                "Bearer wrong", "Bearer", "Basic \(token)", token, "Bearer \(token)x", "Bearer \(token.dropLast())",
                "Bearer  \(token) ",
            ] {
                let wrong = try await stranger.send(method, path, json: "{}", ["Authorization": given])
                #expect((wrong.status, wrong.problem) == (401, "token-wrong"), "\(given)")
            }
            for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
                let foreign = try await client.send(method, path, json: "{}", ["Origin": origin])
                #expect((foreign.status, foreign.problem) == (403, "foreign-origin"), "\(origin)")
            }
        }

        @Test("behind a trusted proxy that changes Host, our page can make changes and other pages cannot")
        func proxied() async throws {
            let asked = ["X-Forwarded-Host": "music.lan", "X-Forwarded-Proto": "https"]
            for (method, path, json) in [("PUT", "/analysis", #"{"paused":false}"#), ("POST", "/session", #"{"key":"any"}"#)] {
                for (origin, isOurs) in [
                    ("https://music.lan", true), ("https://other.lan", false), ("http://127.0.0.1:\(try client.port)", false),
                ] {
                    let fields = asked.merging(["Origin": origin]) { $1 }
                    let answer = try await client.send(method, path, json: json, fields)
                    let problem = answer.status < 300 ? nil : answer.problem
                    #expect((answer.status < 300) == isOurs && (problem == "foreign-origin") != isOurs, "\(path) \(origin)")
                }
            }
        }

        @Test("a large body without a valid token is not read")
        func unread() async throws {
            var stranger = try client
            stranger.token = nil
            let head = ["Content-Type": "application/json", "Content-Length": "1000000000"]
            let answer = try await stranger.send("POST", "/playlists", head)
            #expect((answer.status, answer.problem) == (401, "token-needed"))
            let upload = try await client.send("POST", "/uploads?name=a.mp3", ["Content-Length": "1000000000"])
            #expect((upload.status, upload.problem) == (403, "no-uploads"))
        }

        private static let texts = [
            "'", "%27%20OR%201=1--", "%22%3B%20DROP%20TABLE%20track%3B--", "..%2F..%2Fetc%2Fpasswd", "%00", "%FF%FE", "*",
            "NEAR(a%20b)",
            "a%20AND%20NOT", "%5C", "%25", "%E2%80%AE", "title:x", "(((", "%0D%0ASet-Cookie:%20a", "%F0%9F%98%80",
        ]

        @Test("no text in a parameter breaks a request", arguments: texts)
        func parameters(text: String) async throws {
            for path in ["/tracks?q=", "/albums?q=", "/artists?q=", "/tracks?genre="] {
                let answer = try await client.get(path + text)
                #expect(try answer.status == 200 && answer.items.isEmpty, "\(path)")
            }
            for name in [
                "sort", "order", "artist", "album", "state", "minBpm", "maxBpm", "minYear", "maxYear", "key", "missing", "limit",
                "offset",
            ] {
                #expect(try await client.get("/tracks?\(name)=\(text)").problem == "bad-query", "\(name)")
            }
            for path in [
                "/tracks/\(text)", "/tracks/\(text)/audio", "/albums/\(text)/art", "/artists/\(text)", "/playlists/\(text)",
            ] {
                let answer = try await client.get(path)
                #expect((answer.status, answer.problem) == (400, "about:blank"), "\(path)")
            }
        }

        @Test(
            "dots in a path are resolved before anything is looked up",
            arguments: [
                ("..", nil), ("%2e%2e/%2e%2e/%2e%2e/etc/passwd", nil), ("1//audio", nil), ("", nil), ("..%2Flibrary", nil),
                ("1/../2", "/tracks/2"), ("1/%2e%2e/%2e%2e/library", "/library"),
            ] as [(String, String?)])
        func traversal(path: String, meant: String?) async throws {
            let answer = try await client.get("/tracks/\(path)")
            if let meant {
                #expect(try await client.get(meant).body == answer.body && answer.status == 200)
            } else {
                #expect([400, 404].contains(answer.status), "\(answer.status) \(answer.text)")
            }
        }

        private static let numbers = [
            "-1", "-9223372036854775808", "9223372036854775808", "1e400", "nan", "inf", "-0.5", "0x", "1%20", "+1", "1,5", "%D9%A1",
            "",
        ]

        @Test("invalid and too large numbers are refused", arguments: numbers)
        func overflow(number: String) async throws {
            for name in ["limit", "offset", "artist", "album", "minBpm", "maxBpm", "minYear", "maxYear"] {
                #expect(try await client.get("/tracks?\(name)=\(number)").problem == "bad-query", "\(name)")
            }
            #expect(try await client.get("/tracks/\(number.isEmpty ? "x" : number)").problem != nil)
        }

        @Test("the size of a page is limited")
        func pages() async throws {
            for query in ["limit=501", "limit=0", "limit=1000000", "offset=100000001", "offset=9223372036854775807"] {
                #expect(try await client.get("/tracks?\(query)").problem == "bad-query")
            }
            #expect(try await client.get("/tracks?offset=100000000").items.isEmpty)
            let long = try await client.get("/tracks?q=\(String(repeating: "a", count: 501))")
            #expect((long.status, long.problem) == (400, "bad-query"))
            #expect(try await client.get("/tracks?q=\(String(repeating: "a+", count: 250))").status == 200)
            #expect(try await client.get("/tracks?q=\(String(repeating: "a", count: 9000))").status == 414)
        }

        @Test(
            "deep nesting is refused, and the server keeps running", arguments: ["[", "{\"a\":", "{\"steps\":[", "[[{\"tracks\":"])
        func nesting(piece: String) async throws {
            let deep = String(repeating: piece, count: 100_000)
            for path in [
                "/playlists", "/analyze", "/profiles", "/tracks/1/markers", "/tracks/1/grid/correction", "/playlists/1/entries",
            ] {
                for body in [deep, #"{"name":"x","start":1,"paths":[],"do":"double","tracks":[],"more":\#(deep)"#]
                where body.utf8.count < 1 << 20 {
                    let answer = try await client.send("POST", path, json: body)
                    #expect((answer.status, answer.problem) == (400, "bad-body"), "\(path): \(answer.text.prefix(200))")
                }
            }
            #expect(try await client.get("/library").status == 200)
        }

        @Test("a body that is too large, of another type or missing is refused")
        func bodies() async throws {
            let large = String(repeating: " ", count: 1 << 20)
            for (method, path) in [("POST", "/playlists"), ("PUT", "/analysis"), ("POST", "/profiles")] {
                let long = try await client.send(method, path, json: "{}" + large)
                #expect((long.status, long.problem) == (413, "about:blank"))
                for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""] {
                    let wrong = try await client.send(method, path, json: "{}", ["Content-Type": type])
                    #expect((wrong.status, wrong.problem) == (415, "not-json"), "\(type)")
                }
                #expect(try await client.send(method, path, ["Content-Type": "application/json"]).problem == "bad-body")
                #expect(try await client.send(method, path).problem == "not-json")
                for body in ["\u{0}", "{\"name\":\"\u{1}\"}", "{'name':1}", "{} {}", "nul"] {
                    #expect(try await client.send(method, path, json: body).problem == "bad-body", "\(body)")
                }
                let bytes = try await client.send(
                    method, path, ["Content-Type": "application/json"], body: [0xFF, 0xFE, 0xC0, 0x80])
                #expect(bytes.problem == "bad-body")
            }
        }

        @Test("405 lists the allowed methods, and an unknown address is 404")
        func methods() async throws {
            for (method, path, allowed) in [
                ("DELETE", "/tracks", "GET, HEAD, OPTIONS"), ("POST", "/tracks/1", "GET, HEAD, OPTIONS"),
                ("GET", "/profiles", "POST, OPTIONS"), ("GET", "/uploads", "POST, OPTIONS"),
                ("PUT", "/playlists", "GET, HEAD, POST, OPTIONS"),
                ("BREW", "/library", "GET, HEAD, OPTIONS"),
            ] {
                let answer = try await client.send(method, path)
                #expect(
                    (answer.status, answer.problem, answer.fields["allow"]) == (405, "about:blank", allowed), "\(method) \(path)")
            }
            for path in ["/", "/track", "/tracks/", "/tracks/1/", "/api/v2/tracks", "/api/", "/tracks/1/waveform"] {
                #expect(try await client.get(path).problem == "about:blank", "\(path)")
            }
            for path in [
                "/tracks/999", "/albums/999", "/artists/999", "/playlists/99999", "/tracks/0", "/tracks/-1", "/tracks/999/grid",
                "/tracks/recording:00000000000000000000000000000000/art",
            ] {
                let answer = try await client.get(path)
                #expect((answer.status, answer.problem) == (404, "not-found"), "\(path)")
            }
        }

        @Test("what is no source id of a recording is refused, whatever it looks like")
        func sources() async throws {
            let digits = String(repeating: "0", count: 32)
            for id in [
                "recording:", "recording:\(digits)0", "recording:\(digits.dropLast())", "recording:\(digits.dropLast())G",
                "recording:\(digits.dropLast())A", "RECORDING:\(digits)", "recording:../\(digits.dropLast(3))",
                "recording%00:\(digits)",
                "click:0123456789abcdef", "live:radio@1", digits, "recording:" + String(repeating: "0", count: 4000), "+1",
            ] {
                for rest in ["", "/art", "/grid", "/waveform.json", "/lyrics", "/frames", "/audio", "/markers"] {
                    let answer = try await client.get("/tracks/\(id)\(rest)")
                    #expect([400, 404].contains(answer.status), "\(id.prefix(50))\(rest): \(answer.status)")
                }
            }
        }
    }
}
