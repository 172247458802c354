import Foundation
import Music
import Testing

@testable import Live

@Suite("Titles of live sound")
struct TitleTests {
    /// What a conversation answers to lines, and the news of each.
    private func hear<Talk: TitleTalk>(_ talk: inout Talk, _ lines: String) throws -> (said: [String], news: [TitleNews]) {
        var (said, news): ([String], [TitleNews]) = ([], [])
        for line in lines.split(separator: "\n") {
            let reply = try talk.hear(Array(line.utf8))
            if let answer = reply.answer { said.append(answer) }
            if let new = reply.news { news.append(new) }
        }
        return (said, news)
    }

    private func title(_ title: String, _ artist: String? = nil, _ album: String? = nil) throws -> TitleNews {
        .plays(try #require(LiveTitle(title: title, artist: artist, album: album)))
    }

    @Test("MPD is asked for its song, and again when that changes")
    func mpd() throws {
        var talk = MPDTalk()
        let first = try hear(
            &talk,
            """
            OK MPD 0.23.5
            file: a/b.flac
            Artist: Ane Brun
            Artist: Another
            Title: To Let Myself Go
            Album: A Temporary Dive
            Id: 4
            OK
            """)
        #expect(first.said == ["currentsong\n", "idle player\n"])
        #expect(first.news == [try title("To Let Myself Go", "Ane Brun", "A Temporary Dive")])
        let next = try hear(&talk, "changed: player\nOK\nfile: x/02 Untagged.mp3\nOK\nchanged: player\nOK\nOK")
        #expect(next.said == ["currentsong\n", "idle player\n", "currentsong\n", "idle player\n"])
        #expect(next.news == [try title("02 Untagged.mp3"), .nothing])
        let radio = try hear(&talk, "changed: player\nOK\nfile: http://a/b\nTitle: Live at noon\nName: Radio One\nOK")
        #expect(radio.news == [try title("Live at noon", nil, "Radio One")])
        #expect(throws: TitleTrouble()) { try hear(&talk, "ACK [4@0] {} you do not have permission") }
        var other = MPDTalk()
        #expect(throws: TitleTrouble()) { try hear(&other, "HTTP/1.1 400 Bad Request") }
    }

    private static let status =
        #"{"id":1,"jsonrpc":"2.0","result":{"server":{"groups":[{"stream_id":"tv","clients":[{"id":"x"}]},"#
        + #"{"stream_id":"radio","clients":[{"id":"y"},{"id":"me"}]}],"streams":[{"id":"tv","properties":{"metadata":{"title":"News"}}},"#
        + #"{"id":"radio","properties":{"canPlay":true,"metadata":{"title":"Song","artist":["A","B"],"album":"C"}}}]}}}"#

    @Test("Snapcast tells the titles of the stream that the input hears, also after it was moved to another")
    func snapcast() throws {
        var talk = SnapTalk(client: "me")
        let question = try #require(talk.greeting)
        let first = try hear(&talk, Self.status)
        #expect(first.news == [try title("Song", "A, B", "C")] && first.said.isEmpty)
        let changes = try hear(
            &talk,
            """
            {"jsonrpc":"2.0","method":"Stream.OnProperties","params":{"id":"tv","properties":{"metadata":{"title":"Film"}}}}
            {"jsonrpc":"2.0","method":"Stream.OnProperties","params":{"id":"radio","properties":{"metadata":{"title":"Next"}}}}
            {"jsonrpc":"2.0","method":"Stream.OnProperties","params":{"id":"radio","properties":{}}}
            {"jsonrpc":"2.0","method":"Client.OnVolumeChanged","params":{"id":"me"}}
            no message
            """)
        #expect(changes.news == [try title("Next"), .nothing] && changes.said.isEmpty)
        let moved = try hear(
            &talk,
            #"{"jsonrpc":"2.0","method":"Group.OnStreamChanged","params":{"id":"g"}}"# + "\n"
                + #"{"jsonrpc":"2.0","method":"Server.OnUpdate","params":{}}"#)
        #expect(moved.said == [question], "asked once until it has answered")
        let answered = try hear(&talk, Self.status.replacingOccurrences(of: "\"me\"", with: "\"other\""))
        #expect(answered.news == [.nothing])
    }

    private func item(_ type: String, _ code: String, _ data: String = "") -> String {
        func hex(_ word: String) -> String { word.utf8.map { String($0, radix: 16) }.joined() }
        let coded = Data(data.utf8).base64EncodedString()
        let body = data.isEmpty ? "" : "\n<data encoding=\"base64\">\n\(coded)</data>"
        return "<item><type>\(hex(type))</type><code>\(hex(code))</code><length>\(data.utf8.count)</length>\(body)</item>\n"
    }

    @Test("shairport-sync's items make a title, however they are cut, and a picture between them is passed over")
    func shairport() throws {
        let picture = String(repeating: "p", count: 100_000)
        let song = [
            item("ssnc", "pbeg"), item("ssnc", "mdst"), item("core", "asar", "Sigur Rós"), item("ssnc", "PICT", picture),
            item("core", "minm", "Hoppípolla"), item("core", "asal", "Takk…"), item("ssnc", "mden"), item("ssnc", "pend"),
        ].joined()
        for size in [1, 7, 4_096, song.utf8.count] {
            let reader = ShairportTitles(path: "/nowhere")
            var (news, rest): ([TitleNews], ArraySlice<UInt8>) = ([], Array(song.utf8)[...])
            while !rest.isEmpty {
                if let new = reader.take(Array(rest.prefix(size))) { news.append(new) }
                rest = rest.dropFirst(size)
            }
            #expect(news.last == .nothing)
            if size < 100 { #expect(news.first == (try title("Hoppípolla", "Sigur Rós", "Takk…")), "\(size) bytes") }
        }
    }

    @Test("titles become one line of bounded length, and what has no letters is none")
    func hostile() throws {
        let long = try #require(
            LiveTitle(title: "a\nb\u{202E}" + String(repeating: "é", count: 100_000), artist: "\n ", album: nil))
        #expect(!long.title.contains("\n") && long.title.utf8.count <= 300 && long.artist == nil)
        #expect(LiveTitle(title: " \t", artist: "A", album: nil) == nil)
        var talk = MPDTalk()
        #expect(throws: TitleTrouble()) { try hear(&talk, "hello") }
    }

    @Test("a title is kept with the position from which it is true, once, and the oldest are forgotten")
    func positions() throws {
        var titles = LiveTitles()
        let song = try #require(LiveTitle(title: "A", artist: nil, album: nil))
        let added = [
            titles.add(nil, from: .zero), titles.add(song, from: MediaTime(seconds: 1)),
            titles.add(song, from: MediaTime(seconds: 2)),
        ]
        #expect(added == [false, true, false] && titles.count == 1 && titles.parts.first?.from == MediaTime(seconds: 1))
        for number in 0..<100 {
            _ = titles.add(LiveTitle(title: "\(number)", artist: nil, album: nil), from: MediaTime(seconds: 3))
        }
        #expect(titles.parts.count == 32 && titles.count == 101)
    }
}
