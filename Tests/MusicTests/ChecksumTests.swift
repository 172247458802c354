import Music
import Testing

@Suite("Checksum")
struct ChecksumTests {
    @Test(
        "is the CRC-32 that zlib computes",
        arguments: [("", 0), ("a", 0xe8b7_be43), ("123456789", 0xcbf4_3926)] as [(String, UInt32)])
    func knownAnswers(text: String, expected: UInt32) {
        let value = Checksum.of(Array(text.utf8).span)
        #expect(value == expected)
    }

    @Test("of a long text is a known value: the alphabet, 100 times")
    func long() {
        let value = Checksum.of(Array(String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 100).utf8).span)
        #expect(value == 0xfa27_d5fd)
    }

    @Test("does not depend on how the bytes are split")
    func splits() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let whole = Checksum.of(bytes.span)
        for split in 0...64 {
            var checksum = Checksum()
            checksum.add(bytes.span.extracting(0..<split))
            checksum.add(bytes.span.extracting(split..<bytes.count))
            #expect(checksum.value == whole, "split at \(split)")
        }
    }
}
