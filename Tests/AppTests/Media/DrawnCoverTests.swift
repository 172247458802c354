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

    @Test("a picture is small, well-formed XML without text from outside")
    func wellFormed() {
        for number in 0..<100 {
            let svg = DrawnCover(of: ["<script>\(number)&\"", ""]).svg
            let parser = XMLParser(data: Data(svg.utf8))
            #expect(parser.parse() && svg.utf8.count < 8000 && !svg.contains("script") && !svg.contains("nan"))
        }
    }
}
