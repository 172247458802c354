import Foundation
import System
import Testing
import Web

@testable import API
@testable import Library
@testable import Rooms

extension APITests {
    @Suite("Its OpenAPI description")
    struct DescriptionTests: LibraryTests {
        private static let description: Outline = {
            let file = Downbeat.checkout.appendingPathComponent("Public/openapi.yaml")
            return Outline((try? String(contentsOf: file, encoding: .utf8)) ?? "")  // If the file is missing, every test fails.
        }()

        private static let methods = ["get", "put", "post", "patch", "delete"]

        @Test("it names exactly the addresses and methods that exist")
        func routes() async throws {
            let data = try TemporaryFolder()
            var options = LibraryOptions(jobs: 1)
            options.dataFolder = data.path
            let clock = MachineClock()
            let log = Log(level: .error, format: .text, clock: clock)
            let library = try Library(options, Downbeat.worker, log: log, clock: clock)
            let access = AccessControl(
                owner: library.data.token, isOpen: true, origins: OriginPolicy(origins: []),
                links: try Links(in: library.data, clock))
            var routes = Routes()
            let invitation = Invitation(bind: "::", port: 8080, basePath: "")
            let rooms = try Rooms(library, LocalRoomStore(library.rooms, library.catalog, clock), log: log, clock: clock)
            LibraryAPI(library, rooms, EventStreams(), access: access, invitation: invitation).add(to: &routes)
            CompanionAPI(library, access, Vitals(clock), CompanionPush()).add(to: &routes)
            // The socket is in the other description, and what a companion port has too is described once.
            let patterns = routes.patterns.filter { $0.pattern != "/companion/ws/push" && !$0.pattern.hasPrefix("/companion/v1/") }
            let real = Set(patterns.map { "\($0.method.name) \($0.pattern)" })
            #expect(real.count == patterns.count && real.count > 40)

            let paths = try #require(Self.description["paths"])
            let described = Set(
                paths.keys.flatMap { path in
                    Self.methods.filter { paths[path]?[$0] != nil }.map { "\($0.uppercased()) \(path)" }
                })
            #expect(described.subtracting(real).sorted() == [])
            #expect(real.subtracting(described).sorted() == [])
        }

        @Test("the server sends it and the protocol's description as YAML", arguments: [("openapi", "3.1"), ("asyncapi", "3.0")])
        func served(name: String, version: String) async throws {
            let answer = try await client.get("/\(name).yaml")
            #expect((answer.status, answer.type) == (200, "application/yaml"))
            #expect(answer.text.hasPrefix("\(name): \(version)"))
        }

        @Test("exactly the changes require the token, and document 401 and 403")
        func security() throws {
            let paths = try #require(Self.description["paths"])
            for path in paths.keys {
                for method in Self.methods {
                    guard let operation = paths[path]?[method] else { continue }
                    // The 401 of the first is about the viewers' key; a code, a screen that asks for a role and a report of practice need no token.
                    if ["/api/v1/session", "/api/v1/redeem", "/api/v1/pairings", "/api/v1/pairings/collect"].contains(path) {
                        continue
                    }
                    if path == "/api/v1/practice" && method == "post" { continue }
                    // Lists of paths, of which each address may have so many analyzed.
                    if ["/companion/smart-dj/bulk-profiles", "/companion/visualizer/precompute"].contains(path) { continue }
                    // Crash records, broken files and the log contain paths; what people play elsewhere is their business.
                    let isChange =
                        method != "get" && path != "/api/v1/profiles" || path.hasPrefix("/api/v1/crashes")
                        || [
                            "/api/v1/set-aside", "/api/v1/links", "/api/v1/library/broken", "/api/v1/log", "/api/v1/log/events",
                            "/api/v1/settings/export", "/api/v1/servers", "/api/v1/analysis/batch", "/api/v1/rooms/{room}/follow",
                            "/api/v1/uploads/resumable", "/api/v1/uploads/resumable/{upload}",
                            "/api/v1/tracks/{track}/place",
                            "/api/v1/stations",
                            "/api/v1/tracks/{track}/tags", "/api/v1/tags/edits/{edit}", "/api/v1/tags/undo",
                        ]
                        .contains(path)
                    #expect((operation["security"]?.text == "[{token: []}]") == isChange, "\(method) \(path)")
                    #expect((operation["responses"]?["401"] != nil) == isChange, "\(method) \(path)")
                    #expect((operation["responses"]?["403"] != nil) == isChange, "\(method) \(path)")
                    #expect(operation["responses"]?["default"] != nil, "\(method) \(path)")
                }
            }
        }

