import Music
import Testing

@testable import Catalog

@Suite("Paths that music servers make of tags")
struct TagPathTests {
    @Test(
        "the numbers of disc and track stand before the title, each with two digits or more",
        arguments: [
            ("A/B/01 - C.mp3", nil, 1, "C"), ("A/B/02-01 - C.mp3", 2, 1, "C"), ("x/A/B/123 - C.d.mp3", nil, 123, "C.d"),
            ("A/B/C.mp3", nil, nil, "C"), ("A/B/1 - C.mp3", nil, nil, "1 - C"), ("A/B/C - 01 - D.mp3", nil, nil, "C - 01 - D"),
            ("A/B/01-02-03 - C.mp3", nil, nil, "01-02-03 - C"), ("A/B/01 - 02 - C.mp3", nil, 1, "02 - C"),
        ] as [(String, Int?, Int?, String)])
    func read(path: String, disc: Int?, number: Int?, title: String) throws {
        let read = try #require(TagPath(path))
        #expect((read.artist, read.album, read.ending) == ("A", "B", "mp3"))
        #expect(read.disc == disc && read.number == number && read.title == title)
    }

    @Test(
        "a path without an artist and an album, or without an ending, is none", arguments: ["", "A/C.mp3", "C.mp3", "A/B/C", "//"])
    func none(path: String) {
        #expect(TagPath(path) == nil)
    }

    @Test("the track with these tags is found, wherever its file is, and no other")
    func found() async throws {
        let library = try await TemporaryCatalog()
        func add(_ path: String, _ index: Int, _ disc: Int?, _ title: String, by artist: String = "AC/DC") async throws -> Int {
            try await library.track(
                FoundFile(path, index) {
                    ($0.title, $0.artist, $0.album, $0.albumArtist) = (title, artist, "Back in Black (Disc 1)", "Various: A")
                    ($0.track, $0.disc) = (3, disc)
                }
            ).id
        }
        let first = try await add("1.mp3", 1, nil, "What Do You Do? / Señor")
        let flac = try await add("x/2.flac", 2, nil, "What Do You Do? / Señor")
        _ = try await add("x/3.mp3", 3, nil, "Other")
        func find(_ path: String) async throws -> Int? { try await library.reader.track(#require(TagPath(path)))?.id }
        #expect(try await find("AC_DC/Back in Black/03 - What Do You Do_ _ Señor.mp3") == first)
        #expect(try await find("music/Various_ A/Back in Black (Disc 1)/01-03 - what do you do_ _ Sen\u{303}or.flac") == flac)
        #expect(try await find("AC_DC/Back in Black/What Do You Do_ _ Señor.ogg") == first)
        for path in [
            "AC_DC/Back in Black/04 - What Do You Do_ _ Señor.mp3", "AC_DC/Back in Black/02-03 - What Do You Do_ _ Señor.mp3",
            "Abba/Back in Black/03 - What Do You Do_ _ Señor.mp3", "AC_DC/Highway/03 - What Do You Do_ _ Señor.mp3",
            "AC_DC/Back in Black/03 - __.mp3",
        ] {
            #expect(try await find(path) == nil, "\(path)")
        }
    }
}
