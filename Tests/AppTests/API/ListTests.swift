import Foundation
import Testing

extension APITests {
    @Suite("Lists")
    struct ListTests: LibraryTests {
        private func titles(_ query: String) async throws -> [String] {
            try await client.get("/tracks" + query).items.map { $0["title"] as? String ?? "" }
        }

        @Test(
            "prefixes of words find tracks by title, artist and album, with diacritics or without",
            arguments: [
                ("sig", "Svefn-g-englar"), ("SIGUR%20RO", "Svefn-g-englar"), ("agaetis+byr", "Svefn-g-englar"),
                ("%C3%A5ngstr", "Zwei"),
                ("angstrom", "Zwei"), ("strasse", "Zwei"), ("noi", "Noise"),
            ])
        func search(words: String, title: String) async throws {
            #expect(try await titles("?q=\(words)") == [title])
        }

        @Test("text that begins no word finds nothing", arguments: ["igur", "svefn+zwei", "%22", "*", "%F0%9F%8E%B5"])
        func nothing(words: String) async throws {
            #expect(try await titles("?q=\(words)") == [])
        }

        @Test("`order` reverses every sort")
        func sorts() async throws {
            #expect(try await titles("?sort=title") == ["Noise", "Svefn-g-englar", "Zwei"])
            #expect(try await titles("?sort=year&minYear=1") == ["Svefn-g-englar", "Zwei"])
            #expect(try await titles("?sort=duration") == ["Noise", "Zwei", "Svefn-g-englar"])
            for sort in ["relevance", "title", "artist", "album", "added", "year", "duration", "tempo"] {
                #expect(try await titles("?sort=\(sort)&order=desc") == titles("?sort=\(sort)").reversed(), "\(sort)")
            }
        }

        @Test("filters keep only matching tracks")
        func filters() async throws {
            #expect(try await titles("?genre=rock") == ["Svefn-g-englar"])
            #expect(try await titles("?minYear=2000&maxYear=2005") == ["Zwei"])
            #expect(try await titles("?minBpm=119&maxBpm=121&sort=title") == ["Svefn-g-englar", "Zwei"])
            #expect(try await titles("?maxBpm=60") == [])
            #expect(try await titles("?key=F%23%20minor") == [])
            #expect(try await titles("?state=done").count == 3)
            #expect(try await titles("?state=failed") == [])
            let artist = try #require(try await client.get("/artists?q=sigur").items.first?["id"] as? Int)
            let album = try #require(try await client.get("/albums?artist=\(artist)").items.first?["id"] as? Int)
            for filter in ["artist=\(artist)", "album=\(album)"] { #expect(try await titles("?\(filter)") == ["Svefn-g-englar"]) }
            #expect(try await titles("?artist=9223372036854775807") == [])
        }

        @Test("pages of any size together are the whole list", arguments: ["tracks", "albums", "artists"])
        func pages(list: String) async throws {
            let whole = try await client.get("/\(list)?limit=500").items.map { $0["id"] as? Int }
            #expect(whole.count >= 2)
            for limit in 1...whole.count + 1 {
                var pieces: [Int?] = []
                for offset in stride(from: 0, through: whole.count, by: limit) {
                    let page = try await client.get("/\(list)?limit=\(limit)&offset=\(offset)").object
                    #expect(
                        page["total"] as? Int == whole.count && page["limit"] as? Int == limit && page["offset"] as? Int == offset)
                    let items = try #require(page["items"] as? [[String: Any]])
                    #expect(items.count == min(limit, max(whole.count - offset, 0)))
                    pieces += items.map { $0["id"] as? Int }
                }
                #expect(pieces == whole)
            }
        }

        @Test("an unchanged list is answered with 304, compressed or not", arguments: ["", "gzip"])
        func tags(coding: String) async throws {
            let fields = ["Accept-Encoding": coding]
            let first = try await client.get("/tracks", fields)
            let tag = try #require(first.fields["etag"])
            #expect(first.fields["content-encoding"] == (coding.isEmpty ? nil : "gzip"))
            let known = fields.merging(["If-None-Match": tag]) { $1 }
            let again = try await client.get("/tracks", known)
            #expect((again.status, again.body.count, again.fields["etag"]) == (304, 0, tag))
            let list = try await client.send("POST", "/playlists", json: #"{"name":"Change"}"#)
            let changed = try await client.get("/tracks", known)
            #expect(changed.status == 200 && changed.fields["etag"] != tag)
            _ = try await client.send("DELETE", "/playlists/\(list.object["id"] as? Int ?? 0)")
        }

        @Test("compressed and uncompressed answers have the same content")
        func compression() async throws {
            let (plain, packed) = (try await client.get("/tracks"), try await client.get("/tracks", ["Accept-Encoding": "gzip"]))
            let folder = try TemporaryFolder()
            try folder.write(packed.body, to: "tracks.gz")
            let unpacked = try await ChildProcess.run("/bin/sh", ["-c", "gzip -dc '\(folder.path)/tracks.gz'"])
            #expect(Array(unpacked.out.utf8) == plain.body && packed.body.count < plain.body.count)
            #expect(packed.fields["vary"] == "accept-encoding")
        }
    }
}
