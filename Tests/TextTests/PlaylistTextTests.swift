import Testing
import Text

@Suite("Playlist files")
struct PlaylistTextTests {
    private typealias Entry = PlaylistText.Entry

    private func read(_ text: String, _ kind: PlaylistText.Kind) -> PlaylistText { PlaylistText(Array(text.utf8), kind) }

    @Test("the name tells the kind")
    func kinds() {
        let names = ["a.m3u", "B.M3U8", "x.y.pls", "z.Xspf", "m3u", ".m3u", "a.mp3", "a.m3u "]
        #expect(names.map { PlaylistText.Kind(name: $0) } == [.m3u, .m3u8, .pls, .xspf, nil, nil, nil, nil])
    }

    @Test("M3U: titles, lengths, comments, blank lines and the line ends of any system", arguments: ["\n", "\r\n", "\r"])
    func m3u(end: String) {
        let lines = [
            "#EXTM3U", "#PLAYLIST: Party ", "", "# a comment", "#EXTINF:123,Abba - Waterloo", "Abba/Waterloo.mp3",
            #"#EXTINF:-1 tvg-id="a,b" group="c",Radio, live"#, "http://example.org/radio", "  plain.flac  ", "#extinf:12.5,x",
            "C:\\y.mp3",
        ]
        let text = read(lines.joined(separator: end), .m3u)
        #expect(text.title == "Party")
        #expect(
            text.entries == [
                Entry(location: "Abba/Waterloo.mp3", title: "Abba - Waterloo", duration: 123),
                Entry(location: "http://example.org/radio", title: "Radio, live"), Entry(location: "plain.flac"),
                Entry(location: "C:\\y.mp3", title: "x", duration: 12.5),
            ])
    }

    @Test("M3U is UTF-8 with or without a mark, UTF-16 with one, or Windows-1252; M3U8 is UTF-8")
    func encodings() {
        let utf8 = Array("é–.mp3".utf8)
        let latin: [UInt8] = [0xE9, 0x96] + Array(".mp3".utf8)
        func location(_ bytes: [UInt8], _ kind: PlaylistText.Kind) -> String? { PlaylistText(bytes, kind).entries.first?.location }
        #expect(location(utf8, .m3u) == "é–.mp3" && location(Array("\u{FEFF}".utf8) + utf8, .m3u) == "é–.mp3")
        #expect(location(latin, .m3u) == "é–.mp3" && location(latin, .pls) == nil)
        let wide: [UInt8] = "\u{FEFF}é.mp3".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(location(wide, .m3u) == "é.mp3")
        #expect(location(latin, .m3u8) == "\u{FFFD}.mp3")
    }

    @Test("PLS entries are in the order of their numbers")
    func pls() {
        let text = read(
            "[playlist]\r\nTitle2=Two\r\nFILE2 = b.mp3\r\n; File9=no\r\nLength2=61\r\nFile1=a.mp3\r\nFile01=again\r\nNumberOfEntries=2\r\n"
                + "File10=ten.mp3\r\nFileX=x\r\nFile1234567=far\r\nLength10=nan\r\n", .pls)
        #expect(
            text.entries == [
                Entry(location: "a.mp3"), Entry(location: "b.mp3", title: "Two", duration: 61), Entry(location: "ten.mp3"),
            ])
    }

    @Test("XSPF with namespaces, entities, comments and CDATA")
    func xspf() {
        let text = read(
            """
            <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE playlist SYSTEM "x.dtd"><!-- <track> -->
            <x:playlist version="1" xmlns:x="http://xspf.org/ns/0/"><x:title>A &amp; B</x:title><x:trackList>
            <x:track a="1>2"><x:location>a%20b/c%C3%A9.mp3</x:location><x:location>second.mp3</x:location>
            <x:title>T&#xe9;st &lt;1&gt; &nope;</x:title><x:creator><![CDATA[Simon & Garfunkel]]></x:creator><x:duration>61500</x:duration>
            <x:extension application="y"><y:location>no</y:location></x:extension></x:track>
            <x:track><x:title>without a file</x:title></x:track>
            <x:track><x:location>file:///music/d%2520.mp3</x:location><x:image/></x:track>
            </x:trackList></x:playlist>
            """, .xspf)
        #expect(text.title == "A & B")
        #expect(
            text.entries == [
                Entry(location: "a b/cé.mp3", title: "Simon & Garfunkel - Tést <1> &nope;", duration: 61.5),
                Entry(location: "file:///music/d%2520.mp3"),
            ])
    }

    @Test("hostile XML ends the reading, and opens and expands nothing")
    func hostile() {
        let body = "<playlist><trackList><track><location>&a;</location></track></trackList></playlist>"
        #expect(read("<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>" + body, .xspf).entries == [])
        #expect(read(body, .xspf).entries == [Entry(location: "&a;")])
        #expect(read(String(repeating: "<a>", count: 1_000_000), .xspf).entries == [])
        #expect(read("<playlist><trackList><track><location>a</track></trackList>", .xspf).entries == [])
        #expect(read("<" + String(repeating: "a", count: 1_000_000), .xspf).entries == [])
    }

    @Test("a file is read up to its limits")
    func limits() {
        #expect(read(String(repeating: "a\n", count: 20_000), .m3u).entries.count == PlaylistText.mostEntries)
        #expect(read(String(repeating: "a", count: 5000) + "\nb\u{0}c\nd", .m3u).entries == [Entry(location: "d")])
    }

    @Test("what is written reads the same", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let signs = Array("ab c/ä–&<>\"'%20,-.#日[]!").map(String.init)
        func text(_ most: Int) -> String {
            (0...Int.random(in: 0...most, using: &numbers)).map { _ in signs.randomElement(using: &numbers) ?? "" }.joined()
        }
        func name() -> String { "x" + text(30).trimmingEnds + "y" }
        let entries = (0..<Int.random(in: 0...20, using: &numbers)).map { _ in
            Entry(
                location: "/" + name(), title: Bool.random(using: &numbers) ? name() : nil,
                duration: Bool.random(using: &numbers) ? 61 : nil)
        }
        let playlist = PlaylistText(title: name(), entries: entries)
        #expect(read(playlist.m3u8, .m3u8) == playlist, "seed \(seed)")
        let again = read(playlist.xspf, .xspf)
        #expect(again.title == playlist.title && again.entries.map(\.title) == entries.map(\.title), "seed \(seed)")
        let paths = again.entries.map { PercentCoding.decoded($0.location.dropFirst(7)) ?? String($0.location.dropFirst(7)) }
        #expect(paths == entries.map(\.location), "seed \(seed)")
    }

    @Test("any bytes are read without harm", arguments: PlaylistText.Kind.allCases, 0..<60 as Range<UInt64>)
    func mutations(kind: PlaylistText.Kind, seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let entries = (0..<20).map { Entry(location: "/music/a \($0)é.mp3", title: "T & \($0)", duration: Double($0)) }
        let playlist = PlaylistText(title: "P", entries: entries)
        let pls = "[playlist]\n" + (0..<20).map { "File\($0)=a\($0).mp3\nTitle\($0)=x\nLength\($0)=9\n" }.joined()
        var bytes = Array((kind == .xspf ? playlist.xspf : kind == .pls ? pls : playlist.m3u8).utf8)
        for _ in 0..<Int.random(in: 1...30, using: &numbers) {
            let at = Int.random(in: bytes.indices, using: &numbers)
            switch Int.random(in: 0...3, using: &numbers) {
            case 0: bytes[at] = .random(in: 0...255, using: &numbers)
            case 1: bytes.removeSubrange(at..<min(bytes.count - 1, at + Int.random(in: 0...40, using: &numbers)))
            case 2: bytes.insert(contentsOf: numbers.bytes(5), at: at)
            default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 60)], at: 0)
            }
        }
        let read = PlaylistText(bytes, kind)
        #expect(read.entries.allSatisfy { !$0.location.isEmpty && $0.location.utf8.count <= 4096 && $0.title?.isOneLine ?? true })
    }
}

extension String {
    fileprivate var trimmingEnds: String { split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
}
