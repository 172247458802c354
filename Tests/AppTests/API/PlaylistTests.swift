import Foundation
import Testing

extension APITests {
    @Suite("Playlists")
    struct PlaylistTests: LibraryTests {
        private func make(_ tracks: [Int]) async throws -> (path: String, tag: String) {
            let made = try await client.send("POST", "/playlists", json: #"{"name":"  Mine  ","tracks":\#(tracks)}"#)
            #expect(made.status == 201, "\(made.text)")
            let path = "/playlists/\(try #require(try made.object["id"] as? Int))"
            #expect(try made.fields["location"] == "/api/v1" + path && made.object["name"] as? String == "Mine")
            return (path, try #require(made.fields["etag"]))
        }

        private func entries(_ path: String) async throws -> [Int?] {
            try await client.get(path + "/entries?limit=500").items.map { ($0["track"] as? [String: Any])?["id"] as? Int }
        }

        @Test("entries are inserted, moved, removed and replaced")
        func edits() async throws {
            let (path, _) = try await make([1, 2])
            func edit(_ method: String, _ below: String, _ json: String, _ then: [Int]) async throws {
                let answer = try await client.send(method, path + below, json: json)
                #expect(try answer.status == 200 && answer.object["entries"] as? Int == then.count, "\(answer.text)")
                #expect(try await entries(path) == then)
            }
            try await edit("POST", "/entries", #"{"tracks":[3,3]}"#, [1, 2, 3, 3])
            try await edit("POST", "/entries", #"{"tracks":[2],"at":0}"#, [2, 1, 2, 3, 3])
            try await edit("POST", "/moves", #"{"from":0,"to":4}"#, [1, 2, 3, 3, 2])
            try await edit("POST", "/moves", #"{"from":3,"to":1}"#, [1, 3, 2, 3, 2])
            try await edit("DELETE", "/entries?from=1&count=2", "", [1, 3, 2])
            try await edit("DELETE", "/entries?from=0", "", [3, 2])
            try await edit("PUT", "/entries", #"{"tracks":[2,1,2]}"#, [2, 1, 2])
            let positions = try await client.get(path + "/entries?offset=1&limit=1").object
            #expect(positions["total"] as? Int == 3)
            #expect((positions["items"] as? [[String: Any]])?.first?["position"] as? Int == 1)
            let named = try await client.send("PATCH", path, json: #"{"name":"Yours"}"#).object
            #expect(named["name"] as? String == "Yours")
            #expect(try await client.get(path).object["name"] as? String == "Yours")
            #expect(try await client.send("DELETE", path).status == 204)
            for method in ["GET", "DELETE"] { #expect(try await client.send(method, path).problem == "not-found") }
        }

        @Test("removed entries and a removed playlist are put back under the same number")
        func undo() async throws {
            let (path, _) = try await make([1, 2, 3])
            #expect(try await client.send("POST", path + "/undo").status == 409)
            #expect(try await client.send("DELETE", path + "/entries?from=0&count=2").status == 200)
            #expect(try await client.send("DELETE", path).status == 204)
            let back = try await client.send("POST", path + "/undo")
            #expect(try back.status == 200 && back.object["name"] as? String == "Mine" && back.object["entries"] as? Int == 1)
            let old = try #require(back.fields["etag"])
            #expect(try await client.send("POST", path + "/undo", json: "", ["If-Match": "\"x\""]).status == 412)
            #expect(try await client.send("POST", path + "/undo", json: "", ["If-Match": old]).status == 200)
            #expect(try await entries(path) == [1, 2, 3])
            #expect(try await client.send("POST", path + "/undo").status == 409)
        }

        @Test("a playlist is saved under a name that every system takes")
        func name() async throws {
            let made = try await client.send("POST", "/playlists", json: #"{"name":"A/\"B\" é","tracks":[1]}"#)
            let path = "/playlists/\(try #require(try made.object["id"] as? Int))"
            let saved = try await client.get(path + "/export?format=xspf")
            #expect(
                saved.fields["content-disposition"]
                    == "attachment; filename=\"A__B_ _.xspf\"; filename*=UTF-8''A__B_%20%C3%A9.xspf")
            #expect(try await client.send("DELETE", path).status == 204)
        }

        @Test("a change that is based on an older list is refused")
        func conditions() async throws {
            let (path, old) = try await make([1, 2, 3])
            let changed = try await client.send("POST", path + "/moves", json: #"{"from":0,"to":2}"#, ["If-Match": old])
            let new = try #require(changed.fields["etag"])
            #expect(changed.status == 200 && new != old)
            for (method, below, json) in [
                ("POST", "/moves", #"{"from":0,"to":1}"#), ("POST", "/entries", #"{"tracks":[1]}"#),
                ("PUT", "/entries", #"{"tracks":[]}"#),
                ("DELETE", "/entries?from=0", ""), ("PATCH", "", #"{"name":"x"}"#), ("DELETE", "", ""),
            ] {
                let answer = try await client.send(method, path + below, json: json, ["If-Match": old])
                #expect((answer.status, answer.problem) == (412, "changed-meanwhile"), "\(method) \(below)")
            }
            #expect(try await client.get(path).fields["etag"] == new)
            #expect(try await client.get(path, ["If-None-Match": new]).status == 304)
            #expect(try await client.get(path, ["If-None-Match": old]).status == 200)
            #expect(try await entries(path) == [2, 3, 1])
            #expect(try await client.send("DELETE", path, ["If-Match": new]).status == 204)
        }

        @Test(
            "an invalid change is refused and leaves the list unchanged",
            arguments: [
                ("POST", "/entries", #"{"tracks":[999]}"#, "refused"), ("POST", "/entries", #"{"tracks":[1],"at":4}"#, "refused"),
                ("POST", "/entries", #"{"tracks":[1],"at":-1}"#, "refused"), ("POST", "/entries", #"{"tracks":["1"]}"#, "bad-body"),
                ("POST", "/entries", #"{"tracks":[1.5]}"#, "bad-body"),
                ("POST", "/entries", #"{"tracks":[99999999999999999999]}"#, "bad-body"),
                ("POST", "/entries", #"{}"#, "bad-body"), ("PUT", "/entries", #"{"tracks":[1,-1]}"#, "refused"),
                ("POST", "/moves", #"{"from":0,"to":3}"#, "refused"), ("POST", "/moves", #"{"from":-1,"to":0}"#, "refused"),
                ("POST", "/moves", #"{"from":9223372036854775807,"to":0}"#, "refused"),
                ("POST", "/moves", #"{"from":9223372036854775808,"to":0}"#, "bad-body"), ("DELETE", "/entries", "", "bad-query"),
                ("DELETE", "/entries?from=0&count=4", "", "refused"), ("DELETE", "/entries?from=-1", "", "bad-query"),
                ("DELETE", "/entries?from=2147483647&count=2147483647", "", "refused"),
                ("DELETE", "/entries?from=0&count=0", "", "bad-query"),
                ("PATCH", "", #"{"name":""}"#, "bad-body"), ("PATCH", "", #"{"name":" \n "}"#, "bad-body"),
                ("PATCH", "", #"{"name":7}"#, "bad-body"), ("PATCH", "", #"{"name":"a\u001b[2J"}"#, "bad-body"),
                ("PATCH", "", #"{"name":"a\u202eb"}"#, "bad-body"), ("PATCH", "", #"{"name":"a\nb"}"#, "bad-body"),
                ("PATCH", "", #"{"name":"\#(String(repeating: "x", count: 201))"}"#, "bad-body"),
            ])
        func refusals(method: String, below: String, json: String, problem: String) async throws {
            let (path, tag) = try await make([1, 2, 3])
            let answer = try await client.send(method, path + below, json: json)
            #expect(answer.problem == problem, "\(answer.status) \(answer.text)")
            #expect(try await client.get(path).fields["etag"] == tag)
            #expect(try await entries(path) == [1, 2, 3])
            #expect(try await client.send("DELETE", path).status == 204)
        }

        @Test("profiles of many paths are returned in their order, with null for unknown paths")
        func profiles() async throws {
            let music = try library.music
            let paths = [
                music + "/more/two.wma", "nowhere.mp3", "clicks.mp3", "", "/", "../clicks.mp3", music, music + "/", "a'--",
            ]
            let body = String(decoding: try JSONSerialization.data(withJSONObject: ["paths": paths]), as: UTF8.self)
            var stranger = try client
            stranger.token = nil
            let answer = try await stranger.send("POST", "/profiles", json: body)
            let profiles = try #require(try answer.object["profiles"] as? [[String: Any]])
            #expect(profiles.map { $0["path"] as? String } == paths)
            #expect(profiles.map { $0["track"] is Int } == [true, false, true, false, false, false, false, false, false])
            let single = try await client.get("/tracks/\(try await track("svefn"))/profile").object
            #expect((profiles[2]["profile"] as? NSDictionary) == (single as NSDictionary))
            #expect(try #require(single["bpm"] as? Double) > 119 && single["key"] is NSNull)
            let many = String(repeating: "\"a\",", count: 1000) + "\"a\""
            #expect(try await client.send("POST", "/profiles", json: #"{"paths":[\#(many)]}"#).problem == "bad-body")
        }
    }
}