        /// Addresses, and the schemas of their answers.
        private static let answers = [
            ("/tracks?limit=3", "TrackPage"), ("/albums", "AlbumPage"), ("/artists", "ArtistPage"),
            ("/playlists", "PlaylistPage"), ("/library", "Library"), ("/analysis", "AnalysisStatus"), ("/tracks/1", "Track"),
            ("/albums/1", "Album"), ("/artists/1", "Artist"), ("/tracks/1/grid", "Grid"), ("/tracks/1/profile", "Profile"),
            ("/tracks/1/frames.json?count=2", "Frames"), ("/tracks/1/waveform.json?pixels=5", "Waveform"),
            ("/playlists/1/entries", "EntryPage"), ("/playlists/1", "Playlist"), ("/join", "Joining"),
            ("/songs", "SongPage"), ("/songs/export", "SongBook"), ("/set-lists", "SetListPage"),
            ("/practice?name=Keys", "PracticePage"), ("/practice/names", "PracticeNames"),
            ("/practice/calendar?name=Keys&month=2026-11", "PracticeCalendar"),
            ("/clicks", "ClickKits"), ("/servers", "ServedServers"), ("/analysis/batch", "LastBatch"),
            ("/companion/health", "CompanionHealth"),
            ("/companion/smart-dj/profile?relative_path=clicks.mp3", "CompanionProfile"),
            ("/companion/visualizer/frames?relative_path=clicks.mp3&fps=1", "CompanionFrames"),
            ("/v1/audio-features/1", "AudioFeatures"), ("/v1/audio-features?ids=1", "AudioFeatureList"),
            ("/v1/audio-analysis/1", "AudioAnalysis"),
            ("/pins", "Pins"),
            ("/stations", "Stations"),
            ("/tracks/1/place", "Place"),
        ]

        @Test("answers have exactly the keys of their schemas, at every level")
        func keys() async throws {
            _ = try await client.send("POST", "/playlists", json: #"{"name":"Keys","tracks":[1,2]}"#)
            let song = try #require(try await client.send("POST", "/songs", json: #"{"title":"Keys"}"#).object["id"] as? Int)
            let list = try #require(
                try await client.send("POST", "/set-lists", json: #"{"title":"Keys","songs":[\#(song)]}"#).object["id"] as? Int)
            let practice =
                #"{"name":"Keys","item":"123e4567-e89b-12d3-a456-426614174000","day":"2026-11-25","bpm":90,"seconds":60,"bars":9}"#
            _ = try await client.send("POST", "/practice", json: practice)
            for (path, schema) in Self.answers + [("/songs/\(song)", "Song"), ("/set-lists/\(list)", "SetList")] {
                let answer = try await client.get(path)
                #expect(answer.status == 200, "\(path)")
                try compare(try answer.json, with: schema, path)
            }
            let profiles = try await client.send("POST", "/profiles", json: #"{"paths":["clicks.mp3","nowhere"]}"#)
            try compare(try profiles.json, with: "Profiles", "/profiles")
        }

        @Test("its examples have exactly the keys of their schemas")
        func examples() throws {
            let paths = try #require(Self.description["paths"])
            var count = 0
            for path in paths.keys {
                for method in Self.methods {
                    for status in paths[path]?[method]?["responses"]?.keys ?? [] {
                        let content = paths[path]?[method]?["responses"]?[status]?["content"]?["application/json"]
                        guard let example = content?["example"]?.text, let schema = Self.name(in: content?["schema"]) else {
                            continue
                        }
                        try compare(try JSONSerialization.jsonObject(with: Data(example.utf8)), with: schema, path)
                        count += 1
                    }
                }
            }
            #expect(count >= 8)
        }

        /// The schema that a reference names; the reference may be inside `oneOf` or `items`.
        private static func name(in outline: Outline?) -> String? {
            let text = outline?["$ref"]?.text ?? outline?["oneOf"]?.text ?? outline?["items"]?.text ?? outline?.text ?? ""
            return text.split(separator: "/").last.map { String($0.prefix { $0.isLetter }) }.flatMap { $0.isEmpty ? nil : $0 }
        }

        private func compare(_ value: Any, with schema: String, _ place: String) throws {
            for item in value as? [Any] ?? [] { try compare(item, with: schema, place) }
            guard let object = value as? [String: Any], let known = Self.description["components"]?["schemas"]?[schema],
                known["properties"] != nil
            else { return }
            #expect(object.keys.sorted() == known["properties"]?.keys.sorted(), "\(schema) in \(place)")
            let required = known["required"]?.text?.dropFirst().dropLast().split(separator: ",").map { $0.filter { $0 != " " } }
            #expect(required?.sorted() == known["properties"]?.keys.sorted(), "\(schema) requires all")
            for (key, inner) in object {
                guard let name = Self.name(in: known["properties"]?[key]) else { continue }
                try compare(inner, with: name, "\(place).\(key)")
            }
        }
    }
}
