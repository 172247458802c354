import Foundation
import Testing
import Waiting

@Suite("Behind a proxy set up by the guide")
struct ProxyTests {
    /// One configuration of nginx in front of the server: the guide's lines, changed or not.
    struct Arrangement: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let options: [String]
        let path: String
        let change: @Sendable (String) -> String

        static let all = [
            Arrangement(
                testDescription: "the prefix kept", options: ["--base-path", "/music/downbeat"],
                path: "/music/downbeat/",
                change: { $0 }),
            Arrangement(
                testDescription: "the prefix stripped", options: [], path: "/music/downbeat/",
                change: {
                    $0.replacing(
                        "proxy_pass http://127.0.0.1:8080;",
                        with: "proxy_pass http://127.0.0.1:8080/; proxy_set_header X-Forwarded-Prefix /music/downbeat;")
                }),
            Arrangement(
                testDescription: "at the root", options: [], path: "/",
                change: { $0.replacing("location /music/downbeat/ {", with: "location / {") }),
            Arrangement(
                testDescription: "the host without its port", options: ["--base-path", "/music/downbeat/"],
                path: "/music/downbeat/",
                change: { $0.replacing("Host $http_host;", with: "Host $host;") }),
            Arrangement(
                testDescription: "only the host without its port", options: ["--base-path", "/music/downbeat"],
                path: "/music/downbeat/",
                change: {
                    $0.replacing("proxy_set_header Host $http_host;", with: "proxy_set_header Host $host;")
                        .replacing("proxy_set_header X-Forwarded-Host $http_host;", with: "")
                }),
        ]
    }

    @Test("page, files, system addresses and socket work", .needs(.nginx), arguments: Arrangement.all)
    func works(_ arrangement: Arrangement) async throws {
        try await Downbeat.serving(arrangement.options) { server async throws in
            try await Nginx.serving(upstream: server.port, change: arrangement.change) { nginx async throws in
                try await expectAll(nginx.port, arrangement.path)
            }
        }
    }

    @Test(
        "Caddy needs only the address", .needs(.caddy),
        arguments: [("music.example.org", [], "/"), ("home.example.org", ["--base-path", "/music/downbeat"], "/music/downbeat/")])
    func worksBehindCaddy(site: String, options: [String], path: String) async throws {
        try await Downbeat.serving(options) { server async throws in
            try await Caddy.serving(site, upstream: server.port) { caddy async throws in
                try await expectAll(caddy.port, path)
            }
        }
    }

    /// Requests all pages with their files, the system addresses and the socket; another site's socket must be refused.
    private func expectAll(_ port: UInt16, _ root: String) async throws {
        // This page links to the player's page and to the clients.
        let files = try await PageFiles.fetch(port, root + "docs/")
        for page in [root, root + "clients/", root + "openapi.yaml", root + "main.js"] { #expect(files[page] != nil, "\(page)") }
        for (path, answer) in files {
            #expect(answer.status == 200, "\(path)")
            #expect(path.hasPrefix(root))
        }
        for name in ["health", "ready", "version", "metrics"] {
            #expect(try await get(port, root + name).status == 200, "\(name)")
        }
        let answer = try await ask(port, root + "ws", "{\"type\":\"time\",\"t1\":7}")
        #expect(answer.contains("\"t1\":7"))
        let stranger = try await blocking {
            try openSocket(port, root + "ws", origin: "http://evil.example").answer.status
        }
        #expect(stranger == 403)
    }

    @Test("the base path without a slash redirects to the page, both by nginx and by the server", .needs(.nginx))
    func barePath() async throws {
        try await Downbeat.serving(["--base-path", "/music/downbeat"]) { server async throws in
            let changes: [@Sendable (String) -> String] = [
                { $0 }, { $0.replacing("location /music/downbeat/ {", with: "location /music/downbeat {") },
            ]
            for change in changes {
                try await Nginx.serving(upstream: server.port, change: change) { nginx async throws in
                    let answer = try await get(nginx.port, "/music/downbeat")
                    #expect([301, 308].contains(answer.status))
                    let page = try #require(URL(string: "http://127.0.0.1:\(nginx.port)/music/downbeat"))
                    let target = URL(string: try #require(answer.fields["location"]), relativeTo: page)?.absoluteURL
                    #expect(target?.absoluteString == "http://127.0.0.1:\(nginx.port)/music/downbeat/")
                }
            }
        }
    }

    @Test("nginx's default, HTTP/1.0 with one request per connection, works for plain requests", .needs(.nginx))
    func oldProtocol() async throws {
        let plain: @Sendable (String) -> String = { lines in
            let unwanted = ["proxy_http_version", "Upgrade", "Connection", "$http_host"]
            let kept = lines.split(separator: "\n").filter { line in
                !line.contains("proxy_") || line.contains("proxy_pass") || !unwanted.contains { line.contains($0) }
            }
            return kept.joined(separator: "\n")
        }
        try await Downbeat.serving(["--base-path", "/music/downbeat"]) { server async throws in
            try await Nginx.serving(upstream: server.port, change: plain) { nginx async throws in
                let files = try await PageFiles.fetch(nginx.port, "/music/downbeat/")
                #expect(files.values.allSatisfy { $0.status == 200 })
                #expect(try await get(nginx.port, "/music/downbeat/version").status == 200)
            }
        }
    }
}
