import Foundation
import Testing

@testable import API
@testable import Library

@Suite("Settings as a file", .serialized)
struct SettingsFileTests {
    private static let piece = "0000000000000007000000000000000a"

    /// Enters something of each kind that needs no music.
    private func fill(_ client: APIClient) async throws {
        func send(_ method: String, _ path: String, _ json: String) async throws {
            let answer = try await client.send(method, path, json: json)
            try #require(200..<300 ~= answer.status, "\(path): \(answer.text)")
        }
        try await send(
            "POST", "/songs", #"{"title":"Söng","artist":"Ann","notes":"a\nb","piece":"\#(Self.piece)","followsTrack":false}"#)
        try await send("POST", "/set-lists", #"{"title":"Friday","songs":[1,1]}"#)
        try await send("POST", "/playlists", #"{"name":"Empty"}"#)
        try await send("POST", "/looks", #"{"name":"Söa","look":{"style":"sea","glow":0.25,"calm":true}}"#)
        let item = #""name":"Ann","item":"123e4567-e89b-12d3-a456-426614174000","day":"2026-11-25""#
        try await send("POST", "/practice", #"{\#(item),"song":1,"bpm":90.5,"seconds":60,"bars":9}"#)
        try await send("POST", "/rooms/main/commands", #"{"do":"look","style":"tunnel","glow":0.25}"#)
        try await send("POST", "/rooms/bar/commands", #"{"do":"set","label":"The bar","crossfade":4}"#)
    }

    /// Edits that wait for their music, as another server may have exported them.
    private static let elsewhere = """
        {"downbeat":"settings","version":1,"corrections":[{"piece":"\(piece)","steps":[{"do":"shift","milliseconds":-12.5}],"changedAt":5}],
        "markers":[{"piece":"\(piece)","start":0.1,"end":null,"label":"Vers “1”","colour":"#ff8800"}],
        "playlists":[{"name":"Away","changedAt":6,"entries":[{"piece":"\(piece)","title":"T"}]}],
        "lyrics":[{"piece":"\(piece)","shift":-0.25,"lines":[{"t":1.5,"text":"La"}],"changedAt":5}],
        "favourites":[{"piece":"\(piece)","since":7}],"ratings":[{"piece":"\(piece)","stars":4}],"plays":[{"piece":"\(piece)","count":3,"last":null}],
        "favouriteAlbums":[{"key":"artist bo\\nnights","folder":null,"since":8},{"key":"folder  x","folder":"/nowhere","since":9}],
        "pinnedAlbums":[{"key":"artist bo\\nnights","folder":null,"since":9}]}
        """

    private func kinds(_ answer: Answer) throws -> [String: [String: Any]] {
        try #require(answer.status == 200, "\(answer.text)")
        let kinds = try #require(try answer.object["kinds"] as? [[String: Any]])
        return Dictionary(kinds.map { ($0["kind"] as? String ?? "", $0) }) { first, _ in first }
    }

    @Test("an export imported into another server is exported there byte for byte, and importing it again changes nothing")
    func travel() async throws {
        let (exported, token) = try await House.serving { house async throws in
            let owner = house.client
            try await fill(owner)
            let taken = try kinds(try await owner.send("POST", "/settings/import", json: Self.elsewhere))
            #expect(taken["corrections"]?["waiting"] as? Int == 1 && taken["favouriteAlbums"]?["left"] as? Int == 1)
            let wave = SoundTrial.wave(rate: 44_100, count: 4_410) { index, _ in Int16(8_000 * cos(Double(index) / 10)) }
            let kept = try await owner.send("PUT", "/clicks/own-mine/strong", ["Content-Type": "audio/wav"], body: wave)
            #expect(kept.status == 200, "\(kept.text.prefix(200))")
            let exported = try await owner.get("/settings/export")
            #expect((exported.status, exported.type) == (200, "application/json"))
            #expect(exported.fields["content-disposition"]?.contains("downbeat-settings.json") == true)
            let again = try kinds(try await owner.send("POST", "/settings/import", json: exported.text))
            for (kind, outcome) in again { #expect(outcome["same"] as? Int == outcome["total"] as? Int, "\(kind): \(outcome)") }
            #expect(again["sounds"]?["total"] as? Int == 1 && again["rooms"]?["total"] as? Int == 2)
            #expect(try await owner.get("/settings/export").body == exported.body)
            return (exported, house.token)
        }
        #expect(!exported.text.contains(token))
        try await House.serving { house async throws in
            let owner = house.client
            let empty = try await owner.get("/settings/export").body
            let rehearsed = try kinds(try await owner.send("POST", "/settings/import?dryRun=true", json: exported.text))
            #expect(try await owner.get("/settings/export").body == empty, "a dry run changes nothing")
            let taken = try kinds(try await owner.send("POST", "/settings/import", json: exported.text))
            for (kind, outcome) in taken {
                #expect(outcome["added"] as? Int == outcome["total"] as? Int && outcome["problem"] is NSNull, "\(kind): \(outcome)")
                #expect(outcome["added"] as? Int == rehearsed[kind]?["added"] as? Int, "\(kind)")
            }
            #expect(try await owner.get("/settings/export").body == exported.body)
        }
    }

    @Test("a file with a mistake changes nothing, and the answer names its place")
    func mistakes() async throws {
        try await House.serving { house async throws in
            let owner = house.client
            let empty = try await owner.get("/settings/export").body
            let start = #"{"downbeat":"settings","version":1,"playlists":[{"name":"A","changedAt":1,"entries":[]}],"#
            for (rest, place) in [
                (#""markers":[{"piece":"\#(Self.piece)","start":-1,"label":""}]}"#, "markers[0]: start"),
                (#""markers":[{"piece":"x","start":1,"label":""}]}"#, "markers[0]: piece"),
                (#""corrections":[{"piece":"\#(Self.piece)","steps":[],"changedAt":1}]}"#, "corrections[0]: steps"),
                (#""corrections":[{"piece":"\#(Self.piece)","steps":[{"do":"fly"}],"changedAt":1}]}"#, "corrections[0].steps[0]"),
                (#""setLists":[{"title":"L","songs":[0],"changedAt":1}]}"#, "setLists[0]: song"),
                (#""lyrics":[{"piece":"\#(Self.piece)","shift":9999,"changedAt":1}]}"#, "lyrics[0]"),
                (#""ratings":[{"piece":"\#(Self.piece)","stars":6}]}"#, "ratings[0]: stars"),
                (#""plays":[{"piece":"\#(Self.piece)","count":99999999999999999,"last":1}]}"#, "plays[0]: count"),
                (#""sounds":[{"kit":"../x","voice":"strong","wave":""}]}"#, "sounds[0]"),
                (#""rooms":[{"name":"bar"}]}"#, "rooms[0]"),
            ] {
                let answer = try await owner.send("POST", "/settings/import", json: start + rest)
                #expect(answer.problem == "bad-body" && answer.text.contains(place), "\(rest): \(answer.text)")
            }
            for text in ["{}", "[]", #"{"downbeat":"settings","version":2}"#, #"{"downbeat":"songs","version":1}"#, ""] {
                #expect(try await owner.send("POST", "/settings/import", json: text).problem == "bad-body", "\(text)")
            }
            #expect(try await owner.get("/settings/export").body == empty)
        }
    }

    @Test("the command line exports and imports beside the running server, and says what a file would change")
    func commandLine() async throws {
        try await Downbeat.serving { server async throws in
            let folder = try TemporaryFolder()
            let file = folder.path + "/settings.json"
            func run(_ words: String...) async throws -> (ending: Transcript.Ending, out: String, err: String) {
                try await Downbeat.run(["settings"] + words + ["--data", server.data])
            }
            try await fill(APIClient(port: server.port, token: try server.token))
            #expect(try await run("export", file).ending == .code(0))
            let printed = try await run("export").out
            #expect(printed == (try String(contentsOfFile: file, encoding: .utf8)) && printed.contains("Söng"))
            let same = try await run("import", file)
            #expect(same.ending == .code(0) && same.out.contains("  songs: 1 the same\n"), "\(same)")
            try Self.elsewhere.write(toFile: file, atomically: true, encoding: .utf8)
            let dry = try await run("import", file, "--dry-run")
            #expect(
                dry.out.hasPrefix(
                    "This would be taken over; nothing is changed:\n  corrections: 1 new, 1 waiting for their music\n"), "\(dry)")
            #expect(try await run("export").out == printed)
            try "{}".write(toFile: file, atomically: true, encoding: .utf8)
            let wrong = try await run("import", file)
            #expect(wrong.ending == .code(69) && wrong.err.contains("nothing was done: downbeat is missing."), "\(wrong)")
            #expect(try await run("import").ending == .code(64))
        }
        let folder = try TemporaryFolder()
        let alone = try await Downbeat.run(["settings", "export", "--data", folder.path])
        #expect(alone.ending == .code(69) && alone.err.contains("no server uses \(folder.path)"))
    }
}
