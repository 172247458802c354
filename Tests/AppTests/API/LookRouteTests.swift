import Foundation
import Testing

@Suite("Saved looks over HTTP", .serialized, .served(music: false))
struct LookRouteTests: LibraryTests {
    private func id(_ look: [String: Any]) throws -> Int { try #require(look["id"] as? Int) }

    private func clear() async throws {
        for look in try await client.get("/looks?limit=500").items { _ = try await client.send("DELETE", "/looks/\(try id(look))") }
    }

    private func save(_ json: String) async throws -> [String: Any] {
        let made = try await client.send("POST", "/looks", json: json)
        #expect(made.status == 201, "\(made.text)")
        let look = try made.object
        #expect(made.fields["location"] == "/api/v1/looks/\(try id(look))")
        return look
    }

    @Test("a look is saved, changed in part, listed by name and deleted")
    func life() async throws {
        try await clear()
        let sea = try await save(#"{"name":"  Deep sea ","look":{"style":"sea","seed":7,"calm":false}}"#)
        #expect(sea["name"] as? String == "Deep sea")
        let settings = try #require(sea["look"] as? [String: Any])
        #expect(settings["style"] as? String == "sea" && settings["seed"] as? Int == 7 && settings["calm"] as? Bool == false)
        _ = try await save(#"{"name":"aurora","look":{"style":"aurora"}}"#)
        #expect(try await client.get("/looks").items.map { $0["name"] as? String } == ["aurora", "Deep sea"])

        let path = "/looks/\(try id(sea))"
        let renamed = try await client.send("PATCH", path, json: #"{"name":"Zebra"}"#)
        #expect(try renamed.object["look"] as? NSDictionary == settings as NSDictionary)
        let changed = try await client.send("PATCH", path, json: #"{"look":{"style":"rain"}}"#)
        #expect(try changed.object["name"] as? String == "Zebra")
        #expect(try changed.object["look"] as? NSDictionary == ["style": "rain"])
        #expect(try await client.get(path).object as NSDictionary == changed.object as NSDictionary)
        #expect(try await client.send("DELETE", path).status == 204)
        #expect(try await client.get(path).status == 404)
        #expect(try await client.send("DELETE", path).status == 404)
    }

    @Test("a room takes what a look has, as it is")
    func applied() async throws {
        try await clear()
        let look = try await save(#"{"name":"one","look":{"style":"sea","seed":7,"sensitivity":1.5,"calm":true}}"#)
        let settings = try #require(look["look"] as? [String: Any])
        var command = settings
        command["do"] = "look"
        let json = String(decoding: try JSONSerialization.data(withJSONObject: command), as: UTF8.self)
        #expect(try await client.send("POST", "/rooms/looks/commands", json: json).status == 200)
        let room = try await client.get("/settings/export").object["rooms"] as? [[String: Any]]
        #expect(room?.first { $0["name"] as? String == "looks" }?["look"] as? NSDictionary == settings as NSDictionary)
    }

    @Test("a look that cannot be kept is refused, and nothing changes")
    func refused() async throws {
        try await clear()
        let one = try await save(#"{"name":"one","look":{"style":"sea"}}"#)
        let two = try await save(#"{"name":"two","look":{"style":"rain"}}"#)
        let long = String(repeating: "x", count: 201)
        let many = (0...32).map { "\"a\($0)\":1" }.joined(separator: ",")
        for (json, status) in [
            (#"{"look":{"style":"sea"}}"#, 400), (#"{"name":"three"}"#, 400), (#"{"name":" ","look":{"style":"sea"}}"#, 400),
            (#"{"name":"a\u0007","look":{"style":"sea"}}"#, 400), (#"{"name":"three","look":{}}"#, 400),
            (#"{"name":"three","look":{"style":["sea"]}}"#, 400), (#"{"name":"three","look":{"":1}}"#, 400),
            (#"{"name":"three","look":{"a":1e10}}"#, 400), (#"{"name":"three","look":{"ä":1}}"#, 400),
            ("{\"name\":\"three\",\"look\":{\"a\":\"\(long)\"}}", 400),
            ("{\"name\":\"three\",\"look\":{\(many)}}", 400), (#"{"name":"ONE","look":{"style":"sea"}}"#, 409),
        ] {
            let answer = try await client.send("POST", "/looks", json: json)
            #expect(answer.status == status, "\(json): \(answer.text)")
        }
        #expect(try await client.send("PATCH", "/looks/\(try id(two))", json: #"{"name":"One"}"#).status == 409)
        // Its own name in other letters is no other look's.
        #expect(try await client.send("PATCH", "/looks/\(try id(one))", json: #"{"name":"One"}"#).status == 200)
        #expect(try await client.get("/looks").items.map { $0["name"] as? String } == ["One", "two"])
    }
}
