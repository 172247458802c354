import Foundation
import Testing

extension APITests {
    @Suite("Answers to viewers")
    struct ViewerTests: LibraryTests {
        private var viewer: APIClient { get throws { APIClient(port: try client.port) } }

        @Test("paths, and files that are not music, are sent to hosts only")
        func paths() async throws {
            let track = try await track("svefn")
            for path in ["/tracks", "/tracks/\(track)", "/library", "/albums", "/rooms", "/analysis"] {
                let (host, other) = try await (client.get(path), viewer.get(path))
                #expect((host.status, other.status) == (200, 200))
                #expect(!other.text.contains(try library.music), "\(path): \(other.text)")
                let wrong = try await viewer.get(path, ["Authorization": "Bearer wrong"])
                #expect(!wrong.text.contains(try library.music), "\(path): \(wrong.text)")
            }
            let music = try library.music
            #expect(try await client.get("/tracks/\(track)").object["path"] as? String == music + "/clicks.mp3")
            #expect(try await viewer.get("/tracks/\(track)").object["path"] is NSNull)
            let (host, other) = try await (client.get("/library").object, viewer.get("/library").object)
            #expect(host["rejected"] as? Int == 1 && other["rejected"] as? Int == 1)
            #expect((host["rejectedFiles"] as? [Any])?.count == 1 && (other["rejectedFiles"] as? [Any])?.count == 0)
            #expect((other["folders"] as? [[String: Any]])?.map { $0["path"] is NSNull } == [true])
            #expect((other["folders"] as? [[String: Any]])?.map { $0["online"] as? Bool } == [true])
        }

        @Test("a host's answer and a viewer's answer have different ETags")
        func tags() async throws {
            let path = "/tracks"
            for (one, other) in try [(viewer, client), (client, viewer)] {
                let tag = try #require(try await one.get(path).fields["etag"])
                #expect(try await one.get(path, ["If-None-Match": tag]).status == 304)
                #expect(try await other.get(path, ["If-None-Match": tag]).status == 200)
            }
        }

        @Test("entries of a playlist, events of a scan and the list of screens contain no paths or addresses for viewers")
        func elsewhere() async throws {
            let track = try await track("svefn")
            let made = try await client.send("POST", "/playlists", json: #"{"name":"Quiet","tracks":[\#(track)]}"#)
            let list = try #require(try made.object["id"] as? Int)
            let entries = try await viewer.get("/playlists/\(list)/entries")
            let music = try library.music
            #expect(entries.status == 200 && !entries.text.contains(music))
            let whole = try await client.get("/playlists/\(list)/entries").text.replacing("\\/", with: "/")
            #expect(whole.contains(music + "/clicks.mp3"))
            _ = try await client.send("DELETE", "/playlists/\(list)")

            let (port, token) = try (client.port, library.server.token)
            let events = try await blocking {
                let wires = try ["", "Authorization: Bearer \(token)\r\n"].map { field in
                    let wire = try Wire(port: port)
                    try wire.send("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(field)\r\n")
                    _ = try wire.readHead()
                    try LibraryClient.wait(for: "listening", on: wire)
                    return wire
                }
                return EventTests.Unchecked(wires)
            }
            _ = try await client.send("POST", "/library/scan")
            let said = try await blocking {
                try events.value.map { wire in
                    var bytes: [UInt8] = []
                    while !String(decoding: bytes.suffix(400), as: UTF8.self).contains(#""state":"done""#) {
                        bytes += try wire.read(1)
                    }
                    return String(decoding: bytes, as: UTF8.self)
                }
            }
            #expect(said[0].contains(#""folder":null"#) && !said[0].contains(music))
            #expect(said[1].replacing("\\/", with: "/").contains(#""folder":"\#(music)""#))

            try await blocking {
                let (screen, _) = try RoomClient.joined(port, ["room": "quiet", "name": "TV", "streams": ["screens": true]])
                let heard = try screen.message("the list") { $0.type == "screens" && !$0.list("screens").isEmpty }
                #expect(heard.list("screens")[0]["address"] is NSNull)
                withExtendedLifetime(screen) {}
            }
        }

        @Test("a screen's address is sent only to hosts that request it")
        func screens() async throws {
            let (viewer, client) = try (viewer, client)
            let screen = try await blocking {
                EventTests.Unchecked(try RoomClient.joined(client.port, ["room": "known", "name": "TV"]).client)
            }
            func addresses(_ asker: APIClient) async throws -> [String?] {
                let list = try await asker.get("/rooms/known/screens").object["screens"] as? [[String: Any]]
                return (list ?? []).map { $0["address"] as? String }
            }
            #expect(try await addresses(client) == ["127.0.0.1"])
            #expect(try await addresses(viewer) == [nil])
            withExtendedLifetime(screen) {}
        }
    }
}
