import Testing

@testable import Live

@Suite("Packets in Ogg")
struct OggPagesTests {
    @Test("the check sum is Ogg's", arguments: [("", 0), ("OggS", 0x5FB0_A94F), ("123456789", 0x89A1_897F)] as [(String, UInt32)])
    func sum(text: String, expected: UInt32) {
        #expect(OggPages.sum(Array(text.utf8)) == expected)
    }

    @Test("packets of all lengths come out of their pages as they were")
    func packets() {
        var (chance, ogg) = (SeededGenerator(seed: 3), OggPages())
        var number: UInt32 = 0
        for length in [1, 254, 255, 256, 510, 4_000, 65_024, 65_025, 65_026, 200_000] {
            let packet = chance.bytes(length)
            var (bytes, found, isOver) = (ogg.pages(of: packet, position: 77)[...], [UInt8](), false)
            while !bytes.isEmpty {
                let start = bytes.startIndex
                #expect(!isOver && bytes.starts(with: "OggS".utf8))
                let lengths = bytes[start + 27..<start + 27 + Int(bytes[start + 26])]
                let end = lengths.endIndex + lengths.reduce(0) { $0 + Int($1) }
                #expect(bytes[start + 5] == (found.isEmpty ? 0 : 1))
                #expect(UInt32(bytes[start + 18]) == number)
                var page = Array(bytes[..<end])
                page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
                let sum = bytes[start + 22..<start + 26].reversed().reduce(0) { $0 << 8 | UInt32($1) }
                #expect(OggPages.sum(page) == sum)
                found += bytes[lengths.endIndex..<end]
                isOver = lengths.last != 255
                bytes = bytes[end...]
                number += 1
            }
            #expect(found == packet && isOver)
        }
    }
}
