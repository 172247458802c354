import Testing

@testable import Decode

@Suite("Text and numbers in files", .serialized)
struct TextTests {
    @Test("broken UTF-8 is repaired, other bytes are read as Windows-1252")
    func repair() {
        #expect(RepairedText.text(of: Array("Motörhead".utf8)) == "Motörhead")
        #expect(RepairedText.text(of: Array("Mot".utf8) + [0xF6] + Array("rhead".utf8)) == "Motörhead")
        #expect(RepairedText.text(of: Array("ÄÖÜ".utf8) + [0xC3]) == "ÄÖÜ\u{FFFD}")
        #expect(RepairedText.text(of: [0x93, 0x48, 0x69, 0x94, 0x20, 0x80]) == "“Hi” €")
        #expect(RepairedText.text(of: [0x20, 0x41, 0x00, 0x0A]) == "A")
        #expect(RepairedText.text(of: []) == "")
    }

    @Test("long text is cut between characters")
    func cut() {
        #expect(RepairedText.cut("abc", to: 3) == "abc")
        #expect(RepairedText.cut("aéé", to: 4) == "aé")
    }

    @Test("iTunes' gapless tag gives the length")
    func gaplessLength() {
        #expect(Trim.gaplessLength(" 00000000 00000840 000001CA 00000000003F31F6 00000000") == 0x3F31F6)
        for text in ["", "00000000 00000840", " 0 FFFFFFFF 0 10", " x y z w"] { #expect(Trim.gaplessLength(text) == nil) }
    }
}
