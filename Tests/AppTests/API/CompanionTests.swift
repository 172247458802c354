import Foundation
import Testing
import Waiting

extension APITests {
    @Suite("The companion")
    struct CompanionTests: LibraryTests {
        private func frames(_ path: String, _ accept: String? = nil) async throws -> Answer {
            try await client.get(
                "/companion/visualizer/frames?relative_path=\(path)", accept.map { ["Accept": $0] } ?? [:])
        }

        @Test("a profile has what the library's own has, and a list marks what is not there")
        func profiles() async throws {
            let own = try await client.get("/tracks/\(try await track("Svefn"))/profile").object
            let profile = try await client.get("/companion/smart-dj/profile?relative_path=clicks.mp3").object
            #expect(profile["status"] as? String == "ready")
            #expect(profile["bpm"] as? Double == own["bpm"] as? Double)
            #expect(profile["lufs"] as? Double == (own["loudness"] as? [String: Any])?["integrated"] as? Double)
            let silence = try #require(own["silence"] as? [String: Double])
            #expect(abs((profile["silence_start"] as? Double ?? -1) - (silence["start"] ?? 0)) < 0.001)
            #expect(abs((profile["silence_end"] as? Double ?? -1) - (silence["end"] ?? 0)) < 0.001)
            let list = try await client.get("/companion/smart-dj/bulk-profiles?paths=clicks.mp3,nothing,more/two.wma").object
            let profiles = try #require(list["profiles"] as? [String: [String: Any]])
            #expect(
                profiles.mapValues { $0["status"] as? String } == [
                    "clicks.mp3": "ready", "nothing": "unknown", "more/two.wma": "ready",
                ])
        }

