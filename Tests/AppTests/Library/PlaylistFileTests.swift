import Catalog
import Foundation
import Glibc
import Testing

@testable import Library
@testable import Workers

extension WorkerTests {
    @Suite("Playlist files in a music folder") struct PlaylistFiles {
        private let library: ScannedLibrary

        init() async throws {
            library = try await ScannedLibrary(ProbeDesk(jobs: 1, program: try Downbeat.worker))
            try FileManager.default.createDirectory(atPath: library.root + "/lists", withIntermediateDirectories: true)
        }

        private func write(_ text: String, to path: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(library.root)/\(path)"))
        }

        private func song(_ music: Int) throws {
            try Data(TinyMusic.file(.wav, music: music, title: "song \(music)")).write(
                to: URL(fileURLWithPath: "\(library.root)/\(music).wav"))
        }

        private func playlists() async throws -> [Playlist] { try await library.reader.playlists(limit: 50, offset: 0).items }

        @Test("follow their files, say what is missing, and find it when it appears")
        func follow() async throws {
            try song(1)
            try write(
                "#EXTM3U\n#EXTINF:1,First\n../1.wav\n#EXTINF:1,Second\n../2.wav\nhttp://example.org/x\n", to: "lists/Party.m3u")
            #expect(try await library.scan([]).playlists.count == 1)
            let party = try #require(try await playlists().first)
            #expect(party.name == "Party" && party.file == "Party.m3u" && party.count == 3)
            func entries() async throws -> [PlaylistEntry] { try await library.reader.entries(of: party.id, limit: 50, offset: 0) }
            #expect(try await entries().map(\.title) == ["song 1", "Second", "http://example.org/x"])
            #expect(try await entries().map(\.location) == ["../1.wav", "../2.wav", "http://example.org/x"])
            #expect(try await library.scan([]).playlists == [])

            try song(2)
            #expect(try await library.scan([]).playlists == [party.id])
            #expect(try await entries().map { $0.track?.title } == ["song 1", "song 2", nil])

            // Nobody edits it but its file.
            await #expect(throws: CatalogError.self) {
                try await library.catalog.rename(playlist: party.id, to: "x", seen: nil, at: 2)
            }
            await #expect(throws: CatalogError.self) { try await library.catalog.remove(playlist: party.id, seen: nil, at: 1) }
            let copy = try await library.catalog.makePlaylist("Mine", copying: party.id, tracks: [], at: 2)
            #expect(try await library.reader.playlist(copy)?.count == 2)

            try write("../2.wav\n", to: "lists/Party.m3u")
            #expect(try await library.scan([Array("lists".utf8)]).playlists == [party.id])
            #expect(try await entries().map(\.title) == ["song 2"])
            try FileManager.default.removeItem(atPath: library.root + "/lists/Party.m3u")
            #expect(try await library.scan([Array("lists".utf8)]).playlists == [party.id])
            #expect(try await playlists().map(\.name) == ["Mine"])
        }

        @Test("are of four kinds, in any folder, and hostile ones do no harm")
        func kinds() async throws {
            try song(1)
            try write("[playlist]\nFile1=1.wav\n", to: "a.pls")
            try write("\u{FEFF}1.wav\r\n", to: "b.m3u8")
            try write("<playlist><trackList><track><location>1.wav</location></track></trackList></playlist>", to: "c.XSPF")
            try write("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><playlist>&b;", to: "d.xspf")
            try write("\0\u{1}\u{2}", to: "e.m3u")
            try write("1.wav", to: ".hidden.m3u")
            symlink("/proc/self/environ", library.root + "/f.m3u")
            try await library.scan([])
            #expect(
                try await playlists().map { [$0.name, "\($0.count)"] } == [
                    ["a", "1"], ["b", "1"], ["c", "1"], ["d", "0"], ["e", "0"],
                ])
            for playlist in try await playlists() where playlist.count == 1 {
                #expect(try await library.reader.entries(of: playlist.id, limit: 5, offset: 0).first?.track?.title == "song 1")
            }
        }
    }
}
