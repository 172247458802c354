import System
import Testing

@testable import Web

@Suite("Ports with a prefix") struct EntranceTests {
    @Test("a port with a prefix serves what is below it at its root, and nothing else", arguments: [1, 2])
    func prefix(loops: Int) async throws {
        var routes = Routes()
        for path in ["/a/x", "/x/a", "/b"] { routes.immediate(.get, path) { Response(.ok, "\(path) by \($0.caller.prefix)") } }
        let site = Site(
            routes: routes, files: nil, hosts: HostPolicy(), origins: OriginPolicy(),
            log: Log(level: .error, descriptor: -1, clock: MachineClock()), clock: MachineClock())
        let (main, side) = (
            try Listener.open(loops, on: "127.0.0.1", port: 0), try Listener.open(loops, on: "127.0.0.1", port: 0)
        )
        let server = try Server(site, [Entrance(main), Entrance(side, prefix: "/a")])
        async let running: Void = server.run()
        for _ in 0..<8 {
            let (whole, part) = (try TestClient(port: main[0].port), try TestClient(port: side[0].port))
            #expect(try await part.get("/x").text == "/a/x by /a")
            #expect(try await whole.get("/a/x").text == "/a/x by ")
            #expect(try await whole.get("/b").text == "/b by ")
            for path in ["/b", "/a/x", "/a/../b", "/x/a", "//b", "/"] {
                let answer = try await part.get(path)
                #expect(answer.status == 404 && answer["content-type"] == Problem.mediaType, "\(path)")
            }
            #expect(try await whole.get("/x").status == 404)
        }
        await server.stop()
        await running
    }
}
