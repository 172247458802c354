import Foundation
import Testing

extension APITests {
    @Suite("Answers to viewers")
    struct ViewerTests: LibraryTests {
        private var viewer: APIClient { get throws { try client.stranger } }

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

        @Test("what is addressed by a track's row is the same by the source id of its recording")
        func sources() async throws {
            let track = try await track("svefn")
            let identity = try #require(try await client.get("/tracks/\(track)").object["identity"] as? String)
            for rest in [
                "", "/art?size=64", "/grid", "/waveform.json?pixels=9", "/waveform.dat", "/frames", "/frames.json?count=3",
                "/profile", "/audio",
                "/markers", "/lyrics", "/flows-on",
            ] {
                let (row, source) = try await (
                    client.get("/tracks/\(track)\(rest)"), client.get("/tracks/recording:\(identity)\(rest)")
                )
                #expect(row.status == source.status && row.body == source.body, "\(rest)")
                #expect(row.status == (rest == "/lyrics" ? 404 : 200), "\(rest)")
            }
            #expect(try await client.get("/tracks/recording%3A\(identity)").status == 200)
        }

        @Test("a host's answer and a viewer's answer have different ETags")
        func tags() async throws {
            let path = "/tracks"
            for (one, other) in try [(viewer, client), (client, viewer)] {
                var tag = try #require(try await one.get(path).fields["etag"])
                // What was begun before may still change the catalog.
                while let next = try await one.get(path, ["If-None-Match": tag]).fields["etag"], next != tag { tag = next }
                #expect(try await one.get(path, ["If-None-Match": tag]).status == 304)
                #expect(try await other.get(path, ["If-None-Match": tag]).status == 200)
            }
        }

        @Test("entries of a playlist and events of a scan contain no paths for viewers")
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

            let (ofViewer, ofHost) = (try await house.events(), try await house.events(token: client.token))
            _ = try await client.send("POST", "/library/scan")
            let said = [try await ofViewer.wait(for: #""state":"done""#), try await ofHost.wait(for: #""state":"done""#)]
            #expect(said[0].contains(#""folder":null"#) && !said[0].contains(music))
            #expect(said[1].replacing("\\/", with: "/").contains(#""folder":"\#(music)""#))
        }
    }
}
