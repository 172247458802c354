import Demo
import Foundation
import FoundationXML
import Library
import Testing

@Suite("Drawn covers") struct DrawnCoverTests {
    @Test("equal names make equal pictures, whatever their case")
    func equal() {
        let (one, other) = (DrawnCover(of: ["Takk", "Sigur Rós"]), DrawnCover(of: ["TAKK", "sigur rós"]))
        #expect((one.svg, one.key, one.colours) == (other.svg, other.key, other.colours))
    }

    @Test("other names make other pictures, of every kind")
    func different() {
        let pictures = (0..<200).map { DrawnCover(of: ["Album \($0)", "Artist"]).svg }
        #expect(Set(pictures).count == pictures.count)
        #expect(DrawnCover(of: ["ab", "c"]).svg != DrawnCover(of: ["a", "bc"]).svg)
    }

    @Test("tracks of an album have one picture, but each song of the demo has its own")
    func albums() {
        let album = (1...3).map {
            DrawnCover(title: "Track \($0)", artist: "Guest \($0)", album: "Takk", albumArtist: "Sigur Rós").key
        }
        #expect(Set(album).count == 1)
        let demo = DemoSong.all.map {
            DrawnCover(title: $0.title, artist: DemoSong.artist, album: DemoSong.album, albumArtist: nil)
        }
        #expect(Set(demo.map(\.svg)).count == demo.count && Set(demo.map(\.colours)).count == demo.count)
    }

    @Test("a picture is small, well-formed XML without text from outside")
    func wellFormed() {
        for number in 0..<100 {
            let svg = DrawnCover(of: ["<script>\(number)&\"", ""]).svg
            let parser = XMLParser(data: Data(svg.utf8))
            #expect(parser.parse() && svg.utf8.count < 8000 && !svg.contains("script") && !svg.contains("nan"))
        }
    }
}
