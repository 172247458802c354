import Foundation
import Library
import Testing
import Text
import Workers

@testable import API

/// What apps send to the companion to change tags.
@Suite("Tags that apps ask for")
struct AskedTagsTests {
    private static func members(_ json: String) throws -> [AskedMember] {
        try #require(try JSON.read(AskedValue.self, from: Array(json.utf8)).members)
    }

    private func tags(_ json: String) throws -> [String: [String]] {
        let fields = try AskedTags(Self.members(json)).fields
        return Dictionary(uniqueKeysWithValues: fields.values.keys.map { ($0.rawValue, fields.texts($0)) })
    }

    private func edits(_ body: String, form: Bool = false, query: String = "") throws -> (list: [String], unknown: [String]) {
        let asked =
            form ? AskedBody(AskedMember.items(of: body)) : AskedBody(try JSON.read(AskedValue.self, from: Array(body.utf8)))
        let edits = try AskedEdits(asked, else: AskedPaths(query: query))
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
        return (edits.paths.wishes.map { words($0, edits.tags) } + edits.edits.map { words($0.path, $0.tags) }, edits.unknown)
    }

    @Test(
        "a tag is the same under every name that apps have for it",
        arguments: [
            ("albumArtist", #"["album_artist","albumArtist","albumartist","Album Artist","ALBUM-ARTIST"]"#, "A"),
            ("track", #"["track","track_number","trackNumber","tracknumber"]"#, "7"),
            ("disc", #"["disc","disc_number","discNumber","disk"]"#, "2"), ("year", #"["year","date","release_date"]"#, "1999"),
            ("artist", #"["artist","artists"]"#, "B"), ("genre", #"["genre","Genres"]"#, "Rock"),
        ])
    func names(field: String, names: String, value: String) throws {
        for name in try JSON.read([String].self, from: Array(names.utf8)) {
            #expect(try tags(#"{"\#(name)":"\#(value)"}"#) == [field: [value]], "\(name)")
            #expect(try tags(#"{"metadata":{"\#(name)":"\#(value)"}}"#) == [field: [value]], "\(name) in a group")
        }
    }

    @Test("values are taken in every form, null changes nothing, and an empty text removes")
    func values() throws {
        for yes in ["true", "1", #""1""#, #""True""#, #""yes""#] {
            #expect(try tags(#"{"compilation":\#(yes)}"#) == ["compilation": ["1"]], "\(yes)")
        }
        for no in ["false", "0", #""0""#, #""no""#] {
            #expect(try tags(#"{"compilation":\#(no)}"#) == ["compilation": []], "\(no)")
        }
        #expect(try tags(#"{"track":"3/12","disc_number":1}"#) == ["track": ["3"], "trackCount": ["12"], "disc": ["1"]])
        #expect(try tags(#"{"track":3,"year":2005.0}"#) == ["track": ["3"], "year": ["2005"]])
        #expect(try tags(#"{"date":"2005-09-12T00:00:00Z"}"#) == ["year": ["2005-09-12"]])
        #expect(try tags(#"{"artist":["A","B"]}"#) == ["artist": ["A", "B"]])
        #expect(try tags(#"{"artist":null,"title":""}"#) == ["title": []])
        for wrong in [#"{"year":"soon"}"#, #"{"track":-1}"#, #"{"compilation":"maybe"}"#, #"{"artwork":"bm8="}"#] {
            #expect(throws: TagRefusal.self, "\(wrong)") { try tags(wrong) }
        }
    }

    @Test("a cover is a picture in base 64, with an address or line ends or without")
    func covers() throws {
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 200)
        let digits = Data(picture).base64EncodedString()
        let lines = Data(picture).base64EncodedString(options: .lineLength64Characters).replacingOccurrences(
            of: "\r\n", with: "\\r\\n")
        for text in [digits, "data:image/jpeg;base64," + digits, lines] {
            #expect(try AskedTags(Self.members(#"{"artwork":"\#(text)"}"#)).fields[.cover] == [picture])
        }
    }

    @Test("edits name their files in every form, and their own tags come first")
    func forms() throws {
        let same = ["a.mp3 genre=Rock", "b.mp3 genre=Rock"]
        for body in [
            #"{"paths":["a.mp3","b.mp3"],"genre":"Rock"}"#, #"{"files":["a.mp3","b.mp3"],"tags":{"genre":"Rock"}}"#,
            #"{"genre":"Rock","edits":[{"path":"a.mp3"},{"relative_path":"b.mp3"}]}"#,
            #"[{"file":"a.mp3","genre":"Rock"},{"filePath":"b.mp3","metadata":{"genre":"Rock"}}]"#,
            #"{"edits":{"a.mp3":{"genre":"Rock"},"b.mp3":{"genre":"Rock"}}}"#,
        ] {
            #expect(try edits(body).list == same, "\(body)")
        }
        #expect(try edits("relative_path=a.mp3&relative_path=b.mp3&genre=Rock", form: true).list == same)
        #expect(try edits("genre=Rock&edits=%5B%7B%22path%22%3A%22a.mp3%22%7D%5D", form: true).list == ["a.mp3 genre=Rock"])
        #expect(try edits(#"{"genre":"Rock"}"#, query: "relative_path=a.mp3").list == ["a.mp3 genre=Rock"])
        #expect(
            try edits(#"{"genre":"Rock","year":1999,"tracks":[{"path":"a","genre":"Pop","track":4}]}"#).list == [
                "a genre=Pop track=4 year=1999"
            ])
        #expect(try edits(#"{"path":"[live].wav","title":"[x]"}"#).list == ["[live].wav title=[x]"])
    }

    @Test("what means nothing is named once, and a list without a file is refused")
    func unknown() throws {
        #expect(
            try edits(#"{"edits":[{"path":"a","mood":1,"title":"A"},{"path":"b","mood":2}],"bpm":3}"#).unknown == ["bpm", "mood"])
        for body in [
            #"{"title":"A"}"#, #"{"edits":[{"title":"A"}]}"#, #"{"path":5,"title":"A"}"#, #"{"edits":{"a":1},"title":"A"}"#,
        ] {
            #expect(throws: (any Error).self, "\(body)") { try edits(body) }
        }
    }

    @Test(
        "the words around a fix's name do not matter",
        arguments: [
            ("artist", ["artist"]), ("same_artist", ["artist"]), ("set_same_artist_on_all_tracks", ["artist"]),
            ("setSameArtist", ["artist"]), ("album_artist", ["albumArtist"]), ("fix-album-artist", ["albumArtist"]),
            ("mark as compilation", ["compilation"]), ("compilation_flag", ["compilation"]), ("spread_genre", ["genre"]),
            ("genre_and_year", ["genre", "year"]), ("year", ["year"]), ("remove_silence", []), ("", []),
        ])
    func fixes(name: String, fields: [String]) {
        #expect(AskedFixes.fields(name).map(\.rawValue) == fields)
    }
}
