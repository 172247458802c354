import Testing

@testable import Decode

@Suite("Text and numbers out of files")
struct TextTests {
    @Test("broken UTF-8 is repaired, other bytes are taken for Windows-1252")
    func repair() {
        #expect(RepairedText.text(of: Array("Motörhead".utf8)) == "Motörhead")
        #expect(RepairedText.text(of: Array("Mot".utf8) + [0xF6] + Array("rhead".utf8)) == "Motörhead")
        #expect(RepairedText.text(of: Array("ÄÖÜ".utf8) + [0xC3]) == "ÄÖÜ\u{FFFD}")
        #expect(RepairedText.text(of: [0x93, 0x48, 0x69, 0x94, 0x20, 0x80]) == "“Hi” €")
        #expect(RepairedText.text(of: [0x20, 0x41, 0x00, 0x0A]) == "A")
        #expect(RepairedText.text(of: []) == "")
    }

    @Test("what is too long is cut between characters")
    func cut() {
        #expect(RepairedText.cut("abc", to: 3) == "abc")
        #expect(RepairedText.cut("aéé", to: 4) == "aé")
    }

    @Test("iTunes' numbers tell the length")
    func gaplessLength() {
        #expect(Trim.gaplessLength(" 00000000 00000840 000001CA 00000000003F31F6 00000000") == 0x3F31F6)
        for text in ["", "00000000 00000840", " 0 FFFFFFFF 0 10", " x y z w"] { #expect(Trim.gaplessLength(text) == nil) }
    }

    @Test("LAME's header is read from its frame")
    func lameHeader() {
        // MPEG-1 layer III, joint stereo; then all four fields, LAME's version, and a delay of 576 with a padding of 1000.
        var frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x44] + [UInt8](repeating: 0, count: 32) + Array("Info".utf8)
        frame += [0, 0, 0, 15, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 108) + Array("LAME3.100".utf8)
        frame += [UInt8](repeating: 0, count: 12) + [0x24, 0x03, 0xE8] + [UInt8](repeating: 0, count: 200)
        let header = frame.withUnsafeBufferPointer { LameHeader($0) }
        #expect(header?.delay == 576)
        #expect(header?.length == 11_520 - 1_576)
        for length in 0..<frame.count {
            // Any shorter one is read without a crash.
            let short = frame.prefix(length)
            _ = Array(short).withUnsafeBufferPointer { LameHeader($0) }
        }
        frame[36] = 0
        #expect(frame.withUnsafeBufferPointer { LameHeader($0) } == nil)
    }
}
