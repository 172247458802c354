import Foundation
import Testing

@Suite("Songs over HTTP", .serialized, .served(music: false))
struct SongTests: LibraryTests {
    private func make(_ json: String) async throws -> [String: Any] {
        let made = try await client.send("POST", "/songs", json: json)
        #expect(made.status == 201, "\(made.text)")
        let song = try made.object
        #expect(made.fields["location"] == "/api/v1/songs/\(try #require(song["id"] as? Int))")
        return song
    }

    private func id(_ song: [String: Any]) throws -> Int { try #require(song["id"] as? Int) }

    /// Everything that is stored, as the export shows it.
    private func book() async throws -> NSDictionary { try await client.get("/songs/export").object as NSDictionary }

    private func clear() async throws {
        for song in try await client.get("/songs?limit=500").items { _ = try await client.send("DELETE", "/songs/\(try id(song))") }
        for list in try await client.get("/set-lists?limit=500").items {
            _ = try await client.send("DELETE", "/set-lists/\(try id(list))")
        }
    }

    @Test("a song has defaults for what is left out, and a change leaves what it does not name")
    func life() async throws {
        let song = try await make(#"{"title":"  Take Five "}"#)
        #expect(song["title"] as? String == "Take Five" && song["artist"] as? String == "" && song["kit"] as? String == "wood")
        #expect((song["rhythm"] as? [String: Any])?["bpm"] as? Double == 120 && song["track"] is NSNull)
        let path = "/songs/\(try id(song))"
        let changed = try await client.send(
            "PATCH", path, json: #"{"notes":"one\r\ntwo","rhythm":{"bpm":172.5,"groups":[3,2]},"kit":"own/mine"}"#)
        let rhythm = try #require(try changed.object["rhythm"] as? [String: Any])
        #expect(rhythm["groups"] as? [Int] == [3, 2] && rhythm["bpm"] as? Double == 172.5)
        #expect(rhythm["accents"] as? [String] == ["strong", "soft", "soft", "normal", "soft"])
        #expect(try changed.object["title"] as? String == "Take Five" && changed.object["notes"] as? String == "one\ntwo")
        // A client may send back what it got.
        let echo = String(decoding: Data(changed.body), as: UTF8.self)
        #expect(try await client.send("PATCH", path, json: echo).object as NSDictionary == changed.object as NSDictionary)
        #expect(try await client.get(path).object as NSDictionary == changed.object as NSDictionary)
        #expect(try await client.send("DELETE", path).status == 204)
        for method in ["GET", "DELETE", "PATCH"] {
            #expect(try await client.send(method, path, json: "{}").problem == "not-found", "\(method)")
        }
    }

    @Test(
        "a song that is none is refused with its field, and changes nothing",
        arguments: [
            ("{}", "title is missing."), (#"{"title":" "}"#, "title: must have from 1 to 200 characters."),
            (#"{"title":"a\nb"}"#, "title: must be one line, without control characters."),
            (#"{"title":7}"#, "title must be a text."),
            (#"{"title":"\#(String(repeating: "x", count: 201))"}"#, "title: must have from 1 to 200 characters."),
            (#"{"title":"a","notes":"\#(String(repeating: "x", count: 4001))"}"#, "notes: may have at most 4000 characters."),
            (#"{"title":"a","notes":"\u001b[2J"}"#, "notes: must be text, without control characters."),
            (#"{"title":"a","kit":""}"#, "kit: must be the name of a kit, such as wood or own/mine."),
            (#"{"title":"a","rhythm":{"bpm":29.9}}"#, "rhythm: bpm must be a number from 30 to 240."),
            (#"{"title":"a","rhythm":{"bpm":1e308}}"#, "rhythm: bpm must be a number from 30 to 240."),
            (#"{"title":"a","rhythm":{"unit":6}}"#, "rhythm: unit must be 4 or 8."),
            (#"{"title":"a","rhythm":7}"#, "rhythm must be an object."),
            (#"{"title":"a","piece":"../x"}"#, "piece: must be the identity of a recording."),
            (#"{"title":"a","track":"1"}"#, "track must be a whole number."),
            (#"{"title":"a","track":99}"#, "There is no track 99."),
        ])
    func refused(json: String, sentence: String) async throws {
        let before = try await book()
        let answer = try await client.send("POST", "/songs", json: json)
        #expect(answer.problem == (sentence.hasPrefix("There") ? "refused" : "bad-body"))
        #expect(try answer.object["detail"] as? String == sentence)
        #expect(try await book() == before)
    }

    @Test("songs are found and listed in pages")
    func list() async throws {
        try await clear()
        for title in ["Blue Rondo", "Take Five", "Blue Monk"] { _ = try await make(#"{"title":"\#(title)"}"#) }
        let first = try await client.get("/songs?q=blu&limit=1")
        #expect(try first.items.map { $0["title"] as? String } == ["Blue Monk"] && first.object["total"] as? Int == 2)
        let next = try #require(try first.object["next"] as? Int)
        let second = try await client.get("/songs?q=blu&limit=1&after=\(next)")
        #expect(try second.items.map { $0["title"] as? String } == ["Blue Rondo"] && second.object["next"] is NSNull)
        #expect(try await client.get("/songs?after=999").problem == "not-found")
        for wrong in ["limit=0", "limit=501", "after=x", "after=0"] {
            #expect(try await client.get("/songs?\(wrong)").problem == "bad-query", "\(wrong)")
        }
        let tag = try #require(try await client.get("/songs").fields["etag"])
        #expect(try await client.get("/songs", ["If-None-Match": tag]).status == 304)
    }

    @Test("a set list keeps its songs in order, and refuses unknown ones")
    func setLists() async throws {
        try await clear()
        let one = try id(try await make(#"{"title":"One"}"#))
        let two = try id(try await make(#"{"title":"Two"}"#))
        let made = try await client.send("POST", "/set-lists", json: #"{"title":"Tonight","songs":[\#(two),\#(one),\#(two)]}"#)
        #expect(made.status == 201)
        let path = "/set-lists/\(try id(try made.object))"
        #expect(made.fields["location"] == "/api/v1" + path)
        #expect(try await client.get(path).object["songs"] as? [Int] == [two, one, two])
        for (json, problem) in [
            (#"{"songs":[\#(one),99999]}"#, "refused"), (#"{"title":""}"#, "bad-body"), (#"{"songs":["1"]}"#, "bad-body"),
            (#"{"songs":[\#((0...500).map { _ in "\(one)" }.joined(separator: ","))]}"#, "conflict"),
        ] {
            #expect(try await client.send("PATCH", path, json: json).problem == problem, "\(json.prefix(50))")
        }
        #expect(try await client.get(path).object["songs"] as? [Int] == [two, one, two])
        #expect(try await client.send("DELETE", "/songs/\(two)").status == 204)
        let renamed = try await client.send("PATCH", path, json: #"{"title":"Late"}"#).object
        #expect(renamed["songs"] as? [Int] == [one] && renamed["title"] as? String == "Late")
        #expect(try await client.get("/set-lists").items.count == 1)
        #expect(try await client.send("DELETE", path).status == 204)
        #expect(try await client.get(path).problem == "not-found")
    }

    @Test("an export is taken in again without a change, and anywhere else gives the same songs", arguments: ["json", "csv"])
    func roundTrip(format: String) async throws {
        try await clear()
        let one = try id(
            try await make(
                #"{"title":"=1+1","artist":"@Bé \"q\"","notes":"- a,b;\nc\n","rhythm":{"bpm":61.3,"groups":[2,3],"unit":8,"gap":{"on":2,"off":1,"picture":false}}}"#
            ))
        let two = try id(
            try await make(
                #"{"title":"Same","piece":"00112233445566778899aabbccddeeff","rhythm":{"polyrhythm":[3,2],"ramp":{"step":-5,"every":4,"to":40.5}}}"#
            ))
        _ = try await make(#"{"title":"Same","notes":"another"}"#)
        _ = try await client.send("POST", "/set-lists", json: #"{"title":"L","songs":[\#(two),\#(one)]}"#)
        let before = try await book()
        let file = try await client.get("/songs/export?format=\(format)")
        let type = format == "json" ? "application/json" : "text/csv; charset=utf-8"
        #expect(file.fields["content-type"] == type)
        #expect(file.fields["content-disposition"]?.hasPrefix("attachment; filename=\"songs.\(format)\"") == true)
        let again = try await client.send("POST", "/songs/import", ["Content-Type": type], body: file.body)
        let counts = try again.object as? [String: Int]
        #expect(counts == ["songs": 3, "added": 0, "changed": 0, "setLists": format == "json" ? 1 : 0], "\(again.text)")
        #expect(try await book() == before)
        try await clear()
        let anew = try await client.send("POST", "/songs/import", ["Content-Type": type], body: file.body)
        #expect(try anew.object["added"] as? Int == 3, "\(anew.text)")
        func plain(_ book: NSDictionary) throws -> [NSDictionary] {
            try #require(book["songs"] as? [[String: Any]]).map { song in
                song.filter { !["id", "changedAt"].contains($0.key) } as NSDictionary
            }
        }
        #expect(try plain(try await book()) == plain(before))
        let lists = try #require(try await book()["setLists"] as? [[String: Any]])
        let ids = try #require(try await book()["songs"] as? [[String: Any]]).compactMap { $0["id"] as? Int }
        if format == "json" { #expect((lists.first?["songs"] as? [Int]) == [ids[1], ids[0]]) }
        try await clear()
    }

    @Test(
        "a hostile or broken file gets one line that names the place, and changes nothing",
        arguments: [
            (
                "json", #"{"songs":[{"title":"New"},{"title":"A","rhythm":{"bpm":0}}]}"#,
                "songs[1].rhythm: bpm must be a number from 30 to 240."
            ),
            ("json", #"{"songs":[{"title":"New"},{"artist":"A"}]}"#, "songs[1].title: is missing."),
            ("json", #"{"songs":[{"title":"New","id":1},{"title":"B","id":1}]}"#, "songs[1]: an earlier song has the id 1, too."),
            (
                "json", #"{"songs":[{"title":"New","id":1}],"setLists":[{"title":"L","songs":[1,2]}]}"#,
                "setLists[0].songs: the file has no song with the id 2."
            ),
            ("json", #"{"songs":[{"title":"New","id":"x"}]}"#, "songs[0].id must be a whole number."),
            ("json", #"{"songs":{"title":"New"}}"#, "songs must be a list."), ("json", #"{}"#, "songs is missing."),
            ("json", "[" + String(repeating: "[", count: 5000), "The body nests lists and objects more than 64 deep."),
            ("json", #"{"songs":[{"title":"New","title":"B"}]}"#, "The body has \"title\" twice in one object."),
            ("csv", "title,bpm\nNew,100\nB,1e999\n", "Row 3: bpm must be a number from 30 to 240."),
            ("csv", "title\nNew\n\"open\n", "Row 3 opens a quote that is never closed."),
            ("csv", "", "The file is empty."),
            ("csv", "title\nNew\n\u{202E}evil\n", "Row 3: title must be one line, without control characters."),
        ])
    func hostile(format: String, text: String, sentence: String) async throws {
        let before = try await book()
        let type = format == "json" ? "application/json" : "text/csv"
        let answer = try await client.send("POST", "/songs/import", ["Content-Type": type], body: Array(text.utf8))
        #expect(answer.problem == "bad-body", "\(answer.status) \(answer.text)")
        #expect(try answer.object["detail"] as? String == sentence)
        #expect(try await book() == before)
    }

    @Test("a file that is too long, of another kind, or with too many songs changes nothing")
    func bounds() async throws {
        let before = try await book()
        let many = "title\n" + (0...5000).map { "Song \($0)\n" }.joined()
        let answers = try await [
            client.send("POST", "/songs/import", ["Content-Type": "text/csv"], body: Array(many.utf8)),
            client.send("POST", "/songs/import", ["Content-Type": "text/csv"], body: Array(repeating: 0x61, count: 8 << 20 + 1)),
            client.send("POST", "/songs/import", ["Content-Type": "application/zip"], body: [1, 2]),
            client.send("POST", "/songs/import", ["Content-Type": "text/csv"], body: [0x74, 0xFF]),
        ]
        #expect(answers.map(\.status) == [409, 413, 415, 400])
        #expect(try await book() == before)
    }

    @Test("each change is an event")
    func events() async throws {
        let events = try await house.events()
        let song = try id(try await make(#"{"title":"One"}"#))
        let list = try id(try await client.send("POST", "/set-lists", json: #"{"title":"L"}"#).object)
        _ = try await client.send("POST", "/songs/import", ["Content-Type": "text/csv"], body: Array("title\nOne\n".utf8))
        let wanted = [
            #"{"change":"song","song":\#(song)}"#, #"{"change":"setList","setList":\#(list)}"#, #"{"change":"songs"}"#,
        ]
        _ = try await events.wait("\(wanted)") { heard in wanted.allSatisfy { heard.contains($0) } }
    }
}

extension APITests {
    @Suite("Songs of tracks")
    struct SongTrackTests: LibraryTests {
        @Test("a song without a rhythm has that of its track's beats, and changes with them until it has its own")
        func following() async throws {
            let (track, noise) = (try await self.track("svefn"), try await self.track("noise"))
            _ = try await client.send("DELETE", "/tracks/\(track)/grid/correction")
            let made = try await client.send("POST", "/songs", json: #"{"title":"Svefn","track":\#(track)}"#)
            let song = try made.object
            #expect(made.status == 201 && song["followsTrack"] as? Bool == true && song["track"] as? Int == track, "\(made.text)")
            #expect((song["piece"] as? String)?.count == 32)
            let path = "/songs/\(try #require(song["id"] as? Int))"
            func rhythm() async throws -> (bpm: Double, groups: [Int]) {
                let rhythm = try #require(try await client.get(path).object["rhythm"] as? [String: Any])
                return (try #require(rhythm["bpm"] as? Double), try #require(rhythm["groups"] as? [Int]))
            }
            #expect(abs(try await rhythm().bpm - 120) < 0.2)
            _ = try await client.send("POST", "/tracks/\(track)/grid/correction", json: #"{"do":"half"}"#)
            #expect(abs(try await rhythm().bpm - 60) < 0.2)
            _ = try await client.send("POST", "/tracks/\(track)/grid/correction", json: #"{"do":"meter","beats":3}"#)
            #expect(try await rhythm().groups == [3])
            _ = try await client.send("POST", "/tracks/\(track)/grid/undo")
            #expect(try await rhythm().groups != [3])
            let own = try await client.send("PATCH", path, json: #"{"rhythm":{"bpm":77}}"#).object
            #expect(own["followsTrack"] as? Bool == false)
            _ = try await client.send("DELETE", "/tracks/\(track)/grid/correction")
            #expect(try await rhythm().bpm == 77)
            let again = try await client.send("PATCH", path, json: #"{"rhythm":null}"#).object
            #expect(again["followsTrack"] as? Bool == true)
            #expect(abs(try await rhythm().bpm - 120) < 0.2)
            let apart = try await client.send("PATCH", path, json: #"{"track":null}"#).object
            #expect(apart["followsTrack"] as? Bool == false && apart["piece"] is NSNull)
            #expect(abs(try await rhythm().bpm - 120) < 0.2)
            let none = try await client.send("POST", "/songs", json: #"{"title":"Noise","track":\#(noise)}"#)
            #expect((none.status, none.problem) == (422, "refused"), "\(none.text)")
            let own2 = try await client.send("POST", "/songs", json: #"{"title":"Noise","track":\#(noise),"rhythm":{"bpm":99}}"#)
            #expect(own2.status == 201)
            for made in [path, "/songs/\(try #require(try own2.object["id"] as? Int))"] {
                #expect(try await client.send("DELETE", made).status == 204)
            }
        }
    }
}
