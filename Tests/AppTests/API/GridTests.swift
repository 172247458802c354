import Foundation
import Testing

extension APITests {
    @Suite("Beat grids and markers")
    struct GridTests: LibraryTests {
        private func beats(_ path: String) async throws -> [Double] {
            try #require(try await client.get(path).object["beats"] as? [Double])
        }

        @Test("each step changes the grid as documented, and undoing it restores the analyzed grid")
        func steps() async throws {
            let path = "/tracks/\(try await track("svefn"))/grid"
            let found = try await beats(path)
            #expect(found.count > 40 && abs(found[1] - found[0] - 0.5) < 0.02)
            func after(_ step: String) async throws -> [String: Any] {
                let answer = try await client.send("PUT", path + "/correction", json: #"{"steps":[\#(step)]}"#)
                #expect(answer.status == 200, "\(step): \(answer.text)")
                #expect(try await beats(path) == answer.object["beats"] as? [Double])
                #expect(try await beats(path + "?original=true") == found)
                return try answer.object
            }
            #expect(try await after(#"{"do":"double"}"#)["bpm"] as? Double ?? 0 > 230)
            #expect(try await after(#"{"do":"half"}"#)["bpm"] as? Double ?? 0 < 65)
            let shifted = try #require(try await after(#"{"do":"shift","milliseconds":10.5}"#)["beats"] as? [Double])
            #expect(zip(shifted, found).allSatisfy { abs($0 - $1 - 0.0105) < 1e-5 })
            let late = try await after(#"{"do":"downbeat","at":\#(found[5])}"#)
            #expect((late["positions"] as? [Int])?[5] == 1)
            #expect(try await after(#"{"do":"meter","beats":3}"#)["meter"] as? Int == 3)
            let steady = try #require(try await after(#"{"do":"tempo","bpm":100,"at":1}"#)["beats"] as? [Double])
            #expect(steady.contains(1) && steady.contains { abs($0 - 1.6) < 1e-5 })
            let tapped = try await after(#"{"do":"taps","times":[1,1.6,2.2,2.8,3.4]}"#)
            #expect((tapped["bpm"] as? Double).map { abs($0 - 100) < 2 } == true)

            let added = try await client.send("POST", path + "/correction", json: #"{"do":"double"}"#).object
            #expect((added["correction"] as? [String: [Any]])?["steps"]?.count == 2)
            let track = try await client.get("/tracks/\(try await track("svefn"))").object
            #expect(track["corrected"] as? Bool == true && (added["corrected"] as? Bool) == true)
            let back = try await client.send("DELETE", path + "/correction")
            #expect(try back.object["correction"] is NSNull && back.object["corrected"] as? Bool == false)
            #expect(try await beats(path) == found)
            #expect(try await client.get(path + "/correction").text == "{\"steps\":[]}\n")
        }

        @Test("no step of many concurrent requests is lost")
        func together() async throws {
            let path = "/tracks/\(try await track("svefn"))/grid/correction"
            let client = try client
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await client.send("POST", path, json: #"{"do":"shift","milliseconds":2}"#).status }
                }
                for try await status in group { #expect(status == 200) }
            }
            #expect(try await client.get(path).text == "{\"steps\":[{\"do\":\"shift\",\"milliseconds\":32}]}\n")
            _ = try await client.send("DELETE", path)
        }

        @Test(
            "an invalid step is refused and changes nothing",
            arguments: [
                "", "{", "[]", "null", "1", #""double""#, "{}", #"{"do":null}"#, #"{"do":"triple"}"#, #"{"do":"shift"}"#,
                #"{"do":"shift","milliseconds":"1"}"#, #"{"do":"shift","milliseconds":2001}"#,
                #"{"do":"shift","milliseconds":1e999}"#,
                #"{"do":"shift","milliseconds":NaN}"#, #"{"do":"meter","beats":1.5}"#, #"{"do":"meter","beats":17}"#,
                #"{"do":"tempo","bpm":120}"#, #"{"do":"tempo","bpm":0,"at":0}"#, #"{"do":"tempo","bpm":120,"at":1e308}"#,
                #"{"do":"taps","times":[1,2,3]}"#, #"{"do":"taps","times":[1,1,1,1]}"#, #"{"do":"downbeat","at":-1}"#,
                #"{"do":"\ud800"}"#, "\u{FEFF}",
            ])
        func refused(body: String) async throws {
            let path = "/tracks/1/grid/correction"
            let before = try await client.get(path).text
            for (method, json) in [("POST", body), ("PUT", #"{"steps":[\#(body)]}"#), ("PUT", body)] {
                // An empty list is a valid correction.
                if method == "PUT" && body.isEmpty && !json.isEmpty { continue }
                let answer = try await client.send(method, path, json: json)
                #expect((answer.status, answer.problem) == (400, "bad-body"), "\(method) \(json): \(answer.text)")
            }
            #expect(try await client.get(path).text == before)
        }

        @Test("the number of steps is limited")
        func many() async throws {
            let steps = Array(repeating: #"{"do":"double"}"#, count: 65).joined(separator: ",")
            let answer = try await client.send("PUT", "/tracks/1/grid/correction", json: #"{"steps":[\#(steps)]}"#)
            #expect((answer.status, answer.problem) == (400, "bad-body"))
        }

        @Test("markers are added, changed and removed, and listed by time")
        func markers() async throws {
            let path = "/tracks/\(try await track("noise"))/markers"
            let made = try await client.send(
                "POST", path, json: ##"{"start":2,"end":3.5,"label":"Ünïcode <b>","colour":"#FF8800"}"##)
            #expect(made.status == 201)
            let marker = try made.object
            let id = try #require(marker["id"] as? Int)
            #expect(made.fields["location"] == "/api/v1\(path)/\(id)")
            #expect(marker["colour"] as? String == "#ff8800" && marker["label"] as? String == "Ünïcode <b>")
            _ = try await client.send("POST", path, json: #"{"start":0.5}"#)
            let list = try #require(try await client.get(path).json as? [[String: Any]])
            #expect(list.map { $0["start"] as? Double } == [0.5, 2])
            #expect(list[0]["end"] is NSNull && list[0]["label"] as? String == "" && list[0]["colour"] is NSNull)
            let changed = try await client.send("PUT", "\(path)/\(id)", json: #"{"start":0.25}"#)
            #expect(try changed.status == 200 && changed.object["label"] as? String == "")
            for (method, other) in [
                ("PUT", "/tracks/1/markers/\(id)"), ("DELETE", "/tracks/1/markers/\(id)"), ("DELETE", "\(path)/999"),
            ] {
                #expect(try await client.send(method, other, json: #"{"start":0}"#).problem == "not-found", "\(method) \(other)")
            }
            for marker in list { _ = try await client.send("DELETE", "\(path)/\(marker["id"] as? Int ?? 0)") }
            #expect(try await client.get(path).text == "[]\n")
        }

        @Test(
            "an invalid marker is refused",
            arguments: [
                "{}", #"{"start":-1}"#, #"{"start":6}"#, #"{"start":"1"}"#, #"{"start":2,"end":2}"#, #"{"start":1,"end":6}"#,
                #"{"start":1,"colour":"red"}"#, ##"{"start":1,"colour":"#ff88001"}"##, ##"{"start":1,"colour":"#é1234"}"##,
                #"{"start":1,"label":5}"#, #"{"start":1,"label":"a\u0000"}"#, #"{"start":1,"label":"a\u202e"}"#,
                #"{"start":1e400}"#, #"{"start":null}"#,
                #"{"start":1,"label":"\#(String(repeating: "x", count: 201))"}"#,
                #"{"start":1,"label":"a\#(String(repeating: "\u{301}", count: 201))"}"#,
            ])
        func noMarkers(body: String) async throws {
            let path = "/tracks/\(try await track("noise"))/markers"
            let answer = try await client.send("POST", path, json: body)
            #expect((answer.status, answer.problem) == (400, "bad-body"), "\(answer.text)")
            #expect(try await client.get(path).text == "[]\n")
        }
    }
}
