import Foundation
import Library
import Testing
import Text
import Web
import Workers

@testable import API

/// What apps send to the companion to change tags.
@Suite("Tags that apps ask for")
struct AskedTagsTests {
    private static func body(_ json: String) throws -> AskedBody {
        try AskedBody(try JSON.read(AskedValue.self, from: Array(json.utf8)))
    }

    private func tags(_ json: String) throws -> [String: [String]] {
        let fields = try AskedTags(Self.body(json).members).fields
        return Dictionary(uniqueKeysWithValues: fields.values.keys.map { ($0.rawValue, fields.texts($0)) })
    }

    private func edits(_ body: AskedBody, query: String = "") throws -> [String] {
        let edits = try AskedEdits(body, else: AskedPaths(query: query))
        func words(_ wish: AskedPaths.Wish, _ tags: TagFields) -> String {
            let path =
                switch wish {
                case .path(let text), .text(let text, _): text
                }
            let values = tags.values.keys.sorted { $0.rawValue < $1.rawValue }.map {
                "\($0)=\(tags.texts($0).joined(separator: "+"))"
            }
            return ([path] + values).joined(separator: " ")
        }
        return edits.paths.wishes.map { words($0, edits.tags) } + edits.edits.map { words($0.path, $0.tags) }
    }

    @Test("a tag has one name, and any other is refused by its name")
    func names() throws {
        #expect(
            try tags(
                #"{"title":"A","album_artist":"B","track_number":7,"disc_number":"2","year":1999,"genre":"Rock","lyrics":"L"}"#)
                == [
                    "title": ["A"], "albumArtist": ["B"], "track": ["7"], "disc": ["2"], "year": ["1999"], "genre": ["Rock"],
                    "lyrics": ["L"],
                ])
        for name in ["albumArtist", "Album Artist", "albumartist", "track", "date", "metadata", "mood", "Title", ""] {
            let problem = #expect(throws: Problem.self) { try tags(#"{"\#(name)":"x"}"#) }
            #expect(problem?.status == .badRequest && problem?.detail.hasPrefix("\"\(name)\" is not known here.") == true)
        }
    }

    @Test("values are taken in every form, null changes nothing, and an empty text removes")
    func values() throws {
        for yes in ["true", "1", #""1""#, #""true""#] {
            #expect(try tags(#"{"compilation":\#(yes)}"#) == ["compilation": ["1"]], "\(yes)")
        }
        for no in ["false", "0", #""0""#, #""false""#] {
            #expect(try tags(#"{"compilation":\#(no)}"#) == ["compilation": []], "\(no)")
        }
        #expect(
            try tags(#"{"track_number":"3/12","disc_number":1}"#) == ["track": ["3"], "trackCount": ["12"], "disc": ["1"]])
        #expect(try tags(#"{"track_number":3,"year":2005.0}"#) == ["track": ["3"], "year": ["2005"]])
        #expect(try tags(#"{"artist":["A","B"]}"#) == ["artist": ["A", "B"]])
        #expect(try tags(#"{"artist":null,"title":""}"#) == ["title": []])
        for wrong in [
            #"{"year":"soon"}"#, #"{"track_number":-1}"#, #"{"compilation":"maybe"}"#, #"{"artwork":"bm8="}"#,
        ] {
            #expect(throws: TagRefusal.self, "\(wrong)") { try tags(wrong) }
        }
        #expect(throws: Problem.self) { try tags(#"{"title":{"text":"A"}}"#) }
    }

    @Test("a cover is a picture in base 64, with an address or line ends or without")
    func covers() throws {
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 200)
        let digits = Data(picture).base64EncodedString()
        let lines = Data(picture).base64EncodedString(options: .lineLength64Characters).replacingOccurrences(
            of: "\r\n", with: "\\r\\n")
        for text in [digits, "data:image/jpeg;base64," + digits, lines] {
            #expect(try AskedTags(Self.body(#"{"artwork":"\#(text)"}"#).members).fields[.cover] == [picture])
        }
    }

    @Test("edits name their files in a list or each in its own object, and their own tags come first")
    func forms() throws {
        let same = ["a.mp3 genre=Rock", "b.mp3 genre=Rock"]
        for body in [
            #"{"paths":["a.mp3","b.mp3"],"genre":"Rock"}"#,
            #"{"genre":"Rock","edits":[{"relative_path":"a.mp3"},{"relative_path":"b.mp3"}]}"#,
        ] {
            #expect(try edits(Self.body(body)) == same, "\(body)")
        }
        #expect(try edits(AskedBody(form: "relative_path=a.mp3&relative_path=b.mp3&genre=Rock")) == same)
        #expect(try edits(Self.body(#"{"genre":"Rock"}"#), query: "relative_path=a.mp3") == ["a.mp3 genre=Rock"])
        #expect(
            try edits(Self.body(#"{"genre":"Rock","year":1999,"edits":[{"relative_path":"a","genre":"Pop","track_number":4}]}"#))
                == ["a genre=Pop track=4 year=1999"])
        #expect(
            try edits(Self.body(#"{"relative_path":"[live].wav","title":"[x]"}"#)) == ["[live].wav title=[x]"])
    }

    @Test(
        "edits that name no file, or anything that is none of an edit, are refused",
        arguments: [
            #"{"title":"A"}"#, #"{"edits":[{"title":"A"}]}"#, #"{"relative_path":5,"title":"A"}"#,
            #"{"edits":{"a":{"title":"A"}}}"#,
            #"{"edits":["a"],"title":"A"}"#, #"{"edits":[{"relative_path":"a","mood":1}]}"#, #"{"path":"a","title":"A"}"#,
            #"{"file":"a","title":"A"}"#, #"{"relative_path":"a","tags":{"title":"A"}}"#, #"[{"relative_path":"a","title":"A"}]"#,
            #""a""#, "7",
        ])
    func refused(body: String) {
        #expect(throws: Problem.self) { try edits(Self.body(body)) }
    }

    @Test(
        "a fix is the name of a tag or a list of names, and nothing else",
        arguments: [
            #"{"fix":"set_same_artist_on_all_tracks"}"#, #"{"fix":"Artist"}"#, #"{"fix":"artist,genre"}"#,
            #"{"fix":{"year":2001}}"#, #"{"fix":[]}"#, #"{"fix":"title"}"#, #"{"fixes":["artist"]}"#, #"{"action":"artist"}"#,
            #"{"fix":"artist","value":"A"}"#, #"{"fix":"artist","genre":"Rock"}"#, #"{}"#,
        ])
    func fixes(body: String) throws {
        let members = try Self.body(body).members + Self.body(#"{"folder":"a"}"#).members
        #expect(throws: Problem.self) { try AskedFixes(AskedBody(members: members)) }
        let good = try AskedFixes(try Self.body(#"{"folder":"a","fix":["artist","compilation","genre"],"artist":"A"}"#))
        #expect(good.place == .folder("a"))
        #expect(throws: Problem.self) { try good.tags(for: []) }
    }
}