        @Test(
            "a track is found by the path that another machine, a music server or a careless app has for it",
            arguments: [
                "clicks.mp3", "/clicks.mp3", "//clicks.mp3/", "CLICKS.mp3", "music/clicks.mp3", "/srv/nas/more/two.wma",
                "srv//nas/MORE/two.wma/",
                "Sigur R%C3%B3s/%C3%81g%C3%A6tis byrjun/02 - Svefn-g-englar.mp3",
                "x/Sigur Ro%CC%81s/A%CC%81g%C3%A6tis byrjun/svefn g englar.flac",
            ])
        func names(path: String) async throws {
            let wanted = try await track(path.lowercased().contains("two") ? "Zwei" : "Svefn")
            let escaped = path.replacing(" ", with: "%20")
            for address in ["/smart-dj/profile", "//smart-dj/profile/", "/smart-dj//profile"] {
                let answer = try await client.get("/companion\(address)?relative_path=\(escaped)")
                #expect(try answer.status == 200 && answer.object["track"] as? Int == wanted, "\(address) \(path): \(answer.text)")
            }
            let list = try await client.get("/companion/smart-dj/bulk-profiles?paths=gone.mp3,\(escaped)").object
            let profiles = try #require(list["profiles"] as? [String: [String: Any]])
            #expect(
                profiles.values.compactMap { $0["track"] as? Int } == [wanted] && profiles.count == 2, "\(path): \(profiles.keys)")
        }

        @Test(
            "a track is never taken for another of its name",
            arguments: ["x/clicks.mp3", "other/two.wma", "Abba/Straße/Zwei.wma", "more/Two"])
        func strangers(path: String) async throws {
            let escaped = path.replacing("ß", with: "%C3%9F")
            #expect(try await client.get("/companion/smart-dj/profile?relative_path=\(escaped)").status == 404)
        }

        @Test("names that a list of paths does not have are refused")
        func unknown() async throws {
            for path in ["/smart-dj/bulk-profiles", "/visualizer/precompute"] {
                for body in [#"{"files":["clicks.mp3"]}"#, #"{"Paths":["clicks.mp3"]}"#] {
                    let answer = try await client.send("POST", "/companion" + path, json: body)
                    #expect(answer.status == 400 && answer.text.contains("is not known here"), "\(answer.text)")
                }
            }
        }

        @Test("the flat file has the values of the JSON, and both have tags")
        func forms() async throws {
            let json = try await frames("clicks.mp3")
            let values = try #require(try json.object["frames"] as? [[Double]]).flatMap(\.self)
            let flat = try await frames("clicks.mp3", "application/octet-stream")
            #expect(flat.type == "application/octet-stream" && flat.body.count == 4 * values.count && values.count > 1_000)
            for (index, value) in values.enumerated() {
                let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(flat.body[4 * index + $1]) << (8 * $1) }
                if abs(Double(Float(bitPattern: bits)) - value) > 0.00051 {
                    Issue.record("value \(index) is \(value) and \(Float(bitPattern: bits))")
                    break
                }
            }
            for (answer, accept) in [(json, nil), (flat, "application/octet-stream")] as [(Answer, String?)] {
                let tag = try #require(answer.fields["etag"])
                let fields = ["If-None-Match": tag].merging(accept.map { ["Accept": $0] } ?? [:]) { $1 }
                let again = try await client.get("/companion/visualizer/frames?relative_path=clicks.mp3", fields)
                #expect(again.status == 304 && again.body.isEmpty)
            }
        }

        @Test("errors are problems, whatever finds them")
        func errors() async throws {
            for (path, status) in [
                ("/smart-dj/profile", 400), ("/smart-dj/profile?relative_path=../a", 400),
                ("/smart-dj/profile?relative_path=a", 404),
                ("/visualizer/frames?relative_path=clicks.mp3&points=7", 400), ("/nothing", 404), ("/ws/push", 426),
                ("/smart-dj/profile?relative_path=" + String(repeating: "a", count: 9_000), 414),
            ] {
                let answer = try await client.get("/companion" + path)
                #expect(answer.status == status && answer.problem != nil, "\(path.prefix(60)): \(answer.status)")
            }
            #expect(try await client.send("POST", "/companion/visualizer/precompute", json: "{").status == 400)
        }

        @Test("everybody may ask for frames, except pages of other sites")
        func precompute() async throws {
            var stranger = try client
            stranger.token = nil
            let path = "/companion/visualizer/precompute"
            let asked = try await stranger.send("POST", path, json: #"{"paths":["clicks.mp3","nothing"]}"#)
            #expect(asked.status == 202)
            let jobs = try #require(try asked.object["jobs"] as? [[String: Any]])
            #expect(jobs.map { $0["status"] as? String } == ["ready", "unknown"])
            let foreign = try await stranger.send("POST", path, json: "{}", ["Origin": "https://evil.example"])
            #expect((foreign.status, foreign.problem) == (403, "foreign-origin"))
        }

        @Test(
            "features and analysis are the same by number, identity and the codes in the tags, and measured values are those of the profile"
        )
        func features() async throws {
            let id = try await track("Svefn")
            let profile = try await client.get("/tracks/\(id)/profile").object
            let features = try await client.get("/v1/audio-features/\(id)")
            #expect(features.status == 200)
            let identity = try #require(features.object["id"] as? String)
            #expect(try await client.get("/v1/audio-features/\(identity)").body == features.body)
            #expect(try await client.get("/companion/v1/audio-features/\(id)").body == features.body)
            for code in ["ISA019900213", "is-a01-99-00213", "C0A4F1B2-6f0e-4a5b-9c3d-0123456789ab"] {
                #expect(try await client.get("/v1/audio-features/\(code)").body == features.body, "\(code)")
                #expect(try await client.get("/v1/audio-analysis/\(code)").status == 200)
            }
            #expect(try await client.get("/tracks/\(id)").object["isrc"] as? String == "ISA019900213")
            #expect(try features.object["tempo"] as? Double == profile["bpm"] as? Double)
            #expect(try (features.object["key"] is NSNull) == (profile["key"] is NSNull))
            let list = try await client.get("/v1/audio-features?ids=\(id),999999,nothing").object
            #expect((list["audio_features"] as? [Any])?.map { $0 is NSNull } == [false, true, true])
            let analysis = try await client.get("/v1/audio-analysis/\(identity)").object
            let grid = try #require(try await client.get("/tracks/\(id)/grid").object["beats"] as? [Double])
            let beats = try #require(analysis["beats"] as? [[String: Double]])
            #expect(beats.count == grid.count && zip(beats, grid).allSatisfy { abs(($0["start"] ?? -1) - $1) < 0.001 })
            #expect((analysis["tatums"] as? [Any])?.count == 2 * beats.count)
            #expect((analysis["segments"] as? [Any])?.isEmpty == false && (analysis["sections"] as? [Any])?.isEmpty == false)
            #expect((analysis["sections"] as? [[String: Any]])?.allSatisfy { $0["label"] is String } == true)
            for (path, status) in [("/v1/audio-features/x", 404), ("/v1/audio-analysis/999999", 404), ("/v1/audio-features", 400)] {
                let answer = try await client.get(path)
                #expect(answer.status == status && answer.problem != nil, "\(path)")
            }
        }
    }
}

/// A client of the companion's news; each message is checked against its description.
final class PushClient {
    private var wire: Wire

    init(_ port: UInt16, token: String?) throws {
        let (wire, answer) = try openSocket(port, "/companion/ws/push", token: token)
        guard answer.status == 101 else { throw NeverHappened("a socket; the answer was \(answer.status)") }
        self.wire = wire
    }

    /// The next message of a type; others are passed over.
    func next(_ type: String) throws -> [String: Any] { try next(type, noting: "").message }

    /// The same, and whether one of another type came before it.
    func next(_ type: String, noting other: String) throws -> (message: [String: Any], hasMet: Bool) {
        var hasMet = false
        while true {
            let head = try wire.read(2)
            // Messages of the server are not masked (RFC 6455, section 5.1), and these are short.
            var count = Int(head[1])
            if count == 126 { count = try wire.read(2).reduce(0) { $0 << 8 | Int($1) } }
            let payload = try wire.read(count)
            guard head[0] & 15 == 1 else { continue }
            #expect(ProtocolDescription.complaints(ofPush: payload) == [])
            let message = try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any] ?? [:]
            if message["type"] as? String == type { return (message, hasMet) }
            hasMet = hasMet || message["type"] as? String == other
        }
    }
}
