import Testing

extension RoomsTests {
    /// JSON from a viewer without a token, over sockets and HTTP.
    @Suite("Hostile JSON") struct RoomJSONTests: RoomTests {
        private static let texts = [
            (String(repeating: "[", count: 513), "more than 64 deep"),
            (#"{"paths":"# + String(repeating: "[", count: 512), "more than 64 deep"),
            (String(repeating: #"{"a":"#, count: 5000), "more than 64 deep"),
            (#"{"type":"time","t1":1,"type":"hello"}"#, "has \"type\" twice"),
            (#"{"type":"time","\u0074ype":"hello"}"#, "has \"type\" twice"),
            (#"{"type":"time","t1":1e999}"#, "a number that is too long or too great"),
            (#"{"type":"time","t1":NaN}"#, "not valid JSON at byte 20"),
            (#"{"type":"time","t1":1} {}"#, "not valid JSON at byte 23"),
            (#"{"type":"\ud800"}"#, "half of a surrogate pair"),
        ]

        @Test("a message beyond a limit is refused with a sentence, and the server keeps running")
        func messages() async throws {
            try await inHall { hall in
                let client = try RoomClient(hall.port)
                for (text, reason) in Self.texts {
                    try client.send(text: Array(text.utf8))
                    let error = try client.next("error")
                    #expect(error.text("code") == "bad-json")
                    #expect(error.text("message").contains(reason), "\(error.fields)")
                }
                try client.join(["room": "json"])
                try client.settle()
            }
        }

        @Test("so is a request body", arguments: ["/profiles", "/rooms/main/commands", "/playlists", "/tracks/1/grid/correction"])
        func bodies(path: String) async throws {
            let client = try hall.client
            for (text, reason) in Self.texts {
                let answer = try await client.send(path.hasSuffix("correction") ? "PUT" : "POST", path, json: text)
                #expect((400..<500).contains(answer.status), "\(path): \(answer.text)")
                guard answer.status == 400 else { continue }
                #expect(answer.text.contains(reason.replacing("\"", with: #"\""#)), "\(path): \(answer.text)")
            }
            #expect(try await client.get("/rooms").status == 200)
        }
    }
}
